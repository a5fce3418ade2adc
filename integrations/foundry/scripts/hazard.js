// The module: a button in the combat tracker asks `hazard serve` and whispers the answer to the game master.
import { ask } from "./asking.js";
import { hasThinWalls, pixelsOf, requestOf } from "./reading.js";
import { messageOf } from "./telling.js";

const ID = "hazard";
const say = (key, values) => (values ? game.i18n.format(key, values) : game.i18n.localize(key));
const setting = (name) => game.settings.get(ID, name);

Hooks.once("init", () => {
  // Kept in the game master's browser and nowhere else: players never see the token.
  const register = (name, type, fallback, rest = {}) =>
    game.settings.register(ID, name, {
      name: `HAZARD.Settings.${name}.name`,
      hint: `HAZARD.Settings.${name}.hint`,
      scope: "client",
      config: true,
      type,
      default: fallback,
      ...rest,
    });
  register("address", String, "http://127.0.0.1:8322/v1");
  register("token", String, "");
  register("seconds", Number, 1, { range: { min: 0.2, max: 10, step: 0.2 } });
  register("objective", String, "challenging");
  register("eachTurn", Boolean, false);
});

Hooks.on("renderCombatTracker", (_app, html) => {
  if (!game.user.isGM) return;
  const root = html instanceof HTMLElement ? html : html[0];
  if (!root || root.querySelector("[data-hazard-ask]")) return;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.hazardAsk = "";
  button.textContent = say("HAZARD.Ask");
  button.addEventListener("click", () => suggest());
  (root.querySelector(".combat-tracker-header, header") ?? root).append(button);
});

Hooks.on("updateCombat", (combat, change) => {
  const next = "turn" in change || "round" in change;
  if (next && setting("eachTurn") && game.user === game.users.activeGM) suggest(combat);
});

for (const hook of ["renderChatMessageHTML", "renderChatMessage"]) {
  // Foundry 13 calls the first and 12 the second, with an element or with jQuery.
  Hooks.on(hook, (message, html) => {
    const root = html instanceof HTMLElement ? html : html[0];
    for (const button of root?.querySelectorAll?.("[data-hazard]:not([data-heard])") ?? []) {
      button.dataset.heard = "";
      button.addEventListener("click", () => pressed(button.dataset.hazard, message.getFlag(ID, "plan")));
    }
  });
}

/** Ask about the combat as it stands, and whisper the answer to every game master. */
export async function suggest(combat = game.combat) {
  try {
    const scene = combat?.scene ?? canvas.scene;
    const { request, frame, turnOf } = requestOf(combat, scene, {
      language: game.i18n.lang === "de" ? "de" : "en",
      seconds: setting("seconds"),
      objective: setting("objective"),
    });
    const answer = await ask(request, { address: setting("address"), token: setting("token") });
    const content = messageOf(answer, say, { thinWalls: hasThinWalls(scene, frame) });
    const whisper = game.users.filter((user) => user.isGM).map((user) => user.id);
    const to = answer.plan?.move?.retreat ?? answer.plan?.move?.to;
    const plan = { scene: scene.id, token: turnOf.token.id, to: to ? pixelsOf(to, scene, frame) : null };
    return await ChatMessage.create({ content, whisper, flags: { [ID]: { plan } } });
  } catch (error) {
    const known = error.message?.startsWith("HAZARD.");
    const unreachable = error.code === "unreachable";
    ui.notifications.warn(
      known ? say(error.message) : unreachable ? say("HAZARD.Unreachable", { address: setting("address") }) : error.message,
    );
    return null;
  }
}

/** A button of a message. */
export async function pressed(action, plan) {
  if (action === "again") return suggest();
  const token = plan && game.scenes.get(plan.scene)?.tokens.get(plan.token);
  if (!token || !plan.to) return ui.notifications.warn(say("HAZARD.NoToken"));
  if (action === "move") return token.update(plan.to);
  const half = (canvas.scene.grid.size * (token.width ?? 1)) / 2;
  return canvas.ping({ x: plan.to.x + half, y: plan.to.y + half });
}
