/** Field errors of validation, with the messages of v1.24. */
import { quote } from '../go/quote.ts';
import { LaterChecks } from './later-checks.ts';
import { runToEnd, type Resumable } from '../work/resumable.ts';
import { goOf, jsonOf, type MakeMessage, type Shown } from '../go/shown.ts';

export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'FieldValueNotFound'
  | 'InternalError';

/** One error in one field. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Path as Kubernetes prints it, such as `spec.template.spec.containers[0].name`. */
  readonly field: string;
  /** The text after `FIELD: `, such as `Required value` or `Invalid value: 3: must be ...`. */
  readonly message: string;
  /** The same with its value as JSON; absent: it shows none that differs. */
  readonly jsonMessage?: string;
}

/** What checks ask about a release: whether a name is enabled. */
export interface Release {
  enabled(name: string): boolean;
}

/** Whether errors are found by the rules of a release that has a name enabled. */
export function isSince({ release }: Pick<FieldErrors, 'release'>, name: string): boolean {
  return release?.enabled(name) === true;
}

/**
 * The errors found so far, in the order in which v1.24 finds them. Checks get this list and add to
 * it: valid values, by far the most common, cost nothing.
 */
export interface FieldErrors extends Array<FieldError> {
  /** Collects the checks that have to wait, where other work waits for the thread. */
  readonly later?: LaterChecks;
  /** Whose rules and words these are; absent: the oldest. */
  readonly release?: Release;
}

/** No response lists this many: once they are found, the rest of a long list need not be checked. */
const mostErrors = 10_000;

/** Whether enough errors are found: more do not matter. */
export function isEnough(errors: FieldErrors): boolean {
  return errors.length >= mostErrors;
}

/**
 * Checks each element of a list, until there are enough errors. Where other work waits for the
 * thread, the rest of a long list is postponed: {@link checkThen} runs checks that depend on all
 * elements.
 */
export function checkEach<T>(
  errors: FieldErrors,
  list: readonly T[] | null | undefined,
  check: (element: T, index: number) => void,
): void {
  if (list != null) checkFrom(errors, list, 0, check);
}

function checkFrom<T>(
  errors: FieldErrors,
  list: readonly T[],
  start: number,
  check: (element: T, index: number) => void,
): void {
  const { later } = errors;
  for (let index = start; index < list.length; index++) {
    if (isEnough(errors)) return;
    if (later?.isDue() === true) {
      return later.putOff(() => checkFrom(errors, list, index, check));
    }
    check(list[index]!, index);
  }
}

/** {@link checkEach} for the keys of a map, in the order in which they are given. */
export function checkKeys(
  errors: FieldErrors,
  map: object | null | undefined,
  check: (key: string) => void,
): void {
  if (map == null) return;
  if (errors.later === undefined) {
    for (const key in map) if (!isEnough(errors)) check(key);
    return;
  }
  // Listing the keys of a large map is slow in itself.
  checkThen(errors, () => checkEach(errors, Object.keys(map), check));
}

/** Runs a check after all checks that are postponed so far. */
export function checkThen(errors: FieldErrors, check: () => void): void {
  if (errors.later?.isDue() === true) errors.later.putOff(check);
  else check();
}

/** Adds the errors that a check in parts finds: later, where other work waits for the thread. */
export function checkInParts(errors: FieldErrors, finding: Resumable<Iterable<FieldError>>): void {
  if (errors.later === undefined) addAll(errors, runToEnd(finding));
  else errors.later.putOff(addingAll(errors, finding));
}

function* addingAll(
  errors: FieldErrors,
  finding: Resumable<Iterable<FieldError>>,
): Resumable<void> {
  addAll(errors, yield* finding);
}

/** Not by one call: a list of errors can be longer than the arguments of one. */
export function addAll(errors: FieldErrors, found: Iterable<FieldError>): void {
  for (const error of found) errors.push(error);
}

/** The errors that a check finds, with pauses. */
export function* findingErrors(
  check: (errors: FieldErrors) => void,
  release?: Release,
): Resumable<FieldErrors> {
  const found: FieldError[] = [];
  const later = new LaterChecks(found);
  const errors: FieldErrors = Object.assign(found, { later, release });
  check(errors);
  yield* later.carryOut();
  return errors;
}

/** The errors that one check finds. */
export function findErrors(
  check: (errors: FieldErrors) => void,
  release?: Release,
): readonly FieldError[] {
  const errors: FieldErrors & { release?: Release } = [];
  if (release !== undefined) errors.release = release;
  check(errors);
  return errors;
}

export function required(field: string, detail = ''): FieldError {
  return { reason: 'FieldValueRequired', field, message: withDetail('Required value', detail) };
}

/** `shown` is the value as messages print it; see {@link show} for plain values. */
export function invalid(field: string, shown: Shown, detail: string): FieldError {
  return showing('FieldValueInvalid', field, shown, (text) => invalidMessage(text, detail));
}

export function notSupported(
  field: string,
  shown: Shown,
  supported: readonly string[],
): FieldError {
  return showing('FieldValueNotSupported', field, shown, (text) =>
    notSupportedMessage(text, supportedList(supported)),
  );
}

function showing(
  reason: FieldErrorReason,
  field: string,
  shown: Shown,
  messageOf: (text: string) => string,
): FieldError {
  if (typeof shown === 'string') return { reason, field, message: messageOf(shown) };
  return new ShowingError(reason, field, messageOf(shown.go), () => messageOf(shown.json));
}

/** An error that shows a value which Go prints in a form of its own. */
class ShowingError implements FieldError {
  readonly reason: FieldErrorReason;
  readonly field: string;
  readonly message: string;
  readonly #jsonMessage: () => string;

  constructor(reason: FieldErrorReason, field: string, message: string, jsonMessage: () => string) {
    this.reason = reason;
    this.field = field;
    this.message = message;
    this.#jsonMessage = jsonMessage;
  }

  get jsonMessage(): string {
    return this.#jsonMessage();
  }
}

/** Returns the errors, those with the same field and message once. */
export function withoutRepeats(errors: readonly FieldError[]): readonly FieldError[] {
  const earlier = new Set<string>();
  return errors.filter(({ field, message }) => {
    const text = `${field}: ${message}`;
    return !earlier.has(text) && earlier.add(text);
  });
}

/** Returns the errors with their values as JSON. */
export function withJsonValues(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map((error) => {
    const { reason, field, jsonMessage } = error;
    return jsonMessage === undefined ? error : { reason, field, message: jsonMessage };
  });
}

/** Values as {@link notSupportedMessage} lists them. */
export function supportedList(supported: readonly string[]): string {
  return supported.map(quote).join(', ');
}

export function notSupportedMessage(shown: string, list: string): string {
  return `Unsupported value: ${shown}: supported values: ${list}`;
}

/**
 * An error whose message is made when it is printed. For messages that show a whole value or a long
 * list: a request may cause thousands of such errors, of which few are printed.
 */
export function lateError(
  reason: FieldErrorReason,
  field: string,
  makeMessage: MakeMessage,
): FieldError {
  return new LateError(reason, field, makeMessage);
}

class LateError implements FieldError {
  readonly reason: FieldErrorReason;
  readonly field: string;
  readonly #makeMessage: MakeMessage;
  #message: string | undefined;

  constructor(reason: FieldErrorReason, field: string, makeMessage: MakeMessage) {
    this.reason = reason;
    this.field = field;
    this.#makeMessage = makeMessage;
  }

  get message(): string {
    return (this.#message ??= this.#makeMessage(goOf));
  }

  get jsonMessage(): string {
    return this.#makeMessage(jsonOf);
  }
}

/** The same error in another field. */
export function inField(error: FieldError, field: string): FieldError {
  return lateError(error.reason, field, (print) =>
    print({
      get go(): string {
        return error.message;
      },
      get json(): string {
        return error.jsonMessage ?? error.message;
      },
    }),
  );
}

/** The text after the field of an invalid value. */
export function invalidMessage(shown: string, detail: string): string {
  return withDetail(`Invalid value: ${shown}`, detail);
}

export function duplicate(field: string, shown: Shown, detail = ''): FieldError {
  return showing('FieldValueDuplicate', field, shown, (text) =>
    withDetail(`Duplicate value: ${text}`, detail),
  );
}

/** The value names something that should exist but does not, such as a volume. */
export function notFoundValue(field: string, shown: string): FieldError {
  return { reason: 'FieldValueNotFound', field, message: `Not found: ${shown}` };
}

/** One error for each message of a check of the same value. */
export function invalidFor(
  errors: FieldErrors,
  field: string,
  value: string | number,
  messages: readonly string[],
): void {
  for (const detail of messages) errors.push(invalid(field, show(value), detail));
}

export function forbidden(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: withDetail('Forbidden', detail) };
}

/** A check that could not run. */
export function internal(field: string, detail: string): FieldError {
  return { reason: 'InternalError', field, message: withDetail('Internal error', detail) };
}

export function tooLong(field: string, bytes: number, release: Release | undefined): FieldError {
  const isPlain = release?.enabled('TooLongInBytes') === true;
  return {
    reason: 'FieldValueTooLong',
    field,
    message: `Too long: ${isPlain ? 'may not be more than' : 'must have at most'} ${bytes} bytes`,
  };
}

/** Returns what {@link tooLong} does, in the words that some checks had at first. */
export function longerThan(field: string, limit: number, release: Release | undefined): FieldError {
  const error = tooLong(field, limit, release);
  if (release?.enabled('TooLongInBytes') === true) return error;
  return { ...error, message: `Too long: may not be longer than ${limit}` };
}

export function tooMany(field: string, count: number, limit: number): FieldError {
  return {
    reason: 'FieldValueTooMany',
    field,
    message: `Too many: ${count}: must have at most ${limit} items`,
  };
}

/** A plain value as Go prints it in messages: strings quoted, numbers and booleans bare. */
export function show(value: string | number | boolean): string {
  if (typeof value === 'string') return quote(value);
  // Beyond 64 bits a number is a float to Go.
  const isLarge = typeof value === 'number' && Math.abs(value) >= 2 ** 63;
  return isLarge ? value.toExponential() : String(value);
}

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text}: ${detail}`;
}

/** How many characters of errors a response lists; the rest are counted. */
const longestList = 500_000;

/**
 * As many errors as fit into a message of reasonable length: one field may show megabytes in each
 * error.
 */
export function withinLength<T extends { readonly field: string; readonly message: string }>(
  errors: readonly T[],
): readonly T[] {
  let length = 0;
  const end = errors.findIndex(({ field, message }) => {
    length += field.length + message.length;
    return length > longestList;
  });
  return end < 0 ? errors : errors.slice(0, Math.max(1, end));
}
