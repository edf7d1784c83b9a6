/** What a release of Kubernetes has, as a value that is handed to whatever behaves like it. */
import type { Schemas } from '#schema';
import { schemas } from '../schemas/schemas.ts';
import { gatesOf, type GateState } from './gates.ts';
import { releases, type Release } from './releases.ts';

/** Code asks it whether a name is enabled; only tables compare the minor. */
export interface Profile {
  /** Of Kubernetes 1, such as 24. */
  readonly minor: number;
  /** The last patch of the minor. */
  readonly release: Release;
  /** Feature gates by name, and behaviours that changed without one. */
  readonly gates: ReadonlyMap<string, GateState>;
  /** What each type has. */
  readonly schemas: Schemas;
  /** @throws {RangeError} for an unknown gate, listing the known ones */
  enabled(gate: string): boolean;
}

/** The release that is imitated where no other is asked for. */
export const defaultProfile: Profile = profileOf(24);

function profileOf(minor: number): Profile {
  return withGates({ minor, release: releases.get(minor)!, gates: gatesOf(minor), schemas });
}

/**
 * Returns the profile with gates that differ from their defaults.
 * @throws {RangeError} for an unknown gate, listing the known ones, and for one that is locked
 */
export function withGates(
  { minor, release, gates, schemas, enabled }: Omit<Profile, 'enabled'> & Partial<Profile>,
  overrides: Readonly<Record<string, boolean>> = {},
): Profile {
  for (const [gate, isOn] of Object.entries(overrides)) {
    const state = stateOf(gates, gate);
    if (state.locked === true && state.default !== isOn) {
      throw new RangeError(`cannot set feature gate "${gate}": it is locked to ${state.default}`);
    }
  }
  const on = new Map(
    [...gates].map(([gate, state]) => [gate, overrides[gate] ?? enabled?.(gate) ?? state.default]),
  );
  return {
    ...{ minor, release, gates, schemas },
    enabled: (gate) => on.get(gate) ?? stateOf(gates, gate).default,
  };
}

function stateOf(gates: Profile['gates'], gate: string): GateState {
  const state = gates.get(gate);
  if (state !== undefined) return state;
  const known = [...gates.keys()].join(', ');
  throw new RangeError(`unknown feature gate "${gate}"; known gates: ${known}`);
}
