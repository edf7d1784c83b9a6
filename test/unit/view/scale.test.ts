/** The axis of time: true or as a film, whole or in part. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from '#view';
import {
  following,
  moved,
  msAt,
  ticksOf,
  xOf,
  zoomed,
  type Span,
} from '../../../ui/stage/scale.ts';

const lastsMs = 3_600_000;
const writes = [0, 1, 2, 3, 60, 61, 3000].map((s, at) => ({
  ...{ revision: at + 1, atMs: s * 1000, work: at, pass: at },
}));
const film = new Pace({ writes, steps: [], lastsMs } as unknown as ConstructorParameters<
  typeof Pace
>[0]);
const axes: readonly (readonly [string, Span])[] = [
  ['true time', { fromMs: 0, toMs: lastsMs }],
  ['film time', { fromMs: 0, toMs: lastsMs, film }],
];
const moment = fc.integer({ min: 0, max: lastsMs });
const factor = fc.double({ min: 0.05, max: 20, noNaN: true });

describe.each(axes)('an axis of %s', (_, whole) => {
  it('has each moment at one place, later ones further right', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const x = xOf(whole, 1000, one);
        expect(msAt(whole, 1000, x)).toBeCloseTo(one, 3);
        if (one < other) expect(x).toBeLessThan(xOf(whole, 1000, other));
      }),
    );
  });

  it('stays within the run however it is zoomed and moved, and shows the moment that is followed', () => {
    fc.assert(
      fc.property(moment, fc.array(factor), fc.array(factor), (atMs, zooms, moves) => {
        let span: Span = whole;
        for (const each of zooms) span = { ...whole, ...zoomed(span, whole, atMs, each) };
        for (const each of moves) span = { ...whole, ...moved(span, whole, each - 10) };
        expect(span.fromMs).toBeGreaterThan(-51);
        expect(span.toMs).toBeLessThan(lastsMs + 51);
        expect(span.toMs - span.fromMs).toBeGreaterThan(99);
        const { fromMs, toMs } = following(span, whole, atMs) ?? whole;
        expect(fromMs).toBeLessThanOrEqual(atMs + 0.001);
        expect(toMs).toBeGreaterThanOrEqual(atMs - 0.001);
      }),
    );
  });

  it('lets a moment keep its place where it is zoomed in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: lastsMs - 1000 }), (atMs) => {
        const span = { ...whole, ...zoomed(whole, whole, atMs, 0.5) };
        expect(xOf(span, 1000, atMs)).toBeCloseTo(xOf(whole, 1000, atMs), 3);
      }),
    );
  });

  it('has ticks at round times, in order and apart', () => {
    const ticks = ticksOf(whole, 900);
    expect(ticks.length).toBeGreaterThan(3);
    const places = ticks.map((each) => xOf(whole, 900, each));
    places.slice(1).forEach((x, at) => expect(x - places[at]!).toBeGreaterThanOrEqual(89.9));
    expect(ticks.every((each) => each % 1000 === 0)).toBe(true);
  });
});

describe('film time', () => {
  it('gives a busy minute more room than a quiet one', () => {
    const [, whole] = axes[1]!;
    const wide = (from: number): number => xOf(whole, 1000, from + 60_000) - xOf(whole, 1000, from);
    expect(wide(0)).toBeGreaterThan(5 * wide(1_800_000));
  });
});
