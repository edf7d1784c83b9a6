/** The errors of v1.24's schema validator, as the API reports them. */
import type { FieldError, FieldErrorReason } from '../../meta/field-errors.ts';
import { invalid, notSupported, required, show, tooMany } from '../../meta/field-errors.ts';
import { goJson } from '../../meta/go-json.ts';
import { showJson } from '../../meta/go-show.ts';
import type { Finding } from './outcome.ts';

/** The value has another type, or is text of another format. */
export function wrongType(path: string, wanted: string, found: string): Finding {
  const text = `${path} in body must be of type ${wanted}: ${show(found)}`;
  return finding(text, reasoned('FieldValueTypeInvalid', path, show(found), text));
}

export function missing(path: string): Finding {
  return finding(`${path} in body is required`, required(fieldOf(path)));
}

/** The value breaks a rule, such as `should be at least 2 chars long`. */
export function broken(path: string, value: unknown, rule: string): Finding {
  const text = `${path} in body ${rule}`;
  return finding(text, invalid(fieldOf(path), showJson(value), text));
}

export function notListed(path: string, value: unknown, listed: readonly unknown[]): Finding {
  const shown = value === null ? show('null') : showJson(value);
  const names = listed.map((one) => (typeof one === 'string' ? one : goJson(one)));
  const text = `${path} in body should be one of [${names.join(' ')}]`;
  return finding(text, notSupported(fieldOf(path), shown, names));
}

export function tooLongText(path: string, most: number): Finding {
  return finding(`${path} in body should be at most ${most} chars long`, {
    reason: 'FieldValueTooLong',
    field: fieldOf(path),
    message: `Too long: may not be longer than ${most}`,
  });
}

/** @param what `items` or `properties` */
export function tooManyOf(what: string, path: string, count: number, most: number): Finding {
  const text = `${path} in body should have at most ${most} ${what}`;
  return finding(text, tooMany(fieldOf(path), count, most));
}

/** About a value as a whole: v1.24 names no field. */
export function wrongWhole(path: string, why: string): Finding {
  const text = `${show(path)} ${why}`;
  return finding(text, invalid('<nil>', '""', text));
}

function finding(text: string, error: FieldError): Finding {
  return { text, error };
}

function reasoned(
  reason: FieldErrorReason,
  path: string,
  shown: string,
  detail: string,
): FieldError {
  return { ...invalid(fieldOf(path), shown, detail), reason };
}

/** Paths of the schema validator begin with a dot where the root has no name. */
function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
