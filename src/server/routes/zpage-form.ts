/** The form in which a client takes `/statusz` or `/flagz`. */
import type { Profile } from '#kinds';
import { notAcceptableForm } from '#values';
import { clausesOf, matches, type Clause } from '../media/accept.ts';

/** A form for programs: an object of a kind and version. */
export interface ZForm {
  readonly mediaType: string;
  readonly version: string;
  /** Whether there is a later version. */
  readonly isDeprecated: boolean;
}

const textType = 'text/plain';

/**
 * Chooses what a client wants most. Programs have to name the kind and its version; without a header, and
 * for what takes everything, the answer is text: undefined.
 *
 * @throws {ApiError} 406
 */
export function formOf(
  header: string | undefined,
  kind: string,
  { enabled }: Profile,
): ZForm | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const versions = versionsOf(enabled);
  const offered = [
    ...(versions.length > 0 ? ['application/json', 'application/yaml'] : []),
    textType,
  ];
  for (const clause of clausesOf(header)) {
    for (const mediaType of offered.filter((type) => matches(clause.mediaType, type))) {
      const version = versionIn(clause, kind);
      if (mediaType === textType && version === undefined) return undefined;
      if (mediaType !== textType && version !== undefined && versions.includes(version)) {
        return { mediaType, version, isDeprecated: version !== versions[0] };
      }
    }
  }
  throw notAcceptableForm(offered);
}

/** Returns the versions of the kinds, the newest first. */
function versionsOf(enabled: Profile['enabled']): readonly string[] {
  if (enabled('ZPagesInBeta')) return ['v1beta1', 'v1alpha1'];
  return enabled('ZPagesForPrograms') ? ['v1alpha1'] : [];
}

/** Returns the version of a clause that names the kind; one that names another has a version that there is not. */
function versionIn({ parameters }: Clause, kind: string): string | undefined {
  const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
  if (as === undefined && group === undefined && version === undefined) return undefined;
  return as === kind && group === 'config.k8s.io' ? version : '';
}
