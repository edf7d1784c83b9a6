/** What a lesson shows of a run: its stretch of time, its lanes, and a change of the scenario. */
import { describe, expect, it } from 'vitest';
import type { StageNumber } from '#view';
import { changedLines, differingPart } from '../../../ui/lesson/change-lines.ts';
import { stretchOf } from '../../../ui/lesson/stretch.ts';
import { placed, type LaneView } from '../../../ui/stage/lanes.ts';

const step = (atMs: number) => ({ atMs, line: 1, summary: 'a step', isCheck: false });

describe('the stretch of a question', () => {
  const lastsMs = 300_000;

  it('begins a second before the change, and shows 12 s before the moment and 17 s after it', () => {
    const steps = [step(0), step(20_000), step(60_000)];
    expect(stretchOf({ steps, lastsMs }, 21_000)).toEqual({
      ...{ fromMs: 19_000, toMs: 21_000, pace: 0.45 },
      span: { fromMs: 9_000, toMs: 38_000 },
    });
  });

  it('passes in nine seconds at most, and shows the change however far it is', () => {
    const { fromMs, toMs, pace, span } = stretchOf({ steps: [step(10_000)], lastsMs }, 250_000);
    expect((toMs - fromMs) / pace).toBeCloseTo(9_000);
    expect(span.fromMs).toBeLessThan(10_000);
    expect(span.toMs).toBe(lastsMs);
  });

  it('begins with the run where nothing came before', () => {
    expect(stretchOf({ steps: [], lastsMs }, 500)).toMatchObject({ fromMs: 0, toMs: 500 });
  });
});

describe('a change of a scenario', () => {
  const text =
    'spec:\n  replicas: 4\n  strategy: { maxSurge: 1, maxUnavailable: 1 }\n  paused: false\n';

  it('is shown with the lines around it', () => {
    const changed = text.replace('maxSurge: 1', 'maxSurge: 100%');
    expect(changedLines(text, changed)).toEqual([
      {
        line: 3,
        above: 'replicas: 4',
        removed: ['strategy: { maxSurge: 1, maxUnavailable: 1 }'],
        added: ['strategy: { maxSurge: 100%, maxUnavailable: 1 }'],
        below: 'paused: false',
      },
    ]);
  });

  it('may be in several places, or of other length', () => {
    const twice = text.replace('4', '5').replace('false', 'true');
    expect(changedLines(text, twice).map(({ line }) => line)).toEqual([2, 4]);
    const [longer] = changedLines(text, text.replace('replicas: 4', 'replicas: 4\n  minReady: 1'));
    expect(longer).toMatchObject({ line: 3, removed: [], added: ['minReady: 1'] });
    expect(changedLines(text, text)).toEqual([]);
  });

  it('is shown without the line below, where something else begins', () => {
    const steps = '  - at: 0s\n    scale: 3\n  - at: 1s\n';
    expect(changedLines(steps, steps.replace('3', '4'))).toEqual([
      { line: 2, above: '- at: 0s', removed: ['  scale: 3'], added: ['  scale: 4'] },
    ]);
  });

  it('marks whole words', () => {
    expect(differingPart('points 0,1 60,120', 'points 0,1 60,140')).toEqual([
      'points 0,1 60,',
      '140',
      '',
    ]);
  });
});

describe('the lanes of a question', () => {
  const number = (field: string, most: number): StageNumber => ({
    ...{ object: { kind: 'Deployment', key: 'default/web' }, field, label: field },
    ...{ points: [], askedWord: 'of', most, isBad: false, unit: '' },
  });
  const lanes = ['ready', 'updated'].map((label) => ({ label, number: number(label, 4) }));
  const view: LaneView = {
    tall: 'updated',
    marks: [{ field: 'updated', atMs: 0, value: 7, text: 'you said 7', kind: 'said' }],
    other: [number('ready', 8)],
    hidesFuture: true,
  };

  it('are one below another, the asked one twice as high, with room for all that is drawn', () => {
    const found = placed(lanes, view, { top: 18, height: 30 });
    expect(found.map(({ top, height, number: { most } }) => [top, height, most])).toEqual([
      [18, 30, 8],
      [48, 60, 7],
    ]);
    expect(found[0]!.other?.most).toBe(8);
    expect(found[1]!.other).toBeUndefined();
  });
});
