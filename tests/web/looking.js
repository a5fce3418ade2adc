// What is wrong with the looks of a page, one sentence for each fault. Runs in the page itself.
// `mayScroll` are selectors of boxes that may scroll, or cut their content off, by intention; `ornaments` of
// pictures whose letters nobody has to read.
({mayScroll, ornaments}) => {
  const faults = new Set();
  const wide = window.innerWidth;
  const name = (node) => {
    const marked = node.closest('[data-testid]');
    const text = (node.textContent || node.value || '').trim().replace(/\s+/g, ' ').slice(0, 50);
    const kind = node.tagName.toLowerCase() + (node.classList.length ? '.' + [...node.classList].slice(0, 3).join('.') : '');
    return `${kind}${marked ? ` in [${marked.dataset.testid}]` : ''} "${text}"`;
  };
  const shown = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && node.checkVisibility({opacityProperty: true, visibilityProperty: true});
  };
  const every = [...document.body.querySelectorAll('*')].filter(shown);
  const isAllowed = (node) => mayScroll.some((selector) => node.closest(selector));
  const isIcon = (node) => Boolean(node.closest('.q-icon, .material-icons'));
  const ancestors = (node) => {
    const found = [];
    for (let up = node.parentElement; up; up = up.parentElement) { found.push(up); }
    return found;
  };
  const cuts = (style) => /hidden|clip|auto|scroll/.test(style.overflowX);

  // 1. The page does not scroll sideways, and nothing sticks out of it.
  const page = document.documentElement;
  const wanted = [...document.body.querySelectorAll('.hz-bar, .hz-page, .hz-foot')].reduce((sum, node) => sum + node.offsetHeight, 0);
  if (wanted && page.scrollHeight > window.innerHeight && wanted < window.innerHeight) {
    faults.add(`scrolls although all of it has room: ${page.scrollHeight} of ${window.innerHeight}`);
  }
  if (page.scrollWidth > wide) { faults.add(`the page scrolls sideways: ${page.scrollWidth} of ${wide}`); }
  for (const node of every) {
    const box = node.getBoundingClientRect();
    if ((box.right > wide + 1 || box.left < -1) && !ancestors(node).some((up) => cuts(getComputedStyle(up)))) {
      faults.add(`sticks out of the page: ${name(node)}`);
    }
  }

  // 2. No box has a scroll bar, and none cuts its text off.
  for (const node of every) {
    if (node === page || node === document.body || isAllowed(node) || node.closest('svg')) { continue; }
    const style = getComputedStyle(node);
    const across = node.scrollWidth > node.clientWidth + 1, down = node.scrollHeight > node.clientHeight + 1;
    if ((across && /auto|scroll/.test(style.overflowX)) || (down && /auto|scroll/.test(style.overflowY))) {
      faults.add(`has a scroll bar: ${name(node)}`);
    }
    if (node.tagName === 'INPUT') {  // what was typed may be longer than its field, what the page says may not
      const label = node.closest('.q-field')?.querySelector('.q-field__label');
      if (node.readOnly && across && node.value) { faults.add(`cut off: ${name(node)}`); }
      if (label && label.scrollWidth > label.clientWidth + 1) { faults.add(`cut off: ${name(label)}`); }
      continue;
    }
    const cut = (across && /hidden|clip/.test(style.overflowX)) || (down && /hidden|clip/.test(style.overflowY));
    if (cut && node.textContent.trim() && !isIcon(node)) { faults.add(`cut off: ${name(node)}`); }
  }
  for (const text of document.querySelectorAll('svg text')) {
    if (!shown(text) || isAllowed(text)) { continue; }
    const box = text.getBoundingClientRect(), frame = text.ownerSVGElement.getBoundingClientRect();
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) {
      faults.add(`sticks out of its drawing: ${name(text)}`);
    }
  }

  // 3. Nothing that can be pressed lies on something else that can.
  const meets = (a, b, slack) =>
    a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
  const floats = (node) => Boolean(node.closest('.q-menu, .q-notifications, .q-dialog, .q-tooltip'));
  const pressed = every.filter(
    (node) => node.matches('button, a, input, textarea, [role=button], [role=link], [role=tab], .q-toggle') && !node.closest('svg'));
  pressed.forEach((one, index) => {
    for (const other of pressed.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || floats(one) !== floats(other)) { continue; }
      if (one.closest('.q-field') && one.closest('.q-field') === other.closest('.q-field')) { continue; }
      if (meets(one.getBoundingClientRect(), other.getBoundingClientRect(), 1)) {
        faults.add(`lies on another: ${name(one)} and ${name(other)}`);
      }
    }
  });

  // 4. No words lie on other words; all are large enough and stand out from what is behind them.
  const colour = (text) => {
    const found = text.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/);
    return found ? [+found[1], +found[2], +found[3], found[4] === undefined ? 1 : +found[4]] : null;
  };
  const over = (top, below) => top.slice(0, 3).map((part, i) => part * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = 'Canvas';
  const canvas = colour(getComputedStyle(probe).backgroundColor);  // where nothing else is painted
  probe.remove();
  const behind = (node) => {  // null where a picture is behind it
    const layers = [];
    for (let up = node; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.backgroundImage !== 'none') { return null; }
      const found = colour(style.backgroundColor);
      if (found && found[3] > 0) { layers.push(found); }
      if (found && found[3] === 1) { break; }
    }
    return layers.reverse().reduce((below, top) => over(top, below), canvas);
  };
  const behindDrawn = (text) => {  // what is painted under the middle of a text, the lowest first
    const drawing = text.ownerSVGElement, box = text.getBoundingClientRect();
    let found = behind(drawing);
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    for (const shape of drawing.querySelectorAll('rect, circle, ellipse, path, polygon')) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) || shape.closest('defs')) { continue; }
      const style = getComputedStyle(shape), matrix = shape.getScreenCTM();
      if (style.fill === 'none' || !matrix || !shape.isPointInFill(middle.matrixTransform(matrix.inverse()))) { continue; }
      const fill = colour(style.fill);
      if (!fill) { return null; }  // a pattern
      let opacity = fill[3] * +style.fillOpacity;
      for (let up = shape; up && up !== drawing; up = up.parentElement) { opacity *= +getComputedStyle(up).opacity; }
      if (found) { found = over([...fill.slice(0, 3), opacity], found); }
    }
    return found;
  };
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !shown(node) || node.closest(['script, style, title', ...ornaments].join())) { continue; }
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const style = getComputedStyle(node), drawn = Boolean(node.closest('svg'));
    const scale = drawn && node.getScreenCTM ? Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b) : 1;
    const size = parseFloat(style.fontSize) * scale;
    if (node.closest('[aria-hidden=true]') && !isIcon(node)) { continue; }
    words.push({node, boxes, drawn});
    if (size < 9.5 && !isIcon(node)) { faults.add(`too small (${size.toFixed(1)} px): ${name(node)}`); }
    if (node.closest('[disabled], .disabled, [aria-disabled=true]')) { continue; }
    const ink = colour(drawn ? style.fill : style.color), ground = drawn ? behindDrawn(node) : behind(node);
    if (!ink || !ground) { continue; }
    let opacity = ink[3];
    for (let up = node; up; up = up.parentElement) { opacity *= +getComputedStyle(up).opacity; }
    if (opacity < 1 && floats(node)) { continue; }  // it is just coming or going
    const ratio = contrast(over([...ink.slice(0, 3), opacity], ground), ground);
    const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700) || isIcon(node);
    const halo = drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none';
    if (ratio < (large ? 3 : 4.5) - 0.01 && !halo) {
      faults.add(`hard to read (contrast ${ratio.toFixed(2)}): ${name(node)}`);
    }
  }
  words.forEach((one, index) => {
    for (const other of words.slice(index + 1)) {
      if (one.node === other.node || floats(one.node) !== floats(other.node)) { continue; }
      if (isAllowed(one.node) || isAllowed(other.node)) { continue; }
      const slack = one.drawn ? 3 : 4;  // a line is higher than its letters
      if (one.boxes.some((a) => other.boxes.some((b) => meets(a, b, slack)))) {
        faults.add(`words on words: ${name(one.node)} and ${name(other.node)}`);
      }
    }
  });
  return [...faults];
}
