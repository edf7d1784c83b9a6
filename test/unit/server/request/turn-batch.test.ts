import { describe, expect, it } from 'vitest';
import { TurnBatch } from '../../../../src/server/request/turn-batch.ts';
import { microtasks } from '../../../support/fake-clock.ts';

/** Turns of an event loop that end when told. */
class Turns {
  asked = 0;
  #end: (() => void) | undefined;
  #turn: Promise<void> | undefined;

  turn(): Promise<void> {
    this.asked++;
    this.#turn ??= new Promise((resolve) => (this.#end = resolve));
    return this.#turn;
  }

  async end(): Promise<void> {
    this.#turn = undefined;
    this.#end?.();
    await microtasks();
  }
}

describe('what comes in one turn', () => {
  it('begins together at its end, in the order of coming', async () => {
    const turns = new Turns();
    const begun: string[] = [];
    const batch = new TurnBatch<string>(turns, (item) => begun.push(item));
    for (const item of ['a', 'b', 'c']) batch.add(item);
    await microtasks();
    expect(begun).toEqual([]);
    await turns.end();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(turns.asked).toBe(1);
  });

  it('leaves what comes while others begin to the next turn', async () => {
    const turns = new Turns();
    const begun: string[] = [];
    const batch = new TurnBatch<string>(turns, (item) => {
      begun.push(item);
      if (item === 'a') batch.add('late');
    });
    batch.add('a');
    batch.add('b');
    await turns.end();
    expect(begun).toEqual(['a', 'b']);
    await turns.end();
    expect(begun).toEqual(['a', 'b', 'late']);
  });
});
