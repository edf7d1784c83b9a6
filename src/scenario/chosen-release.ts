/** Which release a scenario is played on, and whether it holds there. */
import { profileOf, type Profile } from '#kinds';
import type { KindRegistry } from '#catalog';
import type { ScenarioValues } from './document.ts';
import type { Layer } from './layers.ts';
import type { Problem } from './problem.ts';
import { holdsAt, nearestMinor, rangeText, type ReleaseRange } from './release-range.ts';
import type { Scenario } from './scenario.ts';

/** What is known before the files are read. */
interface ReleaseRequest {
  readonly kinds: KindRegistry;
  /** The release that was asked for. */
  readonly release?: Profile | undefined;
}

/** The release of a scenario. */
export interface ChosenRelease {
  readonly profile: Profile;
  /** As of the scenario. */
  readonly holds?: ReleaseRange;
  /** Why it does not hold at the release that was asked for, in words. Absent: it holds, or does not say. */
  readonly outside?: string;
}

/**
 * Returns what was asked for, else what the files name, else the release of the kinds, or what is next
 * to it of those at which it holds.
 */
export function chosenRelease(
  values: readonly ScenarioValues[],
  { kinds, release }: ReleaseRequest,
): ChosenRelease {
  const named = values.findLast(({ kubernetes }) => kubernetes !== undefined)?.kubernetes;
  const { at, holds } = named ?? {};
  if (release !== undefined) {
    const isOutside = holds !== undefined && !holdsAt(holds, release.minor);
    return { profile: release, holds, ...(isOutside && { outside: rangeText(holds) }) };
  }
  const { minor } = kinds.profile;
  const chosen = at ?? (holds === undefined ? minor : nearestMinor(holds, minor));
  return { profile: chosen === minor ? kinds.profile : profileOf(chosen), holds };
}

/** Notes that a scenario is played at a release at which it does not hold. */
export function warnOfOutside(why: string, minor: number, layers: readonly Layer[]): void {
  const { root, checker } = layers.findLast((layer) => layer.root.has('kubernetes'))!;
  checker.warning(root.get('kubernetes') ?? root, outsideText(why, minor));
}

/** Returns a warning for a scenario that is played at a release at which it does not hold. */
export function outsideWarnings({
  file,
  holds,
  profile: { minor },
}: Pick<Scenario, 'file' | 'holds' | 'profile'>): readonly Problem[] {
  if (holds === undefined || holdsAt(holds, minor)) return [];
  const message = outsideText(rangeText(holds), minor);
  return [{ file, line: 0, column: 0, message, isWarning: true }];
}

function outsideText(why: string, minor: number): string {
  return `${why}; at 1.${minor} its checks may fail`;
}
