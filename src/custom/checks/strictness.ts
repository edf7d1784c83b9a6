/** How values of custom resources are checked, by release. */
import type { Profile } from '#kinds';

export interface Strictness {
  /** Numbers have to fit their format. */
  readonly numericFormats: boolean;
  /** The formats of short and long names are known. */
  readonly nameFormats: boolean;
  /** Objects with too few or too many properties are checked like others. */
  readonly countsApart: boolean;
  /** Messages about long texts count bytes. */
  readonly tooLongInBytes: boolean;
}

/** That of v1.24. */
export const firstStrictness: Strictness = {
  numericFormats: false,
  nameFormats: false,
  countsApart: false,
  tooLongInBytes: false,
};

export function strictnessOf(profile: Profile): Strictness {
  return {
    numericFormats: profile.enabled('NumericFormats'),
    nameFormats: profile.enabled('KubeNameFormats'),
    countsApart: profile.enabled('PropertyCountsApart'),
    tooLongInBytes: profile.enabled('TooLongInBytes'),
  };
}
