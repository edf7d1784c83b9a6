/** The moving picture of a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { kinds, KindRegistry } from '#catalog';
import { Run } from '#run';
import { loadScenarios } from '#scenario';
import { RunView } from '#view';
import { Film } from '../../../tools/pictures/film.ts';
import { motionPicture } from '../../../tools/pictures/motion.ts';
import { root } from '../../support/imports.ts';

const css = readFileSync(join(root, 'ui/theme/colours.css'), 'utf8');

describe('the moving picture of a run', () => {
  let view: RunView;
  beforeAll(async () => {
    const file = join(root, 'scenarios/daemonset/rolling-update.yaml');
    const [scenario] = await loadScenarios(file, new KindRegistry(kinds));
    const run = await Run.begin(scenario!, { keep: true });
    await run.finish();
    await run.stop();
    view = new RunView(run.log);
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
