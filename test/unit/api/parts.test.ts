import { describe, expect, test } from 'vitest';
import { inOneGo, inTurns, type Parts } from '../../../src/api/parts.ts';

function* counting(seen: string[]): Parts<number> {
  seen.push('first');
  yield;
  seen.push('second');
  yield;
  return 3;
}

describe('work in parts', () => {
  test('is done at once where no other work may have a turn', () => {
    expect(inOneGo(counting([]))).toBe(3);
    expect(inTurns(counting([]), undefined)).toBe(3);
  });

  test('lets others have theirs after each part', async () => {
    const seen: string[] = [];
    const yieldTurn = (): Promise<void> => Promise.resolve(void seen.push('others'));
    expect(await inTurns(counting(seen), yieldTurn)).toBe(3);
    expect(seen).toEqual(['first', 'others', 'second', 'others']);
  });

  test('fails where a part fails', async () => {
    const failing = function* (): Parts<never> {
      throw new Error('no');
    };
    expect(() => inOneGo(failing())).toThrow('no');
    await expect(inTurns(failing(), () => Promise.resolve())).rejects.toThrow('no');
  });
});
