import { setup, type AnyStateMachine } from 'xstate';
import type { Machine } from '../../src/pool/table/machine.ts';

/** The same machine as xstate runs it, whose input is its context. */
export function statechartOf({ implementations, config }: Machine): AnyStateMachine {
  const context = ({ input }: { readonly input: unknown }): unknown => input;
  return setup({ ...implementations } as object).createMachine({
    ...config,
    context,
  } as object) as AnyStateMachine;
}
