/** The kind and apiVersion of a body, and whether they match the path. */
import { badRequest, type ApiError } from '#values';
import { internalGroupOf, knownType, packageOf } from '#catalog';
import { notRegistered, type Identity } from '#schema';
import type { Kind } from '#kinds';
import type { Expected } from '../exchange/served-kinds.ts';

/** The type that a body names, where it is not the one that its path has. */
export interface OtherType {
  /** What reads the body: errors in it come first. Undefined where nothing here reads it. */
  readonly form: Kind | undefined;
  /** Why the path does not take it (400). */
  readonly error: ApiError;
}

/**
 * Returns what is wrong with the type of a body; undefined for the one that its path has.
 * @throws {ApiError} 400 for a type that v1.24 does not know
 */
export function otherTypeOf(
  { apiVersion, kind }: Identity,
  expected: Expected,
): OtherType | undefined {
  const [version, name] = [apiVersion || expected.apiVersion, kind || expected.kind.kind];
  const isKind = name === expected.kind.kind;
  if (isKind && (version === expected.apiVersion || isOlder(version, expected))) return undefined;
  const found = knownType(expected.kinds, expected.kind, version, name);
  const group = internalGroupOf(expected.kind);
  if (isKind && found?.group === group) {
    return { form: found.form, error: otherVersion(version, expected) };
  }
  const identity = { apiVersion: version, kind: name };
  if (found === undefined) throw cannotHandle(identity, expected, notRegistered(version, name));
  const why = `converting (${found.goType}) to (${packageOf(group)}.${expected.kind.kind}): unknown conversion`;
  return { form: found.form, error: cannotHandle(identity, expected, why) };
}

/**
 * Checks the type of a custom resource, whose body must name it. Another kind is an error of the
 * object, which is found later. @param missing makes the error for a body without a kind
 */
export function checkCustomIdentity(
  { apiVersion, kind }: Identity,
  expected: Expected,
  missing: () => ApiError,
): void {
  if (kind === '') throw missing();
  if (apiVersion !== expected.apiVersion) throw otherVersion(apiVersion, expected);
}

function otherVersion(apiVersion: string, { apiVersion: expected }: Expected): ApiError {
  return badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}

/**
 * Returns the error for a body that is not of the expected kind. v1.24 does not get as far where it
 * knows no types.
 */
export function cannotHandle(
  { apiVersion, kind }: Identity,
  expected: Expected,
  why: string,
): ApiError {
  if (expected.isUntyped === true) return notInScheme(expected);
  const version = JSON.stringify(versionOf(apiVersion));
  return badRequest(
    `${kind} in version ${version} cannot be handled as a ${expected.kind.kind}: ${why}`,
  );
}

/** Returns the error for every fault of a body of a part of a custom resource. */
export function notInScheme({ apiVersion, kind }: Expected): ApiError {
  const type = `${versionOf(apiVersion)}.${kind.kind}`;
  const scheme = JSON.stringify('pkg/runtime/scheme.go:100');
  return badRequest(`no kind is registered for the type ${type} in scheme ${scheme}`);
}

function isOlder(apiVersion: string, { olderVersions }: Expected): boolean {
  return olderVersions?.includes(apiVersion) === true;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
