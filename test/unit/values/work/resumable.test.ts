import { describe, expect, test } from 'vitest';
import { runToEnd, runInTurns, isResumable, Pace, type Resumable } from '#values';

function* counting(seen: string[]): Resumable<number> {
  seen.push('first');
  yield;
  seen.push('second');
  yield;
  return 3;
}

describe('work in parts', () => {
  test('is done at once where no other work may have a turn', () => {
    expect(runToEnd(counting([]))).toBe(3);
    expect(runInTurns(counting([]), undefined)).toBe(3);
  });

  test('lets others have theirs after each part', async () => {
    const seen: string[] = [];
    const yieldTurn = (): Promise<void> => Promise.resolve(void seen.push('others'));
    expect(await runInTurns(counting(seen), yieldTurn)).toBe(3);
    expect(seen).toEqual(['first', 'others', 'second', 'others']);
  });

  test('fails where a part fails', async () => {
    const failing = function* (): Resumable<never> {
      yield;
      throw new Error('no');
    };
    expect(() => runToEnd(failing())).toThrow('no');
    expect(() => runInTurns(failing(), () => undefined)).toThrow('no');
    await expect(runInTurns(failing(), () => Promise.resolve())).rejects.toThrow('no');
  });
});

describe('a pace', () => {
  const partsOf = (elements: number, cost: number): number => {
    const pace = new Pace();
    let parts = 1;
    for (let element = 0; element < elements; element++) if (pace.isDue(cost)) parts++;
    return parts;
  };

  test('ends a part after many elements', () => {
    expect([partsOf(1000, 1), partsOf(10_000, 1), partsOf(20_000, 1)]).toEqual([1, 10, 20]);
  });

  test('ends a part sooner where an element takes long', () => {
    expect([partsOf(100, 0), partsOf(100, 103), partsOf(100, 5000)]).toEqual([1, 11, 101]);
  });
});

test('tells work in parts from objects, whatever their fields are called', () => {
  expect(isResumable(counting([]))).toBe(true);
  for (const value of [undefined, null, { next: 'a text' }, { next: {} }, []]) {
    expect(isResumable(value)).toBe(false);
  }
});
