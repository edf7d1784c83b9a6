/** Checks of objects inside objects. */
import { isObject, type JsonObject, type Structure } from '#schema';
import {
  inField,
  invalid,
  required,
  show,
  type FieldErrors,
  type Resumable,
  showJson,
  checkDns1035Label,
  checkPathSegment,
  runToEnd,
  Pace,
} from '#values';
import { validatePlainMetadata } from '#kinds';
import type { ObjectMeta } from '#types';
import { checkingDeep } from './deep.ts';

/** Checks that each embedded object has an apiVersion and a kind of good form, and good metadata. */
export function checkEmbedded(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
  isBrief = false,
): void {
  runToEnd(checkingEmbedded(errors, structure, value, path, isBrief));
}

/**
 * Does {@link checkEmbedded} in parts.
 *
 * @param isBrief whether messages about what is missing leave out that it must not be empty
 * @param pace shared by all of one work
 */
export function checkingEmbedded(
  errors: FieldErrors,
  structure: Structure,
  value: unknown,
  path = '',
  isBrief = false,
  pace = new Pace(),
): Resumable<void> {
  return checkingDeep(errors, structure, value, path, pace, (found, of, held, at) => {
    if (of.isEmbedded && at !== '' && isObject(held)) checkObject(found, held, at, isBrief);
    return undefined;
  });
}

function checkObject(
  errors: FieldErrors,
  object: JsonObject,
  path: string,
  isBrief: boolean,
): void {
  const missing = isBrief ? '' : 'must not be empty';
  checkText(errors, object['apiVersion'], `${path}.apiVersion`, missing, (version) =>
    version.split('/').length > 2 ? `unexpected GroupVersion string: ${version}` : undefined,
  );
  checkText(errors, object['kind'], `${path}.kind`, missing, (kind) => {
    const faults = checkDns1035Label(kind.toLowerCase());
    if (faults.length === 0) return undefined;
    return `may have mixed case, but should otherwise match: ${faults.join(',')}`;
  });
  const metadata = object['metadata'];
  if (isObject(metadata)) checkMetadata(errors, metadata, `${path}.metadata`);
}

function checkText(
  errors: FieldErrors,
  value: unknown,
  field: string,
  missing: string,
  faultOf: (text: string) => string | undefined,
): void {
  if (value === undefined || value === '') {
    errors.push(required(field, missing));
    return;
  }
  if (typeof value !== 'string') {
    errors.push(invalid(field, showJson(value), 'must be a string'));
    return;
  }
  const fault = faultOf(value);
  if (fault !== undefined) errors.push(invalid(field, show(value), fault));
}

/** Checks what any metadata are checked for, except that a name is any part of a path, and not required. */
function checkMetadata(errors: FieldErrors, metadata: JsonObject, path: string): void {
  const { name = '', namespace } = metadata as unknown as ObjectMeta;
  const named = { ...(metadata as unknown as ObjectMeta), name: name || 'fakename' };
  const kind = { namespaced: !!namespace, rules: { validateName: checkPathSegment } };
  const found: FieldErrors = [];
  validatePlainMetadata(found, named, kind);
  for (const error of found) {
    errors.push(inField(error, error.field.replace(/^metadata/, path)));
  }
}
