// From Foundry's combat tracker and scene to what `hazard serve` is asked. Only plain data is read and made here,
// so that it can be tested without Foundry.

export const LARGEST_SIDE = 64; // cells: the largest map that hazard takes
const MARGIN = 6; // cells around the tokens, so that there is room to move

const HOSTILE = -1; // Foundry's token dispositions: -2 secret, -1 hostile, 0 neutral, 1 friendly

/** Who a combatant fights for: characters and friends are the party, everybody else is against it. */
export function sideOf(combatant) {
  if (combatant.actor?.type === "character") return "party";
  return (combatant.token?.disposition ?? HOSTILE) > 0 ? "party" : "monsters";
}

/** The cells that the map is cut out of: all tokens with some room around them, at most 64 by 64. */
export function frameOf(tokens, scene) {
  const size = scene.grid.size;
  const columns = Math.max(1, Math.ceil(scene.width / size));
  const rows = Math.max(1, Math.ceil(scene.height / size));
  const cells = tokens.map((token) => cellOf(token, scene));
  const span = (values, lengths, most) => {
    const first = Math.max(0, Math.min(...values) - MARGIN);
    const last = Math.min(most, Math.max(...values.map((value, i) => value + lengths[i])) + MARGIN);
    const length = Math.max(1, Math.min(LARGEST_SIDE, last - first));
    return [Math.max(0, Math.min(first, most - length)), length];
  };
  const [left, width] = span(cells.map((c) => c[0]), tokens.map((t) => Math.ceil(t.width ?? 1)), columns);
  const [top, height] = span(cells.map((c) => c[1]), tokens.map((t) => Math.ceil(t.height ?? 1)), rows);
  return { left, top, width, height };
}

/** Column and row of a token's top left cell, on the whole scene. */
export function cellOf(token, scene) {
  const size = scene.grid.size;
  const [x0, y0] = originOf(scene);
  return [Math.round((token.x - x0) / size), Math.round((token.y - y0) / size)];
}

/** Where the scene begins on the canvas, in pixels: Foundry leaves a margin around it. */
export function originOf(scene) {
  return [scene.dimensions?.sceneX ?? 0, scene.dimensions?.sceneY ?? 0];
}

/** The map as rows of "." and "#". A cell is a wall if one runs through its middle; doors that are open are not. */
export function mapOf(scene, frame) {
  const size = scene.grid.size;
  const [x0, y0] = originOf(scene);
  const walls = [...(scene.walls ?? [])]
    .filter((wall) => (wall.move ?? 20) > 0 && !(wall.door > 0 && wall.ds === 1))
    .map((wall) => wall.c.map((value, i) => (value - (i % 2 === 0 ? x0 : y0)) / size));
  const rows = [];
  for (let y = frame.top; y < frame.top + frame.height; ++y) {
    let row = "";
    for (let x = frame.left; x < frame.left + frame.width; ++x) {
      row += walls.some((wall) => distance(wall, x + 0.5, y + 0.5) < 0.3) ? "#" : ".";
    }
    rows.push(row);
  }
  return rows;
}

/** How far a point is from a wall, in cells. */
function distance([ax, ay, bx, by], x, y) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Whether walls of the scene lie along the lines of the grid, where a map of cells cannot show them. */
export function hasThinWalls(scene, frame) {
  const drawn = mapOf(scene, frame).join("").includes("#");
  return !drawn && [...(scene.walls ?? [])].some((wall) => (wall.move ?? 20) > 0);
}

const finite = (value) => (Number.isFinite(value) ? value : undefined);

/** What to ask: the combat as it stands. Throws an Error with a key of lang/ where there is nothing to ask. */
export function requestOf(combat, scene, { language = "en", seconds = 1, objective } = {}) {
  if (!combat?.combatants?.length && !combat?.combatants?.size) throw new Error("HAZARD.NoCombat");
  if (!scene) throw new Error("HAZARD.NoScene");
  const placed = [...combat.combatants].filter((c) => c.actor && c.token);
  const current = combat.combatant ?? combat.current ?? null;
  const turn = placed.findIndex((c) => c.id === (current?.id ?? current?.combatantId));
  if (turn < 0) throw new Error("HAZARD.NoTurn");
  const frame = frameOf(placed.map((c) => c.token), scene);
  const actors = {};
  const combatants = placed.map((c) => {
    const id = c.token.actorLink ? c.actor.id : c.token.id; // an unlinked token has an actor of its own
    actors[id] ??= c.actor.toObject ? c.actor.toObject() : c.actor;
    return combatantOf(c, id, scene, frame);
  });
  return {
    frame,
    turnOf: placed[turn],
    request: {
      tracker: {
        version: "hazard-tracker/1",
        name: (scene.name || "Combat").slice(0, 120),
        map: mapOf(scene, frame),
        actors,
        combatants,
        round: Math.max(0, Math.min(250, combat.round ?? 1)),
        turn,
        ...(objective ? { objective } : {}),
      },
      seconds,
      language,
    },
  };
}

function combatantOf(combatant, actor, scene, frame) {
  const { token } = combatant;
  const points = combatant.actor.system?.attributes?.hp ?? {};
  const [x, y] = cellOf(token, scene);
  const bounded = (value) => (finite(value) === undefined ? undefined : Math.max(0, Math.min(2000, value)));
  return JSON.parse(
    JSON.stringify({
      name: String(combatant.name || token.name || "?").slice(0, 120),
      actor,
      side: sideOf(combatant),
      at: [x - frame.left, y - frame.top].map((value) => Math.max(-1000, Math.min(1000, value))),
      hit_points: bounded(points.value),
      most_hit_points: bounded(points.max),
      temporary_hit_points: bounded(points.temp),
      conditions: [...(combatant.actor.statuses ?? [])].slice(0, 60),
      defeated: Boolean(combatant.defeated),
      initiative: finite(combatant.initiative),
    }),
  );
}

/** Where a cell of the answer is on the canvas, in pixels. */
export function pixelsOf([x, y], scene, frame) {
  const size = scene.grid.size;
  const [x0, y0] = originOf(scene);
  return { x: x0 + (x + frame.left) * size, y: y0 + (y + frame.top) * size };
}
