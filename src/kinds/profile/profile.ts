/** What a release of Kubernetes has, as a value that is handed to whatever behaves like it. */
import { Schemas } from '#schema';
import { schemaModules } from '../schemas/modules.ts';
import { schemas } from '../schemas/schemas.ts';
import { gateNames } from './effective-gates.ts';
import { gatesOf, type GateState, type Stage } from './gates.ts';
import { knownReleases, minorOf, releases, type Release } from './releases.ts';

/**
 * Whether something is served, by a key: `api/beta` and the like, `GROUP/VERSION`, or `GROUP/VERSION/RESOURCE` with the
 * plural of a kind. The core group has no name: `/v1/pods`.
 */
export type RuntimeConfig = Readonly<Record<string, boolean>>;

/** Code asks it whether a name is enabled; only tables compare the minor. */
export interface Profile {
  /** Of Kubernetes 1, such as 24. */
  readonly minor: number;
  /** The last patch of the minor. */
  readonly release: Release;
  /** Feature gates by name, and behaviours that changed without one. */
  readonly gates: ReadonlyMap<string, GateState>;
  /** The gates that were set, whatever their defaults. */
  readonly set: Readonly<Record<string, boolean>>;
  /** What each type has. */
  readonly schemas: Schemas;
  /** What it serves otherwise than by default. */
  readonly runtimeConfig?: RuntimeConfig;
  /** @throws {RangeError} for an unknown gate, listing the known ones */
  enabled(gate: string): boolean;
}

/** Returns whether a release has something on; what it does not know is off. */
export function hasEnabled(profile: Profile, name: string): boolean {
  return profile.gates.has(name) && profile.enabled(name);
}

/** By minor: each is made once. */
const profiles = new Map<number, Profile>();

/** The release that is imitated where no other is asked for. */
export const defaultProfile: Profile = profileOf(schemas.minor);

/**
 * Returns the profile of a minor of Kubernetes 1 with the defaults of its gates.
 * @throws {RangeError} for an unknown minor, listing the known ones
 */
export function profileOf(minor: number): Profile {
  const known = profiles.get(minor);
  if (known !== undefined) return known;
  const release = releases.get(minor);
  if (release === undefined) {
    throw new RangeError(`unknown release 1.${minor}; known releases: ${knownReleases()}`);
  }
  const types = minor === schemas.minor ? schemas : new Schemas(schemaModules, minor);
  const profile = makeProfile({ minor, release, gates: gatesOf(minor), schemas: types });
  profiles.set(minor, profile);
  return profile;
}

/** What a profile is made of. */
export type ProfileParts = Pick<Profile, 'minor' | 'release' | 'gates' | 'schemas'>;

/** Returns the profile of a release in which no gate is set. */
export function makeProfile(parts: ProfileParts): Profile {
  return profileWith(parts, {}, {});
}

/**
 * Returns the profile with gates that are set, beside those that were set in it; `AllAlpha` and `AllBeta` mean all of that
 * stage that are not named.
 * @throws {RangeError} for an unknown gate, listing the known ones, for one that is locked, and where
 *   the release checks that, for one that needs another that is off
 */
export function withGates(
  profile: Profile,
  overrides: Readonly<Record<string, boolean>> = {},
): Profile {
  // The same one: what is derived from a profile is so once.
  return Object.keys(overrides).length === 0
    ? profile
    : profileWith(profile, profile.set, overrides);
}

function profileWith(
  { minor, release, gates, schemas, runtimeConfig }: ProfileParts & Partial<Profile>,
  before: Profile['set'],
  overrides: Profile['set'],
): Profile {
  const set = { ...before, ...overrides };
  const { AllAlpha, AllBeta, ...named } = set;
  for (const [gate, isOn] of Object.entries(named)) {
    const state = stateOf(gates, gate);
    if (state.gone === true) throw unknownGate(gates, gate);
    if (state.locked === true && state.default !== isOn) {
      const why = `feature is locked to ${state.default}`;
      throw new RangeError(`cannot set feature gate ${gate} to ${isOn}, ${why}`);
    }
  }
  const ofStages: Partial<Record<Stage, boolean>> = { alpha: AllAlpha, beta: AllBeta };
  const ofStage = ({ stage, gone, locked }: GateState): boolean | undefined =>
    stage === undefined || gone === true || locked === true ? undefined : ofStages[stage];
  const cache = new Map<string, boolean>();
  const enabled = (gate: string): boolean => {
    let isOn = cache.get(gate);
    if (isOn === undefined) {
      const state = stateOf(gates, gate);
      isOn = named[gate] ?? ofStage(state) ?? state.default;
      cache.set(gate, isOn);
    }
    return isOn;
  };
  if (
    Object.keys(overrides).length > 0 &&
    gates.has('GatesCheckNeeds') &&
    enabled('GatesCheckNeeds')
  )
    checkNeeds(gates, enabled);
  return {
    ...{ minor, release, gates, schemas, set },
    ...(runtimeConfig && { runtimeConfig }),
    enabled,
  };
}

/** Tells whether a name stands for all gates of a stage. */
export function isOfStage(gate: string): boolean {
  return gate === 'AllAlpha' || gate === 'AllBeta';
}

/** @throws {RangeError} for a gate that is on, and needs others that are off */
function checkNeeds(gates: Profile['gates'], enabled: Profile['enabled']): void {
  for (const [gate, { gone, needs = [] }] of gates) {
    if (gone === true || !enabled(gate)) continue;
    const missing = needs.filter((other) => {
      const state = gates.get(other);
      return state?.gone !== true && (state === undefined || !enabled(other));
    });
    if (missing.length > 0) {
      throw new RangeError(
        `${gate} is enabled, but depends on features that are disabled: [${missing.join(' ')}]`,
      );
    }
  }
}

/** Returns the release as records and data name it: `1.34`; those without a name are of the default. */
export function releaseName({ minor }: Profile): string | undefined {
  return minor === defaultProfile.minor ? undefined : `1.${minor}`;
}

/**
 * Returns the profile of a release as records and data name it.
 * @throws {RangeError} for an unknown release, listing those that there are
 */
export function profileNamed(name: string | undefined): Profile {
  return name === undefined ? defaultProfile : profileOf(minorOf(name));
}

function stateOf(gates: Profile['gates'], gate: string): GateState {
  const state = gates.get(gate);
  if (state === undefined) throw unknownGate(gates, gate);
  return state;
}

function unknownGate(gates: Profile['gates'], gate: string): RangeError {
  const known = gateNames.filter((name) => gates.get(name)?.gone === undefined).join(', ');
  return new RangeError(`unrecognized feature gate: ${gate}; those with an effect here: ${known}`);
}
