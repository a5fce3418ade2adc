// Reads one combat a line, as the stub takes them, and writes the request that the module makes of each.
import { createInterface } from "node:readline";

import { combatOf, install } from "./stub.mjs";

install({});
const { requestOf } = await import("../scripts/reading.js");
for await (const line of createInterface({ input: process.stdin })) {
  const combat = combatOf(JSON.parse(line));
  process.stdout.write(`${JSON.stringify(requestOf(combat, combat.scene).request)}\n`);
}
