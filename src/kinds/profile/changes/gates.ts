/** Which feature gates, and behaviours without one, come, go and change from one release to another. */
import { behaviours } from '../behaviours.ts';
import type { GateState, Stage } from '../gates.ts';
import type { Profile } from '../profile.ts';

/** How a release has a gate. */
export interface GateForm {
  readonly stage: Stage;
  readonly default: boolean;
  readonly locked?: true;
}

export interface GateChanges {
  readonly added: readonly (GateForm & { readonly gate: string })[];
  /** With how they stay: what they stood for is on or off for good. */
  readonly removed: readonly { readonly gate: string; readonly default: boolean }[];
  readonly changed: readonly {
    readonly gate: string;
    readonly from: GateForm;
    readonly to: GateForm;
  }[];
}

/** Returns the gates of Kubernetes that a release knows, by name. */
export function gatesIn({ gates }: Profile): ReadonlyMap<string, GateForm> {
  return new Map(
    [...gates].flatMap(([gate, state]) => {
      const form = formOf(state);
      return form === undefined ? [] : [[gate, form] as const];
    }),
  );
}

/** Returns what differs in the gates that two releases know. */
export function gateChanges(from: Profile, to: Profile): GateChanges {
  const [before, after] = [gatesIn(from), gatesIn(to)];
  return {
    added: [...after]
      .filter(([gate]) => !before.has(gate))
      .map(([gate, form]) => ({ gate, ...form })),
    removed: [...before.keys()]
      .filter((gate) => !after.has(gate))
      .map((gate) => ({ gate, default: to.enabled(gate) })),
    changed: [...after].flatMap(([gate, form]) => {
      const old = before.get(gate);
      return old === undefined || textOfGate(old) === textOfGate(form)
        ? []
        : [{ gate, from: old, to: form }];
    }),
  };
}

/** `beta, on`, `GA, on, locked` */
export function textOfGate({ stage, default: isOn, locked }: GateForm): string {
  return [stage, isOn ? 'on' : 'off', ...(locked === true ? ['locked'] : [])].join(', ');
}

/** Undefined for what a release does not know, and for what is not a gate of Kubernetes. */
function formOf({ stage, default: isOn, locked, gone }: GateState): GateForm | undefined {
  if (stage === undefined || gone === true) return undefined;
  return { stage, default: isOn, ...(locked === true && { locked }) };
}

export interface BehaviourChanges {
  /** By their names. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Returns the behaviours that are so in one of two releases only. */
export function behaviourChanges(from: Profile, to: Profile): BehaviourChanges {
  const names = Object.keys(behaviours).sort();
  return {
    added: names.filter((name) => to.enabled(name) && !from.enabled(name)),
    removed: names.filter((name) => from.enabled(name) && !to.enabled(name)),
  };
}
