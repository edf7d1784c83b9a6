/** What is taken along from the stage. */
import { describe, expect, it } from 'vitest';
import { type CauseGraph, numbersOf } from '#view';
import { csvOf } from '../../../ui/stage/export/csv.ts';
import { mermaidOf } from '../../../ui/stage/export/mermaid.ts';
import { stageSvg } from '../../../ui/stage/export/stage-svg.ts';
import { viewOf } from './source.ts';

describe('what is taken along', async () => {
  const view = await viewOf('daemonset/rolling-update');
  const { writes } = view.summary();
  const at = (atMs: number) => view.scene(writes.findLast((each) => each.atMs <= atMs)!.revision);

  it('has numbers as CSV, with a row for each moment at which one of them changes', () => {
    const numbers = numbersOf(view.charts(), { kind: 'DaemonSet', key: 'default/agent' });
    const [head, ...rows] = csvOf(numbers).trim().split('\n');
    expect(head).toBe(
      'seconds,desiredNumberScheduled,currentNumberScheduled,updatedNumberScheduled,numberReady,numberAvailable,numberUnavailable,numberMisscheduled',
    );
    const seconds = rows.map((row) => Number(row.split(',')[0]));
    expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
    const five = rows[seconds.indexOf(5)]!.split(',');
    expect(five[4]).toBe('5');
  });

  it('has the stage as an SVG with each node and pod, in the colours that it is given', () => {
    const scene = at(21_000);
    const picture = { scene, title: 'a < b', caption: 'c & d', width: 1200, height: 630 };
    const svg = stageSvg({ ...picture, paint: (name) => `var-${name}` });
    for (const { name } of scene.nodes) expect(svg).toContain(`>${name}</text>`);
    for (const { key } of scene.pods!) expect(svg).toContain(`<title>${key}: `);
    expect(svg).toContain('a &lt; b');
    expect(svg).toContain('c &amp; d');
    expect(svg).toContain('var-v0');
    expect(svg).toContain('var-v1');
    expect(svg.match(/<g /g)!.length).toBe(svg.match(/<\/g>/g)!.length);
  });

  it('has the causes of a value as a Mermaid graph', async () => {
    const { revision } = writes.find(({ text }) => text.includes('numberReady 0→5'))!;
    const graph: CauseGraph = await view.causes(revision);
    const text = mermaidOf(graph);
    expect(text).toMatch(/^flowchart TD\n/);
    for (const { from, to } of graph.edges) expect(text).toContain(`  r${from} --> r${to}`);
    expect(text.split('\n').filter((line) => line.includes('["')).length).toBe(graph.nodes.length);
  });
});
