// Foundry's interface as far as the module uses it: enough to run it under Node.

export const hooks = {};
export const said = { warnings: [], messages: [], pings: [], moves: [] };

class Element {
  constructor(kind = "div") {
    Object.assign(this, { kind, dataset: {}, children: [], listeners: {}, textContent: "" });
  }
  append(child) { this.children.push(child); }
  addEventListener(name, run) { this.listeners[name] = run; }
  querySelector(selector) {
    return selector.includes("data-hazard-ask") ? this.children.find((c) => "hazardAsk" in c.dataset) ?? null : null;
  }
  querySelectorAll() { return this.children.filter((c) => "hazard" in c.dataset && !("heard" in c.dataset)); }
  click() { return this.listeners.click(); }
}

export function install(words, settings = {}) {
  const users = [{ id: "gm", isGM: true }, { id: "player", isGM: false }];
  users.activeGM = users[0];
  const kept = { ...settings };
  Object.assign(globalThis, {
    HTMLElement: Element,
    document: { createElement: (kind) => new Element(kind) },
    Hooks: {
      once: (name, run) => run(),
      on: (name, run) => ((hooks[name] ??= []).push(run)),
    },
    game: {
      user: users[0],
      users,
      scenes: new Map(),
      combat: null,
      i18n: {
        lang: "en",
        localize: (key) => words[key] ?? key,
        format: (key, values) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]),
      },
      settings: {
        register: (_id, name, options) => (kept[name] ??= options.default),
        get: (_id, name) => kept[name],
      },
    },
    canvas: { scene: null, ping: (place) => said.pings.push(place) },
    ui: { notifications: { warn: (text) => said.warnings.push(text) } },
    ChatMessage: {
      create: async (data) => {
        said.messages.push(data);
        return { ...data, getFlag: (id, name) => data.flags[id][name] };
      },
    },
  });
  return { Element, settings: kept };
}

/** A combat of Foundry made from plain data: `{scene, combatants: [{actor, x, y, ...}], turn, round}`. */
export function combatOf({ scene, combatants, turn = 0, round = 1 }) {
  const made = combatants.map((row, number) => ({
    id: `c${number}`,
    name: row.name ?? row.actor.name,
    initiative: row.initiative ?? null,
    defeated: row.defeated ?? false,
    actor: { ...row.actor, id: row.actorId ?? `a${number}`, statuses: new Set(row.statuses ?? []), toObject: () => row.actor },
    token: {
      id: `t${number}`, name: row.name ?? row.actor.name, x: row.x, y: row.y, width: row.width ?? 1, height: row.height ?? 1,
      disposition: row.disposition ?? -1, actorLink: Boolean(row.actorId),
      update: async (change) => said.moves.push([`t${number}`, change]),
    },
  }));
  const full = { id: "scene", grid: { size: 100, type: 1 }, walls: [], width: 3000, height: 2000, ...scene };
  return { scene: full, combatants: made, combatant: made[turn] ?? null, round };
}
