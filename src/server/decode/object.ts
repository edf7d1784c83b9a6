/** From a body to an object of the path's kind. */
import { finishing, runInTurns, type Resumable, type YieldTurn } from '#values';
import { ApiError, badRequest, type KubeObject } from '#values';
import { decodeAs, decodingAs } from '#kinds';
import {
  identify,
  TypeMismatch,
  UnidentifiableError,
  UnreadableValue,
  type ConformOptions,
  type Identity,
  type OnForeign,
} from '#schema';
import { jsonType } from '../media/accept.ts';
import { UnreadableBody, type RawBody, type Serializer } from '../media/serializer.ts';
import type { Expected } from '../exchange/served-kinds.ts';
import type { FieldValidation } from '../request/options.ts';
import {
  cannotHandle,
  checkCustomIdentity,
  notInScheme,
  otherTypeOf,
  type OtherType,
} from './identify.ts';

export interface Decoded {
  /** Of the right kind, with fields of the right types; nothing else has been validated. */
  readonly object: KubeObject;
  /** With the fractions of seconds that its times have lost; absent when they have lost none. */
  readonly exact?: KubeObject | undefined;
  /** Unknown fields and duplicate fields: `unknown field "spec.foo"`. */
  readonly complaints: readonly string[];
  /** Whether all its fields are known, and it could be read without regard to how its text is written. */
  readonly isPlain: boolean;
}

/** How much of a body an error message shows, in bytes. */
const shownBytes = 30;

/**
 * @param yieldTurn asked between stages
 * @param onForeign gets the unknown fields
 * @throws {ApiError} 400
 */
export async function decodeObject(
  bytes: Buffer,
  serializer: Serializer,
  expected: Expected,
  validation: FieldValidation,
  yieldTurn: YieldTurn,
  onForeign?: OnForeign,
): Promise<Decoded> {
  const body = await readBody(bytes, serializer, expected, yieldTurn);
  const decoding = decodingBody(body, bytes, serializer, expected, validation, onForeign);
  return runInTurns(decoding, yieldTurn);
}

function* decodingBody(
  body: RawBody,
  bytes: Buffer,
  serializer: Serializer,
  expected: Expected,
  validation: FieldValidation,
  onForeign: OnForeign | undefined,
): Resumable<Decoded> {
  yield;
  const isReported = validation !== 'Ignore';
  const identity = identifyBody(body, bytes, expected);
  if (expected.kind.custom === undefined) {
    const other = otherTypeOf(identity, expected);
    if (other !== undefined) refuseOther(body, identity, expected, other);
  } else {
    checkCustomIdentity(identity, expected, () => {
      const why = `Object 'Kind' is missing in '${jsonOf(body, bytes, serializer)}'`;
      // Go's strict decoder takes over the type that the body names, though it is none.
      return isReported
        ? unrecognized(why, bytes, expected)
        : cannotHandle(whole(identity, expected), expected, why);
    });
  }
  yield;
  const { last } = expected;
  const shared = last?.sharing(body, bytes.length) ?? body;
  const decoded = yield* conformingBody(shared, expected, isReported, onForeign);
  const { complaints } = decoded;
  if (decoded.isPlain && decoded.exact === undefined) {
    last?.keep(body, decoded.object, bytes.length);
  }
  yield;
  if (validation === 'Strict' && complaints.length > 0) {
    const why = `strict decoding error: ${complaints.join(', ')}`;
    throw cannotHandle(whole(identity, expected), expected, why);
  }
  return decoded;
}

/** Errors of the type that a body names come before its not being the right one. */
function refuseOther(
  { value }: RawBody,
  identity: Identity,
  expected: Expected,
  { form, error }: OtherType,
): never {
  try {
    if (form !== undefined) decodeAs(form, value, { version: form.version });
  } catch (cause) {
    if (!(cause instanceof TypeMismatch || cause instanceof UnreadableValue)) throw cause;
    throw cannotHandle(whole(identity, expected), expected, cause.message);
  }
  throw error;
}

/** Reads a value as Go does. @param isReported whether to report unknown and duplicate fields */
function* conformingBody(
  body: RawBody,
  expected: Expected,
  isReported: boolean,
  onForeign: OnForeign | undefined,
): Resumable<Decoded> {
  const { reread, needsReread } = body;
  if (reread === undefined) return yield* plain(body, expected, onForeign);
  const isOdd = needsReread?.();
  if (isOdd !== true && !isReported) return yield* plain(body, expected, onForeign);
  const clean = isOdd === false && (yield* withoutComplaints(body, expected));
  return clean || (yield* rereading(body, expected, isReported, onForeign));
}

function* plain(
  { value, fitting }: RawBody,
  expected: Expected,
  onForeign: OnForeign | undefined,
): Resumable<Decoded> {
  let isKnown = true;
  const onUnknown: OnForeign = (type, field) => {
    isKnown = false;
    onForeign?.(type, field);
  };
  const reading = { onForeign: onUnknown, fitting };
  const { object, exact } = yield* conforming(value ?? {}, expected, reading);
  return { object, exact, complaints: [], isPlain: isKnown };
}

/** Reads a body in which nothing is to be reported, as is usual; gives false for others. */
function* withoutComplaints(body: RawBody, expected: Expected): Resumable<Decoded | false> {
  try {
    const decoded = yield* plain(body, expected, undefined);
    return decoded.isPlain && decoded;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Reads a body from its text. @param isReported whether to report unknown and duplicate fields */
function* rereading(
  body: RawBody,
  expected: Expected,
  isReported: boolean,
  onForeign: OnForeign | undefined,
): Resumable<Decoded> {
  const { value, complaints } = yield* body.reread!();
  yield;
  if (!isReported) {
    return { ...(yield* plain({ value }, expected, onForeign)), isPlain: false };
  }
  const unknown: string[] = [];
  const onUnknown = (path: string): void => void unknown.push(`unknown field "${path}"`);
  const read = yield* conforming(value ?? {}, expected, { onUnknown, onForeign });
  return { ...read, complaints: [...complaints, ...unknown], isPlain: false };
}

/** Returns the body's JSON, as messages quote it. */
function jsonOf({ value }: RawBody, bytes: Buffer, { mediaType }: Serializer): string {
  return mediaType === jsonType ? bytes.toString('utf8') : JSON.stringify(value);
}

/** @throws {ApiError} 400 for a body that its media type's parser rejects */
export async function readBody(
  bytes: Buffer,
  serializer: Serializer,
  expected: Expected,
  yieldTurn?: YieldTurn,
): Promise<RawBody> {
  try {
    if (serializer.reading === undefined) return await serializer.read(bytes, expected);
    return await runInTurns(serializer.reading(bytes, expected), yieldTurn);
  } catch (error) {
    if (error instanceof UnreadableBody) throw unrecognized(error.message, bytes, expected);
    throw error;
  }
}

/** @throws {ApiError} 400 for a value that cannot be an object */
export function identifyBody({ value }: RawBody, bytes: Buffer, expected: Expected): Identity {
  try {
    return identify(value);
  } catch (error) {
    if (error instanceof UnidentifiableError) throw unrecognized(error.message, bytes, expected);
    throw error;
  }
}

/** @throws {ApiError} 400 */
function* conforming(
  value: unknown,
  expected: Expected,
  reading: Pick<ConformOptions, 'onUnknown' | 'onForeign' | 'fitting'>,
): Resumable<Pick<Decoded, 'object' | 'exact'>> {
  try {
    const { kind } = expected;
    let exact: unknown;
    const onExact = (input: unknown): void => void (exact = input);
    const options = { version: kind.version, onExact, ...reading };
    const begun = decodingAs(kind, value, options);
    const object = (yield* finishing(begun)) as KubeObject;
    expected.kind.rules.checkConvertible?.(object);
    return { object, exact: exact as KubeObject | undefined };
  } catch (error) {
    if (!(error instanceof TypeMismatch || error instanceof UnreadableValue)) throw error;
    throw cannotHandle(whole({ apiVersion: '', kind: '' }, expected), expected, error.message);
  }
}

function whole(identity: Identity, { apiVersion, kind }: Expected): Identity {
  return { apiVersion: identity.apiVersion || apiVersion, kind: identity.kind || kind.kind };
}

function unrecognized(why: string, bytes: Buffer, expected: Expected): ApiError {
  if (expected.isUntyped === true) return notInScheme(expected);
  return badRequest(
    `the object provided is unrecognized (must be of type ${expected.kind.kind}): ${why} (${summary(bytes)})`,
  );
}

/** Returns the beginning of a body: as text when it looks like JSON, else in hexadecimal. */
function summary(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>';
  const start = bytes.subarray(0, shownBytes);
  const text = start.toString(start[0] === 0x7b ? 'utf8' : 'hex');
  return bytes.length > shownBytes ? `${text} ...` : text;
}
