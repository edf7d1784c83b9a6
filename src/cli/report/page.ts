/** The report as one page that opens from disk: the data, and a small viewer for it. */
import type { ReportData } from './data.ts';

/** The page's text. */
export function reportPage(data: ReportData): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(data.scenario)} - Orrery</title>
<style>${STYLE}</style>
</head>
<body>
<main id="page"></main>
<script type="application/json" id="data">${embedded(data)}</script>
<script>${VIEWER}</script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

/** Nothing in the data may end its HTML element. */
function embedded(data: ReportData): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}

const STYLE = `
body { font: 14px/1.45 system-ui, sans-serif; margin: 0; color: #1c2330; background: #f6f7f9; }
main { max-width: 1080px; margin: 0 auto; padding: 24px; }
h1 { margin: 0 0 4px; font-size: 24px; } h2 { font-size: 17px; margin: 28px 0 8px; }
section, details { background: #fff; border: 1px solid #dde1e7; border-radius: 6px; padding: 10px 14px; margin: 8px 0; }
.good { color: #17703b; } .bad { color: #b3261e; } .dim { color: #667085; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 2px 10px 2px 0; vertical-align: top; }
td.time, td.num { font-variant-numeric: tabular-nums; white-space: nowrap; color: #667085; }
tr.hit { background: #fff3cd; }
svg { width: 100%; height: 120px; display: block; } svg text { font-size: 11px; fill: #667085; }
input { font: inherit; padding: 4px 8px; width: 320px; } a { color: #175cd3; }
.legend span { margin-right: 14px; cursor: pointer; } .scroll { max-height: 480px; overflow: auto; }
pre { margin: 4px 0 0; white-space: pre-wrap; }
`;

/** Draws the data; knows nothing about Kubernetes. */
const VIEWER = `
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const page = document.getElementById('page');
const COLOURS = ['#175cd3', '#c4320a', '#17703b', '#7a2ea0', '#b54708', '#0e7090', '#9e165f', '#475467'];
const el = (name, attributes, ...children) => {
  const svg = ['svg', 'path', 'text', 'line', 'circle', 'title'].includes(name);
  const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  for (const child of children) node.append(child);
  return node;
};
const timeText = (ms) => {
  const s = Math.floor(ms / 1000), pad = (n) => String(n).padStart(2, '0');
  const text = Math.floor(s / 3600) + ':' + pad(Math.floor(s / 60) % 60) + ':' + pad(s % 60);
  return ms % 1000 ? text + '.' + String(ms % 1000).padStart(3, '0') : text;
};
const rows = (head, items) => el('table', {}, el('tr', {}, ...head.map((h) => el('th', {}, h))), ...items);

page.append(el('h1', {}, data.scenario), el('div', { class: 'dim' },
  (data.description || '') + '  seed ' + data.seed + ', ' + data.start + ', ' + timeText(data.lastsMs) + ' of virtual time'));

page.append(el('h2', {}, 'Checks'), el('section', {}, data.checks.length === 0 ? 'There were none.' :
  rows(['', 'at', 'line', 'check'], data.checks.map((c) => el('tr', {},
    el('td', { class: c.passed ? 'good' : 'bad' }, c.passed ? 'held' : 'failed'),
    el('td', { class: 'time' }, c.decidedAtMs === undefined ? 'end' : timeText(c.decidedAtMs)),
    el('td', { class: 'num' }, String(c.line)),
    el('td', {}, c.summary, c.passed ? '' : el('div', { class: 'bad' }, c.actual)))))));

page.append(el('h2', {}, 'Status over time'));
for (const object of data.objects) {
  const series = object.series.filter((s) => s.points.some((p) => p.value));
  if (series.length === 0) continue;
  const out = el('pre', { class: 'dim' }, 'Click a point to see how the number came about.');
  page.append(el('section', {}, el('b', {}, object.kind + ' ' + object.key), chart(object, series, out), legend(series), out));
}

function legend(series) {
  return el('div', { class: 'legend' }, ...series.map((s, i) => {
    const item = el('span', {}, '\\u25cf ' + s.path.replace(/^status\\./, ''));
    item.style.color = COLOURS[i % COLOURS.length];
    return item;
  }));
}

function chart(object, series, out) {
  const W = 1000, H = 120, left = 36, bottom = 18;
  const svg = el('svg', { viewBox: '0 0 ' + W + ' ' + H, preserveAspectRatio: 'none' });
  const most = Math.max(1, ...series.flatMap((s) => s.points.map((p) => p.value || 0)));
  const x = (ms) => left + (W - left - 8) * ms / Math.max(1, data.lastsMs);
  const y = (v) => 8 + (H - bottom - 8) * (1 - v / most);
  svg.append(el('text', { x: 2, y: y(most) + 4 }, String(most)), el('text', { x: 2, y: y(0) + 4 }, '0'));
  for (let i = 0; i <= 4; i++) svg.append(el('text', { x: x(data.lastsMs * i / 4) - (i === 4 ? 46 : 0), y: H - 3 }, timeText(Math.round(data.lastsMs * i / 4000) * 1000)));
  for (const step of data.steps) if (!step.isCheck) svg.append(el('line', { x1: x(step.atMs), x2: x(step.atMs), y1: 0, y2: H - bottom, stroke: '#e4e7ec' }));
  series.forEach((s, i) => {
    let path = '', open = false;
    s.points.forEach((p, k) => {
      const until = k + 1 < s.points.length ? s.points[k + 1].atMs : data.lastsMs;
      if (p.value === undefined) { open = false; return; }
      path += (open ? 'L' : 'M') + x(p.atMs) + ' ' + y(p.value) + 'L' + x(until) + ' ' + y(p.value);
      open = true;
    });
    svg.append(el('path', { d: path, fill: 'none', stroke: COLOURS[i % COLOURS.length], 'stroke-width': 1.6, 'vector-effect': 'non-scaling-stroke' }));
    for (const p of s.points) {
      if (p.value === undefined) continue;
      const dot = el('circle', { cx: x(p.atMs), cy: y(p.value), r: 3.5, fill: COLOURS[i % COLOURS.length] }, el('title', {}, s.path + ' = ' + p.value + ' at ' + timeText(p.atMs)));
      dot.style.cursor = 'pointer';
      dot.onclick = () => tell(object, s, p, out);
      svg.append(dot);
    }
  });
  return svg;
}

function tell(object, series, point, out) {
  const lines = [object.kind + ' ' + object.key + '  ' + series.path + ' = ' + point.value + '  (' + timeText(point.atMs) + ', revision ' + point.revision + ')'];
  if (point.why) lines.push('', 'It ' + point.why.rule + ':', ...point.why.terms.map((t) => '  ' + t));
  lines.push('', 'What led to it:', ...chain(point.revision));
  out.textContent = lines.join('\\n');
  out.className = '';
}

const byRevision = new Map(data.timeline.map((line) => [line.revision, line]));
function chain(revision) {
  const lines = [];
  for (let line = byRevision.get(revision); line && lines.length < 60; line = byRevision.get(line.from)) {
    lines.push('  ' + timeText(line.atMs) + '  ' + line.actor + '  ' + line.verb + ' ' + line.kind + ' ' + line.key + '  ' + line.text, '      because: ' + line.because);
  }
  return lines;
}

const filter = el('input', { placeholder: 'filter: a name, an actor, a kind' });
const table = el('div', { class: 'scroll' });
const all = [
  ...data.timeline.map((l) => ({ atMs: l.atMs, order: l.revision, cells: [l.actor, l.verb + ' ' + l.kind + ' ' + l.key + '  ' + l.text], line: l })),
  ...data.steps.filter((s) => s.note || (!s.isCheck && s.summary)).map((s) => ({ atMs: s.atMs, order: -1, cells: ['scenario', [s.note, s.isCheck ? '' : s.summary].filter(Boolean).join(' - ')], step: true })),
  ...data.events.filter((e) => e.type === 'Warning').map((e) => ({ atMs: e.atMs, order: 1e12, cells: ['event', e.reason + ' ' + e.object + ': ' + e.message], warning: true })),
].sort((a, b) => a.atMs - b.atMs || a.order - b.order);
function list() {
  const wanted = filter.value.toLowerCase();
  const shown = all.filter((each) => each.cells.join(' ').toLowerCase().includes(wanted)).slice(0, 3000);
  table.replaceChildren(el('table', {}, ...shown.map((each) => {
    const row = el('tr', {}, el('td', { class: 'time' }, timeText(each.atMs)), el('td', {}, each.cells[0]), el('td', { class: each.warning ? 'bad' : each.step ? 'good' : '' }, each.cells[1]));
    if (each.line) row.onclick = () => { if (!row.open) { row.open = true; row.lastChild.append(el('pre', { class: 'dim' }, chain(each.line.revision).join('\\n'))); } };
    return row;
  })));
}
filter.oninput = list;
list();
page.append(el('h2', {}, 'Timeline'), el('section', {}, filter, el('div', { class: 'dim' }, 'Click a line to see what led to it.'), table));
`;
