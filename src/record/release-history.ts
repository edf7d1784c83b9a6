import { profileNamed, releaseName, type Profile } from '#kinds';
import type { Releases } from './read/kinds-of-run.ts';
import type { ReleaseMark } from './run-log.ts';

/** A release behind a revision: the last one of the release before. */
export interface DatedRelease {
  readonly behind: number;
  readonly profile: Profile;
}

/** Which releases a control plane has had, and from which revision on. */
export class ReleaseHistory {
  readonly #first: Profile;
  readonly #later: DatedRelease[];

  constructor(first: Profile, later: readonly DatedRelease[] = []) {
    this.#first = first;
    this.#later = [...later];
  }

  /** Notes that it is of another release behind a revision. */
  move(behind: number, profile: Profile): void {
    this.#later.push({ behind, profile });
  }

  /** The release now. */
  get present(): Profile {
    return this.#later.at(-1)?.profile ?? this.#first;
  }

  /** The releases behind the first one, in their order. */
  get later(): readonly DatedRelease[] {
    return this.#later;
  }

  /** The same as records name them. */
  get marks(): readonly ReleaseMark[] {
    return this.#later.map(({ behind, profile }) => {
      return { behind, kubernetes: `1.${profile.minor}`, ...featuresOf(profile) };
    });
  }

  /** What a record's head says about them. */
  get recorded(): Releases {
    const { marks } = this;
    const { runtimeConfig } = this.#first;
    const kubernetes = releaseName(this.#first);
    return {
      ...(kubernetes !== undefined && { kubernetes }),
      ...featuresOf(this.#first),
      ...(runtimeConfig && { runtimeConfig }),
      ...(marks.length > 0 && { releases: marks }),
    };
  }
}

function featuresOf({ set }: Profile): Pick<ReleaseMark, 'features'> {
  return Object.keys(set).length === 0 ? {} : { features: set };
}

/** What another control plane has kept. */
export interface KeptReleases {
  readonly isEmpty: boolean;
  /** In their order, each behind the last revision of the one before; none: the default. */
  readonly releases: readonly { readonly name: string; readonly behind: number }[];
  /** The last one that is kept. */
  readonly revision: number;
}

/** Returns the releases of a control plane that continues what others have kept. */
export function continuedReleases(profile: Profile, earlier?: KeptReleases): ReleaseHistory {
  if (earlier === undefined || earlier.isEmpty) return new ReleaseHistory(profile);
  const { releases, revision } = earlier;
  const [first, ...others] = releases.length === 0 ? [{ name: undefined, behind: 0 }] : releases;
  const known = others.map(({ name, behind }) => ({ behind, profile: profileNamed(name) }));
  const before = known.at(-1)?.profile ?? profileNamed(first!.name);
  if (before.minor !== profile.minor) known.push({ behind: revision, profile });
  else if (known.length === 0) return new ReleaseHistory(profile);
  else known[known.length - 1] = { ...known.at(-1)!, profile };
  return new ReleaseHistory(profileNamed(first!.name), known);
}
