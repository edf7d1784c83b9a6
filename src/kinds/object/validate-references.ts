/** Checks of references to objects of any kind. */
import {
  invalidFor,
  required,
  type FieldErrors,
  checkDns1123Subdomain,
  checkPathSegment,
  isSince,
} from '#values';

/** The kind and the name of an object. */
interface TypedReference {
  readonly apiGroup?: string;
  readonly kind?: string;
  readonly name?: string;
}

export function validateTypedReference(
  errors: FieldErrors,
  { apiGroup, kind, name }: TypedReference,
  field: string,
): void {
  if (apiGroup != null) {
    invalidFor(errors, `${field}.apiGroup`, apiGroup, checkDns1123Subdomain(apiGroup));
  }
  if (!kind)
    errors.push(
      required(`${field}.kind`, isSince(errors, 'BriefMessages') ? '' : 'kind is required'),
    );
  else invalidFor(errors, `${field}.kind`, kind, checkPathSegment(kind));
  if (!name)
    errors.push(
      required(`${field}.name`, isSince(errors, 'BriefMessages') ? '' : 'name is required'),
    );
  else invalidFor(errors, `${field}.name`, name, checkPathSegment(name));
}
