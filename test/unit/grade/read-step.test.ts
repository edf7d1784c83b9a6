/** Each step of a case: how it is written, and what it must not have. */
import { describe, expect, it } from 'vitest';
import { readStep } from '../../../src/grade/case/read-step.ts';

const pattern = { verb: 'list' };
const read = (step: object): object => readStep(step, 'here');

/** How each step is written, and what is read of it. */
const steps: readonly [object, object][] = [
  [{ until: pattern }, { type: 'until', withinMs: 15_000 }],
  [
    { until: pattern, within: '2s' },
    { type: 'until', withinMs: 2000 },
  ],
  [
    { expect: pattern, because: 'B' },
    { type: 'expect', withinMs: 15_000, because: 'B' },
  ],
  [
    { expect: pattern, within: '1m', because: 'B' },
    { type: 'expect', withinMs: 60_000 },
  ],
  [
    { holds: 'goal', because: 'B' },
    { type: 'holds', condition: 'goal', withinMs: 15_000 },
  ],
  [
    { holds: 'ready', within: '3s', because: 'B' },
    { type: 'holds', condition: 'ready', withinMs: 3000, because: 'B' },
  ],
  [
    { holds: { count: 1 }, because: 'B' },
    { type: 'holds', condition: { count: 1 } },
  ],
  [{ pause: '5s' }, { type: 'pause', ms: 5000 }],
  [{ advance: '5m' }, { type: 'advance', span: '5m' }],
  [{ add: 2 }, { type: 'add', count: 2 }],
  [{ touch: 3 }, { type: 'touch', count: 3 }],
  [{ remove: 0 }, { type: 'remove', count: 0 }],
  [{ removeMade: true }, { type: 'removeMade' }],
  [{ patchMade: { spec: {} } }, { type: 'patchMade', patch: { spec: {} } }],
  [
    { madeHas: { spec: {} }, because: 'B' },
    { type: 'madeHas', fields: { spec: {} }, because: 'B' },
  ],
  [{ takeOver: true }, { type: 'takeOver' }],
  [
    { changedGone: true, within: '1s', because: 'B' },
    { type: 'changedGone', withinMs: 1000, because: 'B' },
  ],
  [
    { ownersExist: true, because: 'B' },
    { type: 'ownersExist', withinMs: 15_000, because: 'B' },
  ],
  [
    { ownersExist: true, within: '1s', because: 'B' },
    { type: 'ownersExist', withinMs: 1000 },
  ],
  [{ change: true }, { type: 'change' }],
  [{ removeChanged: true }, { type: 'removeChanged' }],
  [{ patchChanged: { a: 1 } }, { type: 'patchChanged', patch: { a: 1 } }],
  [{ rotateToken: true }, { type: 'rotateToken' }],
];

describe('a step', () => {
  it.each(steps)('%j', (step, expected) => {
    expect(read(step)).toMatchObject(expected);
    expect(read(step)).toHaveProperty('mark', undefined);
  });

  it.each(steps)('%j may have a mark, and nothing that it does not know', (step, expected) => {
    expect(read({ ...step, mark: 'm' })).toMatchObject({ ...expected, mark: 'm' });
    expect(() => read({ ...step, colour: 'red' })).toThrow('here: unknown field "colour"');
  });

  it.each(steps.filter(([step]) => 'because' in step))('%j says why', (step) => {
    expect(() => read({ ...step, because: undefined })).toThrow(
      'here: because: expected a text, found nothing',
    );
  });

  it('that waits for requests has their pattern', () => {
    for (const step of [{ until: pattern }, { expect: pattern, because: 'B' }])
      expect(read(step)).toMatchObject({ pattern: { verb: ['list'] } });
    expect(() => read({ until: { verb: 'look' } })).toThrow('here: until: verb: expected one of');
    expect(() => read({ expect: { verb: 'look' } })).toThrow('here: expect: verb: expected one of');
  });

  it.each(['definition', 'lease', 'client'])('of a %s says what happens to it', (name) => {
    const refused = (): object => read({ [name]: 'explode' });
    expect(refused).toThrow(new RegExp(`^here: ${name}: expected one of `));
    const [, words] = /one of (.*), found/.exec(messageOf(refused))!;
    for (const act of words!.split(', ')) {
      expect(read({ [name]: act })).toEqual({ type: name, act, mark: undefined });
      expect(read({ [name]: act, mark: 'm' })).toMatchObject({ act, mark: 'm' });
    }
    expect(() => read({ [name]: 'explode', colour: 1 })).toThrow('unknown field "colour"');
  });

  it.each([
    [{ pause: 5 }, 'here: pause: expected a span of time such as 10s, found 5'],
    [{ advance: 'soon' }, 'here: advance: expected a span of time'],
    [{ add: -1 }, 'here: add: expected a whole number'],
    [{ holds: 'later', because: 'B' }, 'here: holds: expected a map, found "later"'],
    [{ patchMade: 'x' }, 'here: patchMade: expected a map'],
    [{ mark: 'm' }, 'here: expected until, expect, holds, pause, '],
    [{ mark: '' }, 'here: mark: expected a text'],
  ])('that is wrong says what would be right: %j', (step, message) => {
    expect(() => read(step)).toThrow(message);
  });

  it('of the scenario language is kept as it is, without its mark', () => {
    const step = { wait: '5s' };
    expect(read({ ...step, mark: 'm' })).toEqual({ type: 'step', step, mark: 'm' });
  });
});

function messageOf(refused: () => unknown): string {
  try {
    refused();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
