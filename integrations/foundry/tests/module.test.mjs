import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";

import { ashHound, gateGuard } from "./actors.mjs";
import { combatOf, hooks, install, said } from "./stub.mjs";

const read = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));
const words = await read("../lang/en.json");
const german = await read("../lang/de.json");
const { Element, settings } = install(words, { token: "a-token-for-tests" });
const { frameOf, hasThinWalls, mapOf, requestOf, sideOf } = await import("../scripts/reading.js");
const { escaped, messageOf } = await import("../scripts/telling.js");
const { ask } = await import("../scripts/asking.js");
const { pressed, suggest } = await import("../scripts/hazard.js");

const say = (key) => words[key] ?? key;
const fight = (changes = {}) =>
  combatOf({
    combatants: [
      { actor: ashHound, x: 1000, y: 700, initiative: 15 },
      { actor: gateGuard, x: 1200, y: 700, disposition: 1, initiative: 9 },
    ],
    ...changes,
  });
const ANSWER = {
  actor: "Ash Hound",
  plan: {
    text: "move to b2, Bite at Gate <Guard>",
    move: { to: [7, 6], retreat: [6, 6] },
    attacks: [{ action: "Bite", target: "Gate <Guard>", hit: 0.4, critical: 0.05, expected: 2.9 }],
    kill: { "Gate Guard": 0.1 },
  },
  alternatives: [{ text: "Dodge" }],
  caveats: ["only the 8 most promising plans were compared"],
  notes: [],
};
const answering = (answer = ANSWER, status = 200) => {
  const asked = [];
  globalThis.fetch = async (url, options) => {
    asked.push({ url, ...options, body: JSON.parse(options.body) });
    return { ok: status < 400, status, json: async () => answer };
  };
  return asked;
};

beforeEach(() => {
  for (const list of Object.values(said)) list.length = 0;
});

test("the manifest names files that are there, and both languages have the same words", async () => {
  const manifest = await read("../module.json");
  for (const path of [...manifest.esmodules, ...manifest.languages.map((l) => l.path), manifest.readme]) {
    await readFile(new URL(`../${path}`, import.meta.url));
  }
  assert.deepEqual(Object.keys(german), Object.keys(words));
});

test("characters and friends are the party, everybody else is against it", () => {
  const of = (type, disposition) => sideOf({ actor: { type }, token: { disposition } });
  assert.deepEqual(
    [of("character", -1), of("npc", 1), of("npc", 0), of("npc", -1), of("npc", -2)],
    ["party", "party", "monsters", "monsters", "monsters"],
  );
});

test("a request has every combatant where its token is, within the map", () => {
  const { request, frame } = requestOf(fight(), fight().scene);
  const { tracker } = request;
  assert.deepEqual(frame, { left: 4, top: 1, width: 15, height: 13 });
  assert.deepEqual(tracker.combatants.map((c) => c.at), [[6, 6], [8, 6]]);
  assert.equal(tracker.map.length, 13);
  assert.ok(tracker.map.every((row) => row === ".".repeat(15)));
  assert.equal(tracker.turn, 0);
  assert.deepEqual(tracker.combatants.map((c) => [c.hit_points, c.most_hit_points]), [[16, 16], [22, 22]]);
});

test("the map is at most 64 cells wide, whatever lies far away", () => {
  const tokens = [{ x: 0, y: 0, width: 1, height: 1 }, { x: 29_900, y: 100, width: 4, height: 4 }];
  const frame = frameOf(tokens, { grid: { size: 100 }, width: 30_000, height: 500 });
  assert.ok(frame.width <= 64 && frame.height <= 5, JSON.stringify(frame));
});

test("walls through cells are walls, open doors are not, and thin walls are said", () => {
  const through = { c: [350, 50, 350, 250], move: 20, door: 0, ds: 0 };
  const frame = { left: 0, top: 0, width: 6, height: 3 };
  const scene = (walls) => ({ grid: { size: 100 }, width: 600, height: 300, walls });
  assert.deepEqual(mapOf(scene([through]), frame), ["...#..", "...#..", "...#.."]);
  assert.deepEqual(mapOf(scene([{ ...through, door: 1, ds: 1 }]), frame), ["......", "......", "......"]);
  assert.deepEqual(mapOf(scene([{ ...through, move: 0 }]), frame), ["......", "......", "......"]);
  assert.ok(hasThinWalls(scene([{ c: [300, 0, 300, 300], move: 20 }]), frame));
  assert.ok(!hasThinWalls(scene([through]), frame));
});

test("two tokens of one actor that are not linked are asked about as two actors", () => {
  const combat = combatOf({ combatants: [{ actor: ashHound, x: 0, y: 0 }, { actor: ashHound, x: 100, y: 0, disposition: 1 }] });
  assert.equal(Object.keys(requestOf(combat, combat.scene).request.tracker.actors).length, 2);
});

test("where there is nothing to ask, a sentence says what to do", async () => {
  answering();
  for (const [combat, key] of [
    [null, "HAZARD.NoCombat"],
    [combatOf({ combatants: [] }), "HAZARD.NoCombat"],
    [fight({ turn: 99 }), "HAZARD.NoTurn"],
  ]) {
    assert.equal(await suggest(combat), null);
    assert.equal(said.warnings.at(-1), words[key]);
  }
  assert.equal(said.messages.length, 0);
});

test("the answer is whispered to game masters only, with the token in the header and nowhere else", async () => {
  const asked = answering();
  await suggest(fight());
  assert.equal(asked[0].url, "http://127.0.0.1:8322/v1/fivee/foundry");
  assert.equal(asked[0].headers.authorization, "Bearer a-token-for-tests");
  assert.ok(!JSON.stringify(asked[0].body).includes("a-token-for-tests"));
  assert.deepEqual(said.messages[0].whisper, ["gm"]);
  assert.match(said.messages[0].content, /Ash Hound/);
  assert.ok(!said.messages[0].content.includes("<Guard>"), "names are escaped");
});

test("a refusal and a server that is not there are told in a sentence", async () => {
  answering({ code: "serve.token_wrong", message: "this is not the token" }, 401);
  assert.equal(await suggest(fight()), null);
  assert.equal(said.warnings.at(-1), "this is not the token");
  globalThis.fetch = async () => { throw new TypeError("fetch failed"); };
  await suggest(fight());
  assert.match(said.warnings.at(-1), /does not answer at http:\/\/127\.0\.0\.1:8322\/v1/);
  await assert.rejects(ask({}, { address: "http://x/", token: "t" }), { code: "unreachable" });
});

test("the buttons move the token, show the place and ask again", async () => {
  const asked = answering();
  const combat = fight();
  game.combat = combat;
  canvas.scene = combat.scene;
  game.scenes.set("scene", { tokens: new Map(combat.combatants.map((c) => [c.token.id, c.token])) });
  const message = await suggest(combat);
  const plan = message.getFlag("hazard", "plan");
  await pressed("move", plan);
  assert.deepEqual(said.moves, [["t0", { x: 1000, y: 700 }]]);
  await pressed("show", plan);
  assert.deepEqual(said.pings, [{ x: 1050, y: 750 }]);
  await pressed("again", plan);
  assert.equal(asked.length, 2);
  await pressed("move", { ...plan, token: "gone" });
  assert.equal(said.warnings.at(-1), words["HAZARD.NoToken"]);
});

test("a message's buttons are heard once, in either version of Foundry", () => {
  const root = new Element();
  const button = new Element("button");
  button.dataset.hazard = "again";
  root.append(button);
  const message = { getFlag: () => null };
  hooks.renderChatMessageHTML[0](message, root);
  assert.equal(typeof button.listeners.click, "function");
  delete button.listeners.click;
  hooks.renderChatMessage[0](message, [root]);
  assert.equal(button.listeners.click, undefined);
});

test("the tracker gets one button, for the game master only", () => {
  const html = new Element();
  hooks.renderCombatTracker[0]({}, html);
  hooks.renderCombatTracker[0]({}, html);
  assert.equal(html.children.length, 1);
  game.user = game.users[1];
  const players = new Element();
  hooks.renderCombatTracker[0]({}, players);
  game.user = game.users[0];
  assert.equal(players.children.length, 0);
});

test("at each turn it asks by itself if it is told to", async () => {
  const asked = answering();
  hooks.updateCombat[0](fight(), { turn: 1 });
  assert.equal(asked.length, 0);
  settings.eachTurn = true;
  hooks.updateCombat[0](fight(), { turn: 1 });
  hooks.updateCombat[0](fight(), { name: "x" });
  settings.eachTurn = false;
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(asked.length, 1);
});

test("signs that mean something in HTML are escaped", () => {
  assert.equal(escaped(`<img src=x onerror="a('b')">&`), "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;");
  assert.ok(!messageOf({ actor: "<b>", plan: {}, notes: ["<script>"] }, say).includes("<script>"));
});
