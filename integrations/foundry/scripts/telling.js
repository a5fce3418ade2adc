// From an answer to the message that is whispered. Every word that comes from outside is escaped.

export function escaped(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
}

const percent = (chance) => `${Math.round(chance * 100)} %`;

/** The message as HTML: the plan, its odds, what else was close, caveats, and buttons. */
export function messageOf(answer, say, { thinWalls = false, buttons = true } = {}) {
  const plan = answer.plan ?? {};
  const odds = (plan.attacks ?? []).map(
    (attack) =>
      `<li>${escaped(attack.action)} → ${escaped(attack.target)}: ${say("HAZARD.Hit")} ` +
      `${percent(attack.hit + attack.critical)}, ${say("HAZARD.Mean")} ${attack.expected.toFixed(1)}</li>`,
  );
  const kills = Object.entries(plan.kill ?? {})
    .filter(([, chance]) => chance > 0.005)
    .map(([name, chance]) => `<li>${escaped(name)}: ${say("HAZARD.Falls")} ${percent(chance)}</li>`);
  const others = (answer.alternatives ?? []).slice(0, 2).map((other) => `<li>${escaped(other.text)}</li>`);
  const caveats = [...(answer.caveats ?? []), ...(answer.notes ?? [])];
  if (thinWalls) caveats.push(say("HAZARD.ThinWalls"));
  const list = (items) => (items.length ? `<ul>${items.join("")}</ul>` : "");
  const button = (action, label) => `<button type="button" data-hazard="${action}">${escaped(say(label))}</button>`;
  return [
    `<div class="hazard-suggestion"><p><strong>${escaped(answer.actor)}</strong>: ${escaped(plan.text ?? "–")}</p>`,
    list([...odds, ...kills]),
    others.length ? `<p>${say("HAZARD.AlsoClose")}</p>${list(others)}` : "",
    caveats.length ? `<p><small>${caveats.map(escaped).join(" · ")}</small></p>` : "",
    buttons ? `<div>${button("move", "HAZARD.MoveToken")}${button("show", "HAZARD.Show")}${button("again", "HAZARD.Again")}</div>` : "",
    "</div>",
  ].join("");
}
