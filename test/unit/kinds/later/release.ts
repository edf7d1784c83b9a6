/** What a release makes of objects of kinds that v1.24 does not serve. */
import {
  decodeAs,
  ofRelease,
  profileOf,
  validateMetadata,
  withoutDisabledFields,
  type Kind,
  type Profile,
} from '#kinds';
import { findErrors, type KubeObject } from '#values';

/** The profile of a minor, or one with other gates. */
function profileIn(release: number | Profile): Profile {
  return typeof release === 'number' ? profileOf(release) : release;
}

/** The object with the defaults of a release, as it is created. */
export function createdIn<T extends KubeObject>(
  release: number | Profile,
  kind: Kind<T>,
  given: object,
): T {
  const profile = profileIn(release);
  const form = ofRelease(kind, profile.schemas);
  const metadata = { name: 'a', ...(form.namespaced && { namespace: 'default' }) };
  const named = { ...given, metadata: { ...metadata, ...(given as Partial<T>).metadata } };
  const decoded = decodeAs(form, named) as T;
  const whole = form.rules.defaults?.(decoded, profile) ?? decoded;
  const enabled = withoutDisabledFields(form, whole, undefined, profile);
  return form.rules.prepareCreate?.(enabled, { now: 0, profile }) ?? enabled;
}

/** What is wrong with a new object: `field: message`. */
export function errorsIn<T extends KubeObject>(
  release: number | Profile,
  kind: Kind<T>,
  given: object,
): readonly string[] {
  const profile = profileIn(release);
  const form = ofRelease(kind, profile.schemas);
  const object = createdIn(profile, kind, given);
  const errors = findErrors((found) => {
    validateMetadata(found, object.metadata, form);
    form.rules.validate?.(found, object, { now: 0, profile });
  }, profile);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

/**
 * What is wrong with a change of it.
 *
 * @param part the subresource that is written; absent: the object itself
 */
export function changeErrorsIn<T extends KubeObject>(
  minor: number,
  kind: Kind<T>,
  before: object,
  after: object,
  part?: 'status' | 'approval',
): readonly string[] {
  const profile = profileOf(minor);
  const form = ofRelease(kind, profile.schemas);
  const [old, object] = [before, after].map((given) => {
    const created = createdIn(minor, kind, given);
    const { status } = given as { readonly status?: object };
    return status === undefined ? created : { ...created, status };
  });
  const validate = part && form.subresources![part]!.part?.validate;
  const errors = findErrors((found) => {
    (validate ?? form.rules.validateUpdate)?.(found, object!, old!, { now: 0, profile });
  }, profile);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

/** The warnings about an object. */
export function warningsIn<T extends KubeObject>(
  minor: number,
  kind: Kind<T>,
  given: object,
  before?: object,
): readonly string[] {
  const profile = profileOf(minor);
  const [object, old] = [given, before].map((form) => form && createdIn(minor, kind, form));
  return kind.rules.warnings?.(object!, old, profile) ?? [];
}
