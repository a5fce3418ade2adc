// Two creatures of our own making, as the dnd5e system keeps them.

const abilities = (...values) =>
  Object.fromEntries(["str", "dex", "con", "int", "wis", "cha"].map((name, i) => [name, { value: values[i], proficient: 0 }]));

export const ashHound = {
  name: "Ash Hound",
  type: "npc",
  system: {
    abilities: abilities(14, 13, 12, 4, 11, 6),
    attributes: { ac: { flat: 13, calc: "flat" }, hp: { value: 16, max: 16, formula: "3d8 + 3" }, movement: { walk: 40, units: "ft" } },
    details: { cr: 0.5, type: { value: "beast" } },
    traits: { size: "med" },
  },
  items: [
    {
      name: "Bite",
      type: "weapon",
      system: {
        description: { value: "<p><em>Melee Weapon Attack:</em> +4 to hit, reach 5 ft., one target. <em>Hit:</em> 6 (1d8 + 2) piercing damage.</p>" },
        activation: { type: "action" },
        range: { value: 5, units: "ft" },
        actionType: "mwak",
        damage: { parts: [["1d8 + @mod", "piercing"]] },
      },
    },
  ],
};

export const gateGuard = {
  name: "Gate Guard",
  type: "npc",
  system: {
    abilities: abilities(15, 12, 14, 10, 11, 10),
    attributes: { ac: { flat: 16, calc: "flat" }, hp: { value: 22, max: 22, formula: "4d8 + 4" }, movement: { walk: 30, units: "ft" } },
    details: { cr: 1, type: { value: "humanoid" } },
    traits: { size: "med" },
  },
  items: [
    {
      name: "Spear",
      type: "weapon",
      system: {
        description: { value: "<p><em>Melee Weapon Attack:</em> +4 to hit, reach 5 ft., one target. <em>Hit:</em> 5 (1d6 + 2) piercing damage.</p>" },
        activation: { type: "action" },
        range: { value: 5, units: "ft" },
        actionType: "mwak",
        damage: { parts: [["1d6 + @mod", "piercing"]] },
      },
    },
  ],
};
