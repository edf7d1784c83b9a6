/** The releases of a run: which it had when, and the kinds of the last one. */
import { atRelease, type KindRegistry } from '#catalog';
import {
  profileNamed,
  runtimeConfigIn,
  withGates,
  withRuntimeConfig,
  type Profile,
  type RuntimeConfig,
} from '#kinds';
import type { RunHead } from '../run-log.ts';
import { RecordError } from './error.ts';

/** What a run's head says about its releases. */
export type Releases = Pick<RunHead, 'kubernetes' | 'features' | 'runtimeConfig' | 'releases'>;

/**
 * Returns the kinds of the release that a run was played on, or had last.
 *
 * @param kinds those of any release
 * @throws {RecordError} for a release that is not known here
 */
export function kindsOfRun(
  { runtimeConfig, releases = [], ...first }: Releases,
  kinds: KindRegistry,
): KindRegistry {
  const last = releases.at(-1) ?? first;
  // Gates decide about kinds only where they were asked for.
  const isAsked = runtimeConfig !== undefined;
  return atRelease(kinds, isAsked ? serving(last, runtimeConfig) : named(last.kubernetes));
}

/**
 * Returns the release that a run has at a revision, with its gates.
 * @throws {RecordError} for a release or a gate that is not known here
 */
export function profileAt(head: Releases, revision: number): Profile {
  const { releases = [], runtimeConfig } = head;
  return serving(releases.findLast(({ behind }) => behind < revision) ?? head, runtimeConfig);
}

function serving(
  { kubernetes, features }: Pick<RunHead, 'kubernetes' | 'features'>,
  config: RuntimeConfig | undefined,
): Profile {
  const profile = named(kubernetes);
  try {
    return withRuntimeConfig(withGates(profile, features), runtimeConfigIn(profile, config));
  } catch (error) {
    throw new RecordError(`features: ${(error as RangeError).message}`);
  }
}

function named(kubernetes: string | undefined): Profile {
  try {
    return profileNamed(kubernetes);
  } catch (error) {
    throw new RecordError(`kubernetes: ${(error as RangeError).message}`);
  }
}
