/** The moving picture of a run. */
import { defaultProfile } from '#kinds';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { motionPicture, PictureError } from '#picture';
import { Run } from '#run';
import { loadScenarios, parseScenario } from '#scenario';
import { RunView } from '#view';
import { Film } from '../../../src/picture/film.ts';
import { layoutOf } from '../../../src/picture/layout.ts';
import { valueText } from '../../../src/picture/side.ts';
import { root } from '../../support/imports.ts';

const css = readFileSync(join(root, 'ui/theme/colours.css'), 'utf8');

describe('the moving picture of a run', () => {
  let view: RunView;
  beforeAll(async () => {
    const file = join(root, 'scenarios/daemonset/rolling-update.yaml');
    const [scenario] = await loadScenarios(file, new KindRegistry(defaultProfile));
    const run = await Run.begin(scenario!, { keep: true });
    await run.finish();
    await run.stop();
    view = new RunView(run.log, new KindRegistry(defaultProfile));
  });

  it('has every pod, every node, every step, and the colours of the page, and loads nothing', () => {
    const svg = motionPicture(view, css, 21_000);
    for (const { key } of view.lives()!.pods!) expect(svg).toContain(`>${key.split('-').at(-1)}<`);
    for (let at = 1; at <= 6; at++) expect(svg).toContain(`>node-${at}<`);
    expect(svg).toContain('A new image. Two pods at a time are replaced.');
    expect(svg).toContain('--v0: #2d66d2;');
    expect(svg).not.toMatch(/<script|href=|url\(|@import/);
  });

  it('is the same for the same run, and stands still for who wants no motion', () => {
    const svg = motionPicture(view, css, 21_000);
    expect(motionPicture(view, css, 21_000)).toBe(svg);
    expect(svg).toMatch(/prefers-reduced-motion:reduce\)\{\*\{animation-play-state:paused/);
  });

  it('uses only animations and colours that it has', () => {
    const svg = motionPicture(view, css, 21_000);
    for (const [, name] of svg.matchAll(/class="(f\d+)"/g))
      expect(svg).toContain(`@keyframes ${name}{`);
    for (const [, name] of svg.matchAll(/var\((--[\w-]+)\)/g)) expect(svg).toContain(`${name}: `);
  });
});

describe('the picture of any run', () => {
  const pod = (name: string, cpu: string): string =>
    `{ apiVersion: v1, kind: Pod, metadata: { name: ${name} }, spec: { containers: [{ name: c, image: i, resources: { requests: { cpu: '${cpu}' } } }] } }`;
  const pictureOf = async (nodes: number, ...pods: readonly string[]): Promise<string> => {
    const apply = pods.length === 0 ? '' : `  - { at: 1s, apply: [${pods.join(', ')}] }`;
    const text = `cluster: { nodes: [{ name: n, count: ${nodes}, capacity: { cpu: '2' } }] }\nsteps:\n  - { at: 0s, note: '<Begin> & go' }\n${apply}\nuntil: 20s`;
    const run = await Run.begin(parseScenario(text, 'x.yaml', new KindRegistry(defaultProfile)), {
      keep: true,
    });
    await run.finish();
    await run.stop();
    return motionPicture(new RunView(run.log, new KindRegistry(defaultProfile)), css);
  };
  /** The left upper corners of tiles with these names. */
  const places = (svg: string, names: readonly string[]): readonly string[] =>
    names.map((name) => new RegExp(`<rect [^>]*/>(?=<text [^>]*>${name}<)`).exec(svg)?.[0] ?? '');

  it('has a place for each pod of a node', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const svg = await pictureOf(1, ...names.map((name) => pod(name, '1m')));
    const corners = places(svg, names).map((rect) => /x="[^"]+" y="[^"]+"/.exec(rect)?.[0]);
    expect(corners).not.toContain(undefined);
    expect(new Set(corners).size).toBe(names.length);
  });

  it('shows pods that wait for a node', async () => {
    expect(await pictureOf(1, pod('large', '64'))).toContain('>no node yet<');
    expect(await pictureOf(1, pod('small', '1m'))).not.toContain('>no node yet<');
  });

  it('has only text in its words', async () => {
    expect(await pictureOf(1)).toContain('&lt;Begin&gt; &amp; go');
  });

  it('is refused for more nodes than fit', async () => {
    expect(await pictureOf(48)).toContain('>n-48<');
    await expect(pictureOf(49)).rejects.toThrow(PictureError);
    await expect(pictureOf(49)).rejects.toThrow('room for 48 nodes; this run has 49');
  });
});

describe('a layout', () => {
  const area = { left: 180, top: 14, width: 694 };
  const counts = [1, 3, 6, 7, 12, 24, 48];

  it.each(
    counts.flatMap((racks) => [1, 2, 3, 5, 12, 40].map((places) => [racks, places] as const)),
  )('keeps %i nodes with %i pods each apart, and inside', (racks, places) => {
    const layout = layoutOf(racks, places, area);
    const { rack, tile } = layout;
    const corners = Array.from({ length: places }, (_, at) => layout.tileAt(0, at));
    const apart = (a: (typeof corners)[0], b: (typeof corners)[0]): boolean =>
      Math.abs(a.x - b.x) >= tile.width || Math.abs(a.y - b.y) >= tile.height;
    for (const [at, corner] of corners.entries()) {
      expect(corners.slice(0, at).every((other) => apart(corner, other))).toBe(true);
      expect(corner.x + tile.width).toBeLessThanOrEqual(area.left + rack.width + 0.01);
      expect(corner.y + tile.height).toBeLessThanOrEqual(area.top + rack.height);
    }
    const last = layout.rackAt(racks - 1);
    expect(last.x + rack.width).toBeLessThanOrEqual(area.left + area.width);
    expect(last.y + rack.height).toBe(layout.bottom);
  });
});

describe('a number in a picture', () => {
  it.each([
    [0, '', '0'],
    [9999, '', '9999'],
    [66, '%', '66%'],
    [12_500, '', '12.5k'],
    [1.5 * 1024 ** 3, '', '1.5Gi'],
    [0.25, '', '0.25'],
  ])('%f is short', (value, unit, expected) => {
    expect(valueText(value, { unit })).toBe(expected);
  });
});

describe('a part of a film', () => {
  it('is seen during its stretches only', () => {
    const film = new Film(10_000);
    const part = film.during([{ fromMs: 2000, toMs: 4000 }], '<b/>');
    expect(part).toBe('<g class="f0" opacity="0"><b/></g>');
    expect(film.style(0)).toContain(
      '0%{opacity:0}20%{opacity:0}21.6%{opacity:1}40%{opacity:1}40.8%{opacity:0}100%{opacity:0}',
    );
  });

  it('stays to the end, and is left out where it would not be seen', () => {
    const film = new Film(10_000);
    film.during([{ fromMs: 9000, toMs: 10_000 }], '<b/>');
    expect(film.style(0)).toContain('90%{opacity:0}91.6%{opacity:1}100%{opacity:1}}');
    expect(film.during([{ fromMs: 5, toMs: 5 }], '<b/>')).toBe('');
  });
});
