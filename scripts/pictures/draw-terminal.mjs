/** Draws the frames of a terminal as an SVG that plays them, and shows the last one to whoever wants no motion. */

const CELL = { width: 8.4, height: 19 };
const MARGIN = { side: 18, top: 44, bottom: 16 };
/** How long the last frame stays before the picture begins again. */
const LAST_MS = 6_000;
const FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";
/** The sixteen colors of the palette. */
const PALETTE = [
  ...['#484f58', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#c9d1d9'],
  ...['#6e7681', '#ffa198', '#a5f3b4', '#f2cc60', '#a5d6ff', '#e2c5ff', '#b3f0f5', '#f0f6fc'],
];

export function drawTerminal(frames, { columns, rows, title }) {
  const width = Math.round(columns * CELL.width + 2 * MARGIN.side);
  const height = rows * CELL.height + MARGIN.top + MARGIN.bottom;
  const totalMs = frames.at(-1).atMs + LAST_MS;
  const shown = Array.from({ length: rows }, (_, row) => linesOf(frames, row, totalMs)).flat();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text{font:14px ${FONT};fill:#c9d1d9;white-space:pre}
.b{font-weight:600}.d{opacity:.6}
${PALETTE.map((color, number) => `.c${number}{fill:${color}}`).join('')}
g[id]{visibility:hidden;animation-duration:${totalMs.toFixed(0)}ms;animation-iteration-count:infinite;animation-timing-function:step-end}
${shown.map(keyframes(totalMs)).join('\n')}
@media (prefers-reduced-motion:reduce){g[id]{animation:none}${lastOnes(shown, totalMs)}{visibility:visible}}
</style>
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
<g fill="#30363d"><circle cx="22" cy="22" r="6"/><circle cx="42" cy="22" r="6"/><circle cx="62" cy="22" r="6"/></g>
<text x="${width / 2}" y="27" text-anchor="middle" class="d">${escaped(title)}</text>
${shown.map(({ row, runs }, index) => `<g id="l${index}">${drawLine(runs, row)}</g>`).join('\n')}
</svg>
`;
}

/** What stands in this row, each content with the time during which it is there. */
function linesOf(frames, row, totalMs) {
  const lines = [];
  for (const { atMs, lines: screen } of frames) {
    const runs = screen[row];
    const last = lines.at(-1);
    if (last && JSON.stringify(last.runs) === JSON.stringify(runs)) continue;
    if (last) last.untilMs = atMs;
    lines.push({ row, runs, fromMs: atMs, untilMs: totalMs });
  }
  return lines.filter(({ runs }) => runs.length > 0);
}

function keyframes(totalMs) {
  const share = (ms) => `${((100 * ms) / totalMs).toFixed(2)}%`;
  return ({ fromMs, untilMs }, index) => {
    const end = untilMs < totalMs ? `${share(untilMs)}{visibility:hidden}` : '';
    return `@keyframes k${index}{${share(fromMs)}{visibility:visible}${end}}#l${index}{animation-name:k${index}}`;
  };
}

function lastOnes(shown, totalMs) {
  return shown.flatMap(({ untilMs }, index) => (untilMs === totalMs ? [`#l${index}`] : [])).join(',');
}

function drawLine(runs, row) {
  const y = MARGIN.top + row * CELL.height + 14;
  return runs.map((run) => drawRun(run, y)).join('');
}

/** Each run is as wide as its cells, so that columns stay straight in any font. */
function drawRun({ column, text, color, isBold, isDim }, y) {
  const kept = text.trimEnd();
  const indent = kept.length - kept.trimStart().length;
  const classes = [isBold && 'b', isDim && 'd', typeof color === 'number' && color < 16 && `c${color}`].filter(Boolean);
  const look = `${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}${typeof color === 'string' ? ` style="fill:${color}"` : ''}`;
  const x = (MARGIN.side + (column + indent) * CELL.width).toFixed(1);
  const length = ((kept.length - indent) * CELL.width).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}"${look}>${escaped(kept.trimStart())}</text>`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
}
