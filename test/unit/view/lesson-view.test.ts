/** What a lesson shows of a run: its stretch of time, its lanes, and a change of the scenario. */
import { describe, expect, it } from 'vitest';
import type { LessonQuestion } from '#lesson';
import type { StageNumber } from '#view';
import { askedNumber, heightOf } from '../../../ui/lesson/asked-lane.ts';
import { changedLines, differingPart } from '../../../ui/lesson/change-lines.ts';
import { withClock } from '../../../ui/lesson/clock-times.ts';
import { stretchOf } from '../../../ui/lesson/stretch.ts';
import { lanesOf, placed, type LaneView } from '../../../ui/stage/lanes.ts';

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

  it('have room for every answer, so that their scale tells none', () => {
    const [, tall] = placed(lanes, { ...view, marks: [], reach: 9 }, { top: 18, height: 30 });
    expect(tall!.number.most).toBe(9);
    expect(placed(lanes, { ...view, reach: 9 }, { top: 18, height: 30 })[0]!.number.most).toBe(8);
  });

  it('have one for what is asked about, also where other numbers are equal to it', () => {
    const equal = ['ready', 'available'].map((field) => number(field, 4));
    const [lane, ...others] = lanesOf(equal, 'available');
    expect(others).toEqual([]);
    expect(lane).toMatchObject({ label: 'ready = available', number: { field: 'available' } });
  });
});

describe('the text of a lesson', () => {
  it('has moments as the clock shows them', () => {
    expect(withClock('From 180 s to 240 s it waits for 60 s. At 20 s, at 3661 s.')).toBe(
      'From 180 s (3:00) to 240 s (4:00) it waits for 60 s. At 20 s, at 3661 s (1:01:01).',
    );
  });
});

describe('a lane of what no number says', () => {
  const question = (field: string, ...answers: readonly string[]): LessonQuestion => ({
    ...{ title: '', text: [], after: [], others: [], said: [], line: 1, atMs: 0 },
    ...{ kind: 'Pod', key: 'default/web', field, answers },
  });
  const values = (...all: readonly string[]) => all.map((value, at) => ({ atMs: at, value }));

  it('has words at heights of their own, in the order of the answers', () => {
    const asked = question('status.phase', 'Running', 'none');
    const number = askedNumber(asked, values('none', 'Pending', 'Running'));
    expect(number).toMatchObject({ field: 'phase', label: 'phase', most: 2 });
    expect(number.words).toEqual(['Running', 'none', 'Pending']);
    expect(number.points.map(({ value }) => value)).toEqual([1, 2, 0]);
    expect(heightOf('none', number.words)).toBe(1);
    expect(heightOf('Failed', number.words)).toBeUndefined();
  });

  it('has numbers at their heights, and nothing before the object is there', () => {
    const asked = question('status.containerStatuses[0].restartCount', '0', '1');
    const number = askedNumber(asked, values('none', '0', '3'));
    expect(number.field).toBe('containerStatuses');
    expect(number.words).toBeUndefined();
    expect(number.points.map(({ value }) => value)).toEqual([undefined, 0, 3]);
    expect(number.most).toBe(3);
    expect([heightOf('1', undefined), heightOf('none', undefined)]).toEqual([1, undefined]);
  });
});
