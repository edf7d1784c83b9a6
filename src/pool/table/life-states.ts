/** The state machines as a page draws them. */
import { definitionOf, type StateDefinition, type Transition } from './definition.ts';
import { nodeMachine } from '../node/node-machine.ts';
import { podMachine } from '../pod/pod-machine.ts';

export interface LifeState {
  readonly name: string;
  readonly next: readonly { readonly target: string; readonly when: string }[];
}

/** Read off the definitions that simulated machines run by. */
export function lifeStates(of: 'pod' | 'node'): readonly LifeState[] {
  const machine = of === 'pod' ? podMachine() : nodeMachine();
  return definitionOf(machine).states.map((state) => ({ name: state.name, next: nextOf(state) }));
}

/** Each state that may follow, once, with the first of its reasons. */
function nextOf({ name, on, after }: StateDefinition): LifeState['next'] {
  const found = new Map<string, string>();
  const add = (trigger: string, transitions: readonly Transition[]): void => {
    for (const { target, guard } of transitions) {
      if (target === undefined || target === name || found.has(target)) continue;
      found.set(target, typeof guard === 'string' ? guard : trigger);
    }
  };
  for (const [trigger, transitions] of after) add(trigger, transitions);
  for (const [trigger, transitions] of on) add(trigger, transitions);
  return [...found].map(([target, when]) => ({ target, when }));
}
