/** How `why` explains the size that an autoscaler settles on. */
import { describe, expect, it } from 'vitest';
import { parseTime } from '#values';
import { limitStages } from '../../../../controllers/horizontalpodautoscaler/explain-limits.ts';
import { opinionTerms } from '../../../../controllers/horizontalpodautoscaler/explain-metric.ts';
import type { Opinion } from '../../../../controllers/horizontalpodautoscaler/evaluate.ts';
import type {
  Rate,
  Stabilization,
} from '../../../../controllers/horizontalpodautoscaler/limits.ts';
import type { Plan, View } from '../../../../controllers/horizontalpodautoscaler/plan.ts';

const at = (minute: number) => parseTime(`2026-11-20T20:${String(minute).padStart(2, '0')}:00Z`);
const kept = (replicas: number, minute: number) => ({ replicas, at: at(minute) });

describe('what metrics ask for', () => {
  const wants = (description: string, replicas: number) =>
    ({ description, replicas }) as unknown as Opinion;
  const failed = (message: string) => ({ error: true, message }) as unknown as Opinion;

  it.each([
    [
      'the most counts, wherever it stands',
      [wants('cpu', 3), wants('memory', 5), wants('hits', 4)],
      [
        ['cpu', 3, false, 'another metric recommends more'],
        ['memory', 5, true, 'the highest recommendation of a metric'],
        ['hits', 4, false, 'another metric recommends more'],
      ],
    ],
    [
      'of several with the most each counts',
      [wants('cpu', 5), wants('memory', 5)],
      [
        ['cpu', 5, true, 'the highest recommendation of a metric'],
        ['memory', 5, true, 'the highest recommendation of a metric'],
      ],
    ],
    [
      'one that cannot be read does not count, even beside a zero',
      [failed('no data'), wants('cpu', 0)],
      [
        ['metric 1', undefined, false, 'no data'],
        ['cpu', 0, true, 'the highest recommendation of a metric'],
      ],
    ],
  ])('%s', (_, opinions, expected) => {
    const terms = opinionTerms(opinions);
    expect(
      terms.map(({ subject, amount, counts, because }) => [subject, amount, counts, because]),
    ).toEqual(expected);
  });
});

interface Limits {
  readonly stabilization: Partial<Stabilization> & { readonly proposed: number };
  readonly rate?: Rate;
  readonly desired: number;
  readonly min?: number;
}

function stages({ stabilization, rate, desired, min }: Limits) {
  const { proposed, replicas = proposed, lower = [], upper = [] } = stabilization;
  const limited = { stabilization: { proposed, replicas, lower, upper }, rate };
  return limitStages(
    { limited, desired } as unknown as Plan,
    { hpa: { spec: { minReplicas: min, maxReplicas: 10 } } } as unknown as View,
  );
}

/** The stages that change the result, with the inputs that count. */
const deciding = (limits: Limits): readonly string[] =>
  stages(limits)
    .filter(({ decides }) => decides)
    .flatMap(({ name, value, because, terms = [] }) => [
      `${name} ${value}: ${because}`,
      ...terms
        .filter(({ counts }) => counts)
        .map((term) => `- ${term.subject} ${term.amount}: ${term.because}`),
    ]);

describe('what limits the size', () => {
  it.each([
    [undefined, 1],
    [null, 1],
    [0, 0],
    [2, 2],
  ])('with a minimum of %j is shown as %i', (min, expected) => {
    const shown = stages({ stabilization: { proposed: 4 }, desired: 4, min: min as number });
    expect(shown.at(-1)).toEqual({
      name: 'bounds',
      value: 4,
      because: `between spec.minReplicas ${expected} and spec.maxReplicas 10`,
    });
  });

  it('is nothing where no size was asked for', () => {
    expect(limitStages({ desired: 3 } as unknown as Plan, {} as unknown as View)).toEqual([]);
  });

  it.each<[string, Limits, string[]]>([
    [
      'nothing, within all limits',
      { stabilization: { proposed: 4, upper: [kept(4, 1)] }, desired: 4 },
      [],
    ],
    [
      'the highest that was recommended, where it falls; the latest of several',
      {
        stabilization: {
          proposed: 2,
          replicas: 6,
          upper: [kept(3, 1), kept(6, 2), kept(6, 4), kept(6, 3), kept(5, 5)],
          lower: [kept(9, 6)],
        },
        desired: 6,
      },
      [
        'window 6: not 2, because 6 was recommended at 2026-11-20T20:04:00Z',
        '- recommended at 2026-11-20T20:04:00Z 6: ' +
          'the highest within the stabilization window: it sets the size',
      ],
    ],
    [
      'a window, which holds the size and does not raise it',
      { stabilization: { proposed: 1, replicas: 3, upper: [kept(4, 1)] }, desired: 3 },
      [
        'window 3: not 1, because 4 was recommended at 2026-11-20T20:01:00Z: the size stays',
        '- recommended at 2026-11-20T20:01:00Z 4: ' +
          'the highest within the stabilization window: it sets the size',
      ],
    ],
    [
      'the lowest that was recommended, where it rises',
      {
        stabilization: {
          proposed: 8,
          replicas: 3,
          lower: [kept(5, 1), kept(3, 2), kept(4, 3)],
          upper: [kept(9, 4)],
        },
        desired: 3,
      },
      [
        'window 3: not 8, because 3 was recommended at 2026-11-20T20:02:00Z',
        '- recommended at 2026-11-20T20:02:00Z 3: ' +
          'the lowest within the stabilization window: it sets the size',
      ],
    ],
    [
      'the usual rate',
      { stabilization: { proposed: 9 }, rate: { fastest: 4, replicas: 4, limits: [] }, desired: 4 },
      ['policy 4: 9 would exceed the rate limit of 4'],
    ],
    [
      'the policy that decides',
      {
        stabilization: { proposed: 9 },
        rate: {
          fastest: 6,
          replicas: 6,
          limits: [
            { policy: { type: 'Pods', value: 2, periodSeconds: 15 }, replicas: 5 },
            { policy: { type: 'Percent', value: 100, periodSeconds: 60 }, replicas: 6 },
          ],
        },
        desired: 6,
      },
      [
        'policy 6: 9 would exceed policy 100 % in 60 s, which allows 6',
        '- policy 100 % in 60 s 6: it is the one that applies',
      ],
    ],
    [
      'the least size, which is 1 unless set',
      { stabilization: { proposed: 0 }, desired: 1 },
      ['bounds 1: 0 would violate spec.minReplicas 1'],
    ],
    [
      'the least size that is set',
      { stabilization: { proposed: 2 }, desired: 3, min: 3 },
      ['bounds 3: 2 would violate spec.minReplicas 3'],
    ],
    [
      'the largest size',
      { stabilization: { proposed: 12 }, desired: 10 },
      ['bounds 10: 12 would violate spec.maxReplicas 10'],
    ],
    [
      'a policy, and then the largest size',
      {
        stabilization: { proposed: 40 },
        rate: { fastest: 20, replicas: 20, limits: [] },
        desired: 10,
      },
      [
        'policy 20: 40 would exceed the rate limit of 20',
        'bounds 10: 20 would violate spec.maxReplicas 10',
      ],
    ],
  ])('%s', (_, limits, expected) => {
    expect(deciding(limits)).toEqual(expected);
  });

  it('names what does not count too, the latest recommendation first', () => {
    const all = stages({
      stabilization: { proposed: 4, upper: [kept(3, 1), kept(4, 2)] },
      rate: {
        fastest: 8,
        replicas: 4,
        limits: [
          { policy: { type: 'Pods', value: 4, periodSeconds: 15 }, replicas: 8 },
          { policy: { type: 'Pods', value: 1, periodSeconds: 15 }, replicas: 5 },
        ],
      },
      desired: 4,
    });
    expect(
      all.map(({ name, because, terms = [] }) => [
        `${name}: ${because}`,
        ...terms.map((term) => `${term.subject}: ${term.because}`),
      ]),
    ).toEqual([
      [
        'window: as recommended: no earlier recommendation limits it',
        'recommended at 2026-11-20T20:02:00Z: it has no effect',
        'recommended at 2026-11-20T20:01:00Z: it has no effect',
      ],
      [
        'policy: within policy 4 pods in 15 s, which allows 8',
        'policy 4 pods in 15 s: it is the one that applies',
        'policy 1 pod in 15 s: another policy decides',
      ],
      ['bounds: between spec.minReplicas 1 and spec.maxReplicas 10'],
    ]);
  });
});
