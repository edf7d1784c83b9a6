/** Metadata of what is not stored by itself, such as a template or a review. */
import { fillAbsent } from '#values';
import type { TemplateMeta } from '#types';
import type { Profile } from '../profile/profile.ts';

/** Fills in what a release always writes. */
export function nestedMetadata<T extends TemplateMeta>(metadata: T, profile: Profile): T {
  return fillAbsent<TemplateMeta>(metadata, unsetMetadata(profile)) as T;
}

/** What a release writes where nothing is set: until v1.33 that the object was never created. */
export function unsetMetadata({ schemas }: Profile): object {
  return Object.fromEntries(schemas.of('meta/v1', 'ObjectMeta').zero ?? []);
}
