// Collapses, expands, pans and zooms the tree that the page already contains. It reads numbers and element
// texts only, and writes text by textContent only: words from a game never become markup.
(() => {
  "use strict";
  const svg = document.getElementById("tree");
  const { row: ROW, half: HALF, bend: BEND, margin: MARGIN } = Object.fromEntries(
    ["row", "half", "bend", "margin"].map((name) => [name, Number(svg.dataset[name])]));
  const nodes = [...svg.querySelectorAll("g.node")].map((g, index) => {
    const at = g.transform.baseVal.consolidate().matrix;
    return { g, index, parent: Number(g.dataset.parent), x: at.e, y: at.f, children: [],
      open: g.getAttribute("aria-expanded") === "true", hidden: g.classList.contains("hidden"),
      more: g.querySelector(".more") };
  });
  for (const node of nodes) if (node.parent >= 0) nodes[node.parent].children.push(node);
  for (const edge of svg.querySelectorAll("[data-child]")) nodes[Number(edge.dataset.child)].edge = edge;
  const details = document.getElementById("details");
  const view = { x: 0, y: 0, scale: 1 };
  let selected = nodes[0], touched = false;  // touched: the reader has chosen what to look at

  // The same rule as layout.py: leaves are stacked, a parent stands midway between its children.
  function place() {
    let next = MARGIN + ROW / 2;
    for (const node of nodes) {
      const up = nodes[node.parent];
      node.hidden = up !== undefined && (up.hidden || !up.open);
      if (!node.hidden && !node.open) { node.y = next; next += ROW; }
    }
    for (const node of [...nodes].reverse()) {
      if (!node.hidden && node.open) node.y = (node.children[0].y + node.children.at(-1).y) / 2;
    }
    for (const node of nodes) show(node);
  }

  function show(node) {
    node.g.classList.toggle("hidden", node.hidden);
    node.edge?.classList.toggle("hidden", node.hidden);
    if (node.children.length) node.g.setAttribute("aria-expanded", String(node.open));
    if (node.more && node.children.length) node.more.classList.toggle("hidden", node.open);
    if (node.hidden) return;
    node.g.setAttribute("transform", `translate(${node.x} ${node.y})`);
    if (!node.edge) return;
    const up = nodes[node.parent], x = up.x + HALF - 10, bend = up.x + HALF + BEND, mid = (x + bend) / 2;
    node.edge.setAttribute("d", `M${up.x} ${up.y} H${x} C${mid} ${up.y} ${mid} ${node.y} ${bend} ${node.y} H${node.x}`);
  }

  function toggle(node, open = !node.open) {
    if (!node.children.length || node.open === open) return;
    const before = node.y;
    node.open = open;
    place();
    touched = true;
    view.y += node.y - before;  // the node stays where it was on the screen
    look();
  }

  function toggleAll(test) {
    for (const node of nodes) node.open = node.children.length > 0 && test(node);
    place();
    fit();
  }

  function look() {
    svg.setAttribute("viewBox", [view.x, view.y, svg.clientWidth / view.scale, svg.clientHeight / view.scale].join(" "));
  }

  function fit() {
    const shown = nodes.filter((node) => !node.hidden);
    const width = Math.max(...shown.map((node) => node.x)) + HALF + 64;
    const height = Math.max(...shown.map((node) => node.y)) + ROW / 2 + MARGIN;
    // Never so small that labels cannot be read: a larger tree starts at its root instead.
    view.scale = Math.min(1.4, Math.max(0.75, Math.min(svg.clientWidth / width, svg.clientHeight / height)));
    const wide = svg.clientWidth / view.scale, high = svg.clientHeight / view.scale;
    view.x = width <= wide ? (width - wide) / 2 : 0;
    view.y = height <= high ? (height - high) / 2 : Math.min(height - high, Math.max(0, nodes[0].y - high / 2));
    look();
  }

  function zoom(factor, px = svg.clientWidth / 2, py = svg.clientHeight / 2) {
    touched = true;
    const scale = Math.min(4, Math.max(0.05, view.scale * factor));
    view.x += px / view.scale - px / scale;
    view.y += py / view.scale - py / scale;
    view.scale = scale;
    look();
  }

  function select(node) {
    selected.g.classList.remove("selected");
    selected = node;
    node.g.classList.add("selected");
    details.replaceChildren(...node.g.querySelector("title").textContent.split("\n").map((line) => {
      const p = document.createElement("p");
      p.textContent = line;
      return p;
    }));
  }

  function reveal(node) {
    const wide = svg.clientWidth / view.scale, high = svg.clientHeight / view.scale;
    if (node.x - HALF < view.x || node.x + HALF > view.x + wide) view.x = node.x - wide / 2;
    if (node.y - ROW < view.y || node.y + ROW > view.y + high) view.y = node.y - high / 2;
    look();
  }

  function focus(node) {
    if (node) node.g.focus({ preventScroll: true });
  }

  for (const node of nodes) {
    node.g.addEventListener("focus", () => { select(node); if (node.g.matches(":focus-visible")) reveal(node); });
    node.g.addEventListener("keydown", (event) => {
      const shown = nodes.filter((other) => !other.hidden), here = shown.indexOf(node);
      const act = {
        Enter: () => toggle(node), " ": () => toggle(node),
        ArrowRight: () => (node.open ? focus(node.children[0]) : toggle(node, true)),
        ArrowLeft: () => (node.open ? toggle(node, false) : focus(nodes[node.parent])),
        ArrowDown: () => focus(shown[here + 1]), ArrowUp: () => focus(shown[here - 1]),
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }

  // One finger or the mouse drags; a press that does not move is a click. Two fingers pinch.
  const pointers = new Map();
  let moved = 0;
  svg.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    moved = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.clientX, dy = event.clientY - last.clientY;
    const other = [...pointers.values()].find((p) => p.pointerId !== event.pointerId);
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > 4 && !svg.hasPointerCapture(event.pointerId)) {
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("dragging");
    }
    if (other) {
      const gap = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY) || 1;
      const box = svg.getBoundingClientRect();
      zoom(gap(event) / gap(last), other.clientX - box.left, other.clientY - box.top);
    } else if (moved > 4) {
      touched = true;
      view.x -= dx / view.scale;
      view.y -= dy / view.scale;
      look();
    }
    pointers.set(event.pointerId, event);
  });
  const release = (event) => { pointers.delete(event.pointerId); svg.classList.remove("dragging"); };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  svg.addEventListener("click", (event) => {
    const g = event.target.closest("g.node");
    if (!g || moved > 4) return;
    const node = nodes[Number(g.id.slice(1))];
    select(node);
    toggle(node);
  });
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  const buttons = { "zoom-in": () => zoom(1.25), "zoom-out": () => zoom(0.8), fit,
    "expand": () => toggleAll(() => true), "collapse": () => toggleAll((node) => node.parent < 0 || nodes[node.parent].parent < 0) };
  for (const [id, act] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", act);
  new ResizeObserver(() => (touched ? look() : fit())).observe(svg);
  select(nodes[0]);
  fit();
})();
