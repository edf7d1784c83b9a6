/** Decodes a patched object: it must fit its type again, like an object that was sent whole. */
import { decodeAs, decodingAs, type Kind } from '#kinds';
import {
  identify,
  mapReader,
  notRegistered,
  TypeMismatch,
  UnidentifiableError,
  UnreadableValue,
  withSpelling,
  withCompactTexts,
  withoutRawTexts,
  type Identity,
  type OnForeign,
} from '#schema';
import {
  internalError,
  invalid,
  invalidObject,
  quote,
  serverError,
  withSortedKeys,
  type ApiError,
  type KubeObject,
} from '#values';
import { type KindRegistry, internalGroupOf, knownType, packageOf } from '#catalog';
import type { Patch } from '#request';
import { runToEnd, isResumable, type Resumable } from '#values';
import { complaintsAbout } from './patch-form.ts';
import { showPatched, type PatchResult } from './show-patched.ts';

/** What decoding a patched object needs besides. */
export interface DecodeOptions {
  /** The kinds of the server: the object may name another type. */
  readonly kinds: KindRegistry;
  /** Receives the unknown fields, unless they are an error. */
  readonly warn?: ((text: string) => void) | undefined;
  /** Receives the unknown fields in any case. */
  readonly onForeign?: OnForeign | undefined;
  /** Receives the object with the fractions of seconds that its times lose, if they do. */
  readonly onExact?: (exact: KubeObject) => void;
}

/**
 * The patched object in the canonical form of its type. An unchanged object is not checked.
 *
 * @param created the result of the patch
 * @throws {ApiError} 422
 */
export function decodePatched(
  created: KubeObject,
  current: KubeObject,
  kind: Kind,
  patch: Patch,
  options: DecodeOptions,
): KubeObject {
  return runToEnd(decodingPatched(created, current, kind, patch, options));
}

/** {@link decodePatched} in parts. */
export function* decodingPatched(
  created: KubeObject,
  current: KubeObject,
  kind: Kind,
  patch: Patch,
  options: DecodeOptions,
): Resumable<KubeObject> {
  if (created === current) {
    report({ patched: created, current, kind, patch }, options, []);
    return current;
  }
  const result = { patched: reread(created, kind, patch), current, kind, patch };
  checkIdentity(result, options.kinds);
  if (isOfNoVersion(result)) {
    report(result, options, unknownToNoVersion(result.patched));
    return { ...result.patched, metadata: {} } as KubeObject;
  }
  const unknown: string[] = [];
  let decoded: KubeObject;
  try {
    const begun = decoding(result, options, unknown);
    decoded = (isResumable(begun) ? yield* begun : begun) as KubeObject;
    checkConvertible(kind, decoded, patch.type);
  } catch (error) {
    throw yield* refusing(result, error);
  }
  report(result, options, unknown.length > 0 ? unknownFields(unknown, result) : []);
  return typedAs(decoded, current);
}

/**
 * Returns the object as it is read again. Strategic merge patches go through Go's maps, the others through
 * text, in which fields have the names that their type spells.
 */
function reread(created: KubeObject, { schema, custom }: Kind, patch: Patch): KubeObject {
  const { type, isSpelled = false } = patch;
  if (custom !== undefined) {
    return isSpelled ? (withSpelling(undefined, created) as KubeObject) : created;
  }
  if (type === 'strategic') return withoutRawTexts(created, schema);
  const written = withCompactTexts(created, schema);
  return isSpelled ? (withSpelling(schema, written) as KubeObject) : written;
}

/** @param unknown gets the paths of unknown fields, unless they are ignored */
function decoding(
  { patched, current, kind, patch }: PatchResult,
  { onExact, onForeign }: DecodeOptions,
  unknown: string[],
): object | Resumable<object> {
  const onUnknown = isIgnored(patch) ? undefined : (path: string): void => void unknown.push(path);
  const onExactly = onExact && ((exact: unknown) => onExact(typedAs(exact as KubeObject, current)));
  const reader = patch.type === 'strategic' ? mapReader : undefined;
  const { version } = kind;
  // Named one by one, because spreading them takes as long as reading a small object.
  const options = {
    onUnknown,
    onForeign,
    onExact: onExactly,
    fitting: current,
    reader,
    version,
  };
  return decodingAs(kind, patched, options);
}

/** Whether unknown fields, and fields that are there twice, pass without a word. */
function isIgnored({ fieldValidation = 'Ignore' }: Patch): boolean {
  return fieldValidation === 'Ignore';
}

/**
 * Warns of unknown fields and of fields that are there twice, or refuses them.
 *
 * @param unknown the messages about unknown fields
 */
function report(result: PatchResult, { warn }: DecodeOptions, unknown: readonly string[]): void {
  const { patch } = result;
  if (isIgnored(patch)) return;
  const complaints = [...complaintsAbout(patch), ...unknown];
  if (complaints.length > 0 && patch.fieldValidation === 'Strict') {
    throw undecodable(result, `strict decoding error: ${complaints.join(', ')}`);
  }
  if (warn !== undefined) complaints.forEach(warn);
}

/**
 * The messages about unknown fields: sorted where v1.24 reads maps, else in the order of the text,
 * which Go has written from maps.
 */
function unknownFields(
  found: readonly string[],
  { patched, kind, patch }: PatchResult,
): readonly string[] {
  if (patch.type === 'strategic') return found.map((path) => `unknown field "${path}"`).toSorted();
  const inOrder: string[] = [];
  const onUnknown = (path: string): void => void inOrder.push(`unknown field ${quote(path)}`);
  decodeAs(kind, withSortedKeys(patched), { onUnknown });
  return inOrder;
}

/** The error of a patch whose result does not decode. */
function* refusing(result: PatchResult, found: unknown): Resumable<unknown> {
  if (!(found instanceof TypeMismatch || found instanceof UnreadableValue)) return found;
  yield;
  const { patched, kind, patch } = result;
  const isOfMaps = patch.type === 'strategic';
  const first = isOfMaps ? found : yield* findingFirstError(patched, kind, found);
  yield;
  return undecodable(result, first.message);
}

/** Strategic merge patches are converted after decoding: outside of the step that v1.24 calls the patch. */
function checkConvertible(kind: Kind, object: KubeObject, type: Patch['type']): void {
  try {
    kind.rules.checkConvertible?.(object);
  } catch (error) {
    throw type === 'strategic' ? serverError((error as Error).message) : error;
  }
}

/** The first error that Go's decoder finds in text that was written from maps. */
function* findingFirstError(patched: KubeObject, kind: Kind, found: Error): Resumable<Error> {
  const sorted = withSortedKeys(patched);
  yield;
  try {
    decodeAs(kind, sorted, { version: kind.version });
  } catch (error) {
    if (error instanceof TypeMismatch || error instanceof UnreadableValue) return error;
    throw error;
  }
  // Decoding finds no error here: it was found in a later step.
  return found;
}

/**
 * Patched text is decoded by the type that it names, which may be another version of the kind.
 * Strategic merge patches change maps of a known type: the type that they name is ignored.
 */
function checkIdentity(result: PatchResult, kinds: KindRegistry): void {
  const { patched, current, patch } = result;
  const { apiVersion, kind } = patched;
  if (patch.type === 'strategic') return;
  if (kind === current.kind && apiVersion === current.apiVersion) return;
  const identity = identifyPatched(result);
  if (result.kind.custom === undefined) checkType(result, identity, kinds);
  else checkNamed(result, identity);
}

/** @throws {ApiError} 422 */
function identifyPatched(result: PatchResult): Identity {
  try {
    return identify(result.patched);
  } catch (error) {
    if (!(error instanceof UnidentifiableError)) throw error;
    throw undecodable(result, error.message);
  }
}

/** A custom resource has to name its type; that it is the right one is checked with its fields. */
function checkNamed(result: PatchResult, { apiVersion, kind }: Identity): void {
  if (kind === '') {
    const sorted = withSortedKeys(result.patched);
    throw undecodable(result, `Object 'Kind' is missing in '${JSON.stringify(sorted)}'`);
  }
  if (apiVersion === '') {
    throw internalError("Object 'apiVersion' is missing in 'unstructured object has no version'");
  }
}

/**
 * Without an apiVersion, v1.24 reads the text as its internal type, whose fields have other names:
 * so the object has no name, which the check of the name reports.
 */
function isOfNoVersion({ patched, kind, patch }: PatchResult): boolean {
  return kind.custom === undefined && patch.type !== 'strategic' && !patched.apiVersion;
}

/** Returns the messages about all fields but those that say the type: the internal type has none of their names. */
function unknownToNoVersion(patched: KubeObject): readonly string[] {
  return Object.keys(patched)
    .filter((name) => name !== 'apiVersion' && name !== 'kind')
    .toSorted()
    .map((name) => `unknown field ${quote(name)}`);
}

function checkType(result: PatchResult, { apiVersion, kind }: Identity, kinds: KindRegistry): void {
  const of = result.kind;
  // Without a kind the type is the current one.
  if (kind === '' || apiVersion === '') return;
  const found = knownType(kinds, of, apiVersion, kind);
  if (found === undefined) throw undecodable(result, notRegistered(apiVersion, kind));
  const group = internalGroupOf(of);
  if (kind === of.kind && found.group === group) return;
  const conversion = `converting (${found.goType}) to (${packageOf(group)}.${of.kind})`;
  throw undecodable(result, `${conversion}: unknown conversion`);
}

/** The object with the given type, whatever type it names. */
function typedAs(object: KubeObject, { apiVersion, kind }: KubeObject): KubeObject {
  if (object.apiVersion === apiVersion && object.kind === kind) return object;
  return { ...object, apiVersion, kind };
}

function undecodable(result: PatchResult, why: string): ApiError {
  return invalidObject('', '', '', [invalid('patch', showPatched(result), why)]);
}
