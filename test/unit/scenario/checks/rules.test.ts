/** Temporal rules: edges in, verdict out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  exactly,
  holding,
  inOrder,
  throughout,
  type Rule,
  type Sample,
  type State,
} from '../../../../src/scenario/checks/rules.ts';

/** `pass@12`, `fail@12`; with `?` when only the end of the run decided. */
type Verdict = string;

/** Feeds samples to a rule as a run does: an outlook behind which time has moved is the verdict. */
function judge<S extends State>(rule: Rule<S>, samples: readonly Sample[], endMs: number): Verdict {
  const said = (passed: boolean, atMs: number): Verdict => `${passed ? 'pass' : 'fail'}@${atMs}`;
  let state: S | undefined;
  for (const sample of samples) {
    if (state !== undefined && sample.atMs > state.forecast.atMs) break;
    state = state === undefined ? rule.begin(sample) : rule.next(state, sample);
    if (state.final) return said(state.forecast.passed, state.forecast.atMs);
  }
  const { forecast, passesAtEnd } = state!;
  return endMs >= forecast.atMs
    ? said(forecast.passed, forecast.atMs)
    : `${said(passesAtEnd, endMs)}?`;
}

/** `T0 F5 T7`: true at 0, false from 5, true from 7. */
function edges(text: string): Sample[] {
  let tally = 0;
  let before = false;
  return text.split(' ').map((edge, i) => {
    const holds = edge.startsWith('T');
    if (i > 0 && holds && !before) tally += 1;
    before = holds;
    return { atMs: Number(edge.slice(1)), truths: [{ holds, tally }] };
  });
}

describe('eventually within 10', () => {
  it.each([
    ['T0', 'pass@0'],
    ['F0', 'fail@10'],
    ['F0 T4', 'pass@4'],
    ['F0 T4 F5', 'pass@4'],
    ['F0 T10', 'pass@10'],
    ['F0 T11', 'fail@10'],
  ])('of %s is %s', (text, verdict) => {
    expect(judge(eventually(10), edges(text), 100)).toBe(verdict);
  });

  it('fails when the run ends first', () => {
    expect(judge(eventually(10), edges('F0'), 5)).toBe('fail@5?');
  });

  it('looks at one instant when it may not wait', () => {
    expect(judge(eventually(0), edges('F0 T0'), 100)).toBe('pass@0');
    expect(judge(eventually(0), edges('F0 T1'), 100)).toBe('fail@0');
  });
});

describe('throughout 10', () => {
  it.each([
    ['T0', 'pass@10'],
    ['F0', 'fail@0'],
    ['T0 F4 T5', 'fail@4'],
    ['T0 F10', 'fail@10'],
    ['T0 F11', 'pass@10'],
  ])('of %s is %s', (text, verdict) => {
    expect(judge(throughout(10), edges(text), 100)).toBe(verdict);
  });

  it.each([
    ['F0', 'pass@10'],
    ['F0 T3', 'fail@3'],
    ['T0', 'fail@0'],
    ['F0 T10 F10', 'fail@10'],
  ])('false, of %s, is %s', (text, verdict) => {
    expect(judge(throughout(10, false), edges(text), 100)).toBe(verdict);
  });

  it('passes when it held to the end of the run', () => {
    expect(judge(throughout(10), edges('T0'), 5)).toBe('pass@5?');
    expect(judge(throughout(Infinity), edges('T0'), 5)).toBe('pass@5?');
  });
});

describe('holding for 5 within 20', () => {
  it.each([
    ['T0', 'pass@5'],
    ['F0 T3', 'pass@8'],
    ['F0 T3 F6 T7', 'pass@12'],
    ['T0 F5 T5', 'pass@10'],
    ['T0 F6', 'pass@5'],
    ['F0', 'fail@15'],
    ['F0 T15', 'pass@20'],
    ['F0 T16', 'fail@15'],
    ['F0 T15 F19', 'fail@19'],
    ['T0 F4 T8 F9 T15 F20', 'fail@20'],
  ])('of %s is %s', (text, verdict) => {
    expect(judge(holding(5, 20), edges(text), 100)).toBe(verdict);
  });

  it('fails when the run ends before it has lasted', () => {
    expect(judge(holding(5, 20), edges('F0 T3'), 7)).toBe('fail@7?');
    expect(judge(holding(5, Infinity), edges('F0 T3'), 7)).toBe('fail@7?');
  });
});

describe('exactly 2 times within 10', () => {
  it.each([
    ['F0', 'fail@10'],
    ['F0 T1 F2 T3', 'pass@10'],
    ['T0 F2 T3', 'fail@10'],
    ['F0 T1 F2 T3 F4 T5', 'fail@5'],
    ['F0 T1 F2 T10', 'pass@10'],
    ['F0 T1 F2 T3 F4 T10', 'fail@10'],
    ['F0 T1 F2 T3 F4 T11', 'pass@10'],
  ])('of %s is %s', (text, verdict) => {
    expect(judge(exactly(2, 10), edges(text), 100)).toBe(verdict);
  });

  it('is decided by the count so far when the run ends', () => {
    expect(judge(exactly(1, 10), edges('F0 T1'), 5)).toBe('pass@5?');
    expect(judge(exactly(2, 10), edges('F0 T1'), 5)).toBe('fail@5?');
  });
});

/** `-- 3a 5b`: a and b at the beginning (`+` true, `-` false), then which one becomes true when. */
function rises(text: string): Sample[] {
  const [first, ...later] = text.split(' ');
  const tallies = [...first!].map(() => 0);
  const holds = [...first!].map((mark) => mark === '+');
  const truths = (): Sample['truths'] => tallies.map((tally, i) => ({ holds: holds[i]!, tally }));
  const samples: Sample[] = [{ atMs: 0, truths: truths() }];
  for (const rise of later) {
    const i = 'abc'.indexOf(rise.at(-1)!);
    tallies[i]! += 1;
    holds[i] = true;
    samples.push({ atMs: Number(rise.slice(0, -1)), truths: truths() });
  }
  return samples;
}

describe('in order within 10', () => {
  it.each([
    ['--- 1a 2b 3c', 'pass@3'],
    ['--- 1a 1b 1c', 'pass@1'],
    ['--- 1b 1a 1c', 'pass@1'],
    ['--- 1b 2a 3c', 'fail@10'],
    ['--- 1b 2a 3c 4b', 'fail@10'],
    ['--- 1b 2a 3c 4b 5c', 'pass@5'],
    ['+++', 'pass@0'],
    ['-+-  1a', 'fail@10'],
    ['+-- 2b 10c', 'pass@10'],
    ['+-- 2b 11c', 'fail@10'],
  ])('of %s is %s', (text, verdict) => {
    expect(judge(inOrder(10), rises(text.replace(/ +/g, ' ')), 100)).toBe(verdict);
  });
});

/** Truth by time, as the definitions of the rules speak of it: at each instant all that it was. */
function truthAt(samples: readonly Sample[], atMs: number): readonly boolean[] {
  const before = samples.findLast((sample) => sample.atMs < atMs)?.truths[0]!.holds;
  const during = samples
    .filter((sample) => sample.atMs === atMs)
    .map(({ truths }) => truths[0]!.holds);
  return before === undefined || samples[0]!.atMs === atMs ? during : [before, ...during];
}

describe('for any course of events', () => {
  const course = fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 4 }), holds: fc.boolean() }), {
      minLength: 1,
      maxLength: 20,
    })
    .map((steps) => {
      let atMs = 0;
      const text = steps.map(({ gap, holds }, i) => {
        atMs += i === 0 ? 0 : gap;
        return `${holds ? 'T' : 'F'}${atMs}`;
      });
      return edges(text.join(' '));
    });
  const instants = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const passed = (verdict: Verdict): boolean => verdict.startsWith('pass');

  it('eventually is: at some instant up to the deadline', () => {
    fc.assert(
      fc.property(course, fc.integer({ min: 0, max: 30 }), (samples, within) => {
        const some = instants(0, within).some((t) => truthAt(samples, t).includes(true));
        expect(passed(judge(eventually(within), samples, 1000))).toBe(some);
      }),
    );
  });

  it('throughout is: at every instant, and all through it', () => {
    fc.assert(
      fc.property(
        course,
        fc.integer({ min: 0, max: 30 }),
        fc.boolean(),
        (samples, lasts, wanted) => {
          const all = instants(0, lasts).every((t) => !truthAt(samples, t).includes(!wanted));
          expect(passed(judge(throughout(lasts, wanted), samples, 1000))).toBe(all);
        },
      ),
    );
  });

  it('holding is: true from some change on for the whole time', () => {
    fc.assert(
      fc.property(
        course,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 20 }),
        (samples, lasts, more) => {
          const within = lasts + more;
          const begins = samples.filter(
            ({ atMs, truths }) => truths[0]!.holds && atMs + lasts <= within,
          );
          const some = begins.some((begin) => {
            const after = samples.slice(samples.indexOf(begin));
            return after.every(({ atMs, truths }) => truths[0]!.holds || atMs > begin.atMs + lasts);
          });
          expect(passed(judge(holding(lasts, within), samples, 1000))).toBe(some);
        },
      ),
    );
  });

  it('exactly is: this many rising edges', () => {
    fc.assert(
      fc.property(
        course,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 30 }),
        (samples, times, lasts) => {
          const rising = samples.filter(
            ({ atMs, truths }, i) =>
              i > 0 && atMs <= lasts && truths[0]!.holds && !samples[i - 1]!.truths[0]!.holds,
          );
          expect(passed(judge(exactly(times, lasts), samples, 1000))).toBe(rising.length === times);
        },
      ),
    );
  });

  it('nothing is decided before its time, and never changed by what comes after', () => {
    const rules: readonly Rule[] = [
      eventually(12),
      throughout(12),
      throughout(12, false),
      holding(4, 15) as unknown as Rule,
      exactly(2, 12) as unknown as Rule,
    ];
    fc.assert(
      fc.property(course, course, fc.constantFrom(...rules), (samples, more, rule) => {
        const verdict = judge(rule, samples, 1000);
        const decidedAt = Number(verdict.slice(5));
        const later = more.map((sample) => ({ ...sample, atMs: sample.atMs + decidedAt + 1 }));
        const soFar = samples.filter(({ atMs }) => atMs <= decidedAt);
        expect(judge(rule, [...soFar, ...later], 1000)).toBe(verdict);
      }),
    );
  });
});
