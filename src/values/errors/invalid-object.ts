import { ApiError, detailsOf, titled, type ResourceName } from './errors.ts';
import { withinLength, withJsonValues, type FieldError } from './field-errors.ts';

/**
 * 422: an invalid object. `kind` is the kind's name, such as `DaemonSet`; kind and group are empty
 * for a patch whose result cannot be decoded. A message that occurs twice is printed once, but both
 * causes are kept.
 */
export function invalidObject(
  group: string,
  kind: string,
  name: string,
  errors: readonly FieldError[],
): ApiError {
  return new InvalidObjectError({ group, plural: kind }, name, errors);
}

/** Returns an error with the values in its message as JSON; one without such values as it is. */
export function inJson<E>(error: E): E | ApiError {
  return error instanceof InvalidObjectError ? error.inJson() : error;
}

class InvalidObjectError extends ApiError {
  readonly #resource: ResourceName;
  readonly #name: string;
  readonly #errors: readonly FieldError[];

  constructor(resource: ResourceName, name: string, errors: readonly FieldError[]) {
    const listed = withinLength(errors);
    const texts = [...new Set(listed.map((error) => `${error.field}: ${error.message}`))];
    if (listed.length < errors.length) texts.push(`and ${errors.length - listed.length} more`);
    const aggregate = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
    const causes = listed.map(({ reason, message, field }) => ({ reason, message, field }));
    const message = `${titled(resource, name)} is invalid: ${aggregate}`;
    super(422, 'Invalid', message, detailsOf(resource, name, causes));
    this.#resource = resource;
    this.#name = name;
    this.#errors = errors;
  }

  inJson(): ApiError {
    return new InvalidObjectError(this.#resource, this.#name, withJsonValues(this.#errors));
  }
}
