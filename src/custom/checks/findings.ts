/** The errors of v1.24's schema validator, as the API reports them. */
import {
  type FieldError,
  type FieldErrorReason,
  invalid,
  invalidMessage,
  lateError,
  notSupportedMessage,
  required,
  show,
  tooMany,
  showJson,
  shownNull,
} from '#values';
import type { ListedValues } from '#schema';
import type { Finding } from './outcome.ts';

/** The value has another type, or is text of another format. */
export function wrongType(path: string, expected: string, found: string): Finding {
  const rule = `must be of type ${expected}: ${show(found)}`;
  return finding(path, rule, reasoned('FieldValueTypeInvalid', path, show(found), rule));
}

export function missing(path: string): Finding {
  return finding(path, 'is required', required(fieldOf(path)));
}

/** The value breaks a rule, such as `should be at least 2 chars long`. */
export function broken(path: string, value: unknown, rule: string): Finding {
  const error = lateError('FieldValueInvalid', fieldOf(path), (print) =>
    invalidMessage(print(showJson(value)), textOf(path, rule)),
  );
  return finding(path, rule, error);
}

/** A field that is not named where there must not be others. */
export function forbiddenProperty(path: string, name: string): Finding {
  const rule = 'is a forbidden property';
  const message = invalidMessage(show(name), textOf(`${path}.${name}`, rule));
  return finding(`${path}.${name}`, rule, {
    reason: 'FieldValueInvalid',
    field: fieldOf(path),
    message,
  });
}

export function notListed(path: string, value: unknown, listed: ListedValues): Finding {
  const error = lateError('FieldValueNotSupported', fieldOf(path), (print) =>
    notSupportedMessage(print(value === null ? shownNull : showJson(value)), listed.shown),
  );
  return finding(path, listed.rule, error);
}

/** @param inBytes whether the message counts bytes, as later releases do */
export function tooLongText(path: string, most: number, inBytes: boolean): Finding {
  return finding(path, `should be at most ${most} chars long`, {
    reason: 'FieldValueTooLong',
    field: fieldOf(path),
    message: `Too long: may not be ${inBytes ? `more than ${most} bytes` : `longer than ${most}`}`,
  });
}

/** @param what `items` or `properties` */
export function tooManyOf(what: string, path: string, count: number, most: number): Finding {
  const rule = `should have at most ${most} ${what}`;
  return finding(path, rule, tooMany(fieldOf(path), count, most));
}

/** Reports a number that its type or format cannot hold; names no field. @param name what the number is */
export function outOfRange(
  path: string,
  name: string,
  type: string,
  format: string | undefined,
): Finding {
  const how = format === undefined ? '(default format)' : `with format ${format}`;
  const why = `${name} value must be of type ${type} ${how} in ${path}`;
  return finding(path, why, invalid('<nil>', '""', why));
}

/** Reports a factor of which nothing is a multiple: for integers, one below 1. */
export function unusableFactor(path: string, factor: number): Finding {
  const rule = `factor MultipleOf declared for ${path} must be positive: ${factor}`;
  return finding(path, rule, invalid(fieldOf(path), show(factor), rule));
}

/** About a value as a whole: v1.24 names no field. */
export function wrongWhole(path: string, why: string): Finding {
  return finding(path, why, invalid('<nil>', '""', `${show(path)} ${why}`));
}

function finding(place: string, rule: string, error: FieldError): Finding {
  return { place, rule, error };
}

function textOf(path: string, rule: string): string {
  return `${path} in body ${rule}`;
}

function reasoned(reason: FieldErrorReason, path: string, shown: string, rule: string): FieldError {
  return { ...invalid(fieldOf(path), shown, textOf(path, rule)), reason };
}

/** Paths of the schema validator begin with a dot where the root has no name. */
function fieldOf(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
