/** Which controllers a list of names selects. */
import { KindRegistry } from '#catalog';
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { chooseControllers } from '../../../src/runtime/choose-controllers.ts';
import type { ControllerDefinition } from '../../../src/runtime/controller.ts';

const all = ['daemonset', 'job', 'horizontalpodautoscaler', 'garbagecollector'].map((name) => ({
  name,
})) as unknown as readonly ControllerDefinition[];

const chosen = (...list: readonly string[]): readonly string[] =>
  chooseControllers(list, all, new KindRegistry(defaultProfile)).map(({ name }) => name);

describe('controllers', () => {
  const others = ['job', 'horizontalpodautoscaler', 'garbagecollector'];
  it.each<[list: readonly string[], names: readonly string[]]>([
    [[], ['daemonset', ...others]],
    [['all'], ['daemonset', ...others]],
    [['*'], ['daemonset', ...others]],
    [['job'], ['job']],
    [
      ['job', 'daemonset'],
      ['daemonset', 'job'],
    ],
    [['-daemonset'], others],
    [['all', '-daemonset'], others],
    [
      ['*', '-ds', '-hpa'],
      ['job', 'garbagecollector'],
    ],
    [['job', 'ds', '-job'], ['daemonset']],
    [['hpa'], ['horizontalpodautoscaler']],
    [['jobs'], ['job']],
  ])('%j', (list, names) => {
    expect(chosen(...list)).toEqual(names);
  });

  it.each([['none'], ['-none'], ['job', 'none']])('%s is unknown', (...list) => {
    expect(() => chosen(...list)).toThrow(
      'no controller "none"; there are daemonset, job, horizontalpodautoscaler, garbagecollector',
    );
  });
});
