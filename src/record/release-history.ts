import { gatesSet, releaseName, type Profile } from '#kinds';
import type { Releases } from './read/kinds-of-run.ts';
import type { ReleaseMark } from './run-log.ts';

/** Which releases a control plane has had, and from which revision on. */
export class ReleaseHistory {
  readonly #first: Profile;
  readonly #later: { readonly behind: number; readonly profile: Profile }[] = [];

  constructor(first: Profile) {
    this.#first = first;
  }

  /** Notes that it is of another release behind a revision. */
  move(behind: number, profile: Profile): void {
    this.#later.push({ behind, profile });
  }

  /** The release now. */
  get present(): Profile {
    return this.#later.at(-1)?.profile ?? this.#first;
  }

  /** Returns the release that it had at a revision. */
  at(revision: number): Profile {
    return this.#later.findLast(({ behind }) => behind < revision)?.profile ?? this.#first;
  }

  /** The releases behind the first one. */
  get marks(): readonly ReleaseMark[] {
    return this.#later.map(({ behind, profile }) => {
      const features = gatesSet(profile);
      return { behind, kubernetes: `1.${profile.minor}`, ...(features && { features }) };
    });
  }

  /** What a record's head says about them. */
  get recorded(): Releases {
    const { marks } = this;
    const { runtimeConfig } = this.#first;
    const [kubernetes, features] = [releaseName(this.#first), gatesSet(this.#first)];
    return {
      ...(kubernetes !== undefined && { kubernetes }),
      ...(features && { features }),
      ...(runtimeConfig && { runtimeConfig }),
      ...(marks.length > 0 && { releases: marks }),
    };
  }
}
