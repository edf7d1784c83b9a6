/** What a release makes of objects of kinds that v1.24 does not serve. */
import { decodeAs, ofRelease, profileOf, validateMetadata, type Kind } from '#kinds';
import { findErrors, type KubeObject } from '#values';

/** The object with the defaults of a minor, as it is created. */
export function createdIn<T extends KubeObject>(minor: number, kind: Kind<T>, given: object): T {
  const profile = profileOf(minor);
  const form = ofRelease(kind, profile.schemas);
  const metadata = { name: 'a', ...(form.namespaced && { namespace: 'default' }) };
  const decoded = decodeAs(form, { metadata, ...given }) as T;
  const whole = form.rules.defaults?.(decoded, profile) ?? decoded;
  return form.rules.prepareCreate?.(whole, { now: 0, profile }) ?? whole;
}

/** What is wrong with a new object: `field: message`. */
export function errorsIn<T extends KubeObject>(
  minor: number,
  kind: Kind<T>,
  given: object,
): readonly string[] {
  const profile = profileOf(minor);
  const form = ofRelease(kind, profile.schemas);
  const object = createdIn(minor, kind, given);
  const errors = findErrors((found) => {
    validateMetadata(found, object.metadata, form);
    form.rules.validate?.(found, object, { now: 0, profile });
  }, profile);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

/** What is wrong with a change of it. */
export function changeErrorsIn<T extends KubeObject>(
  minor: number,
  kind: Kind<T>,
  before: object,
  after: object,
): readonly string[] {
  const profile = profileOf(minor);
  const form = ofRelease(kind, profile.schemas);
  const [old, object] = [before, after].map((given) => createdIn(minor, kind, given));
  const errors = findErrors((found) => {
    form.rules.validateUpdate?.(found, object!, old!, { now: 0, profile });
  }, profile);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}
