/** The kind and apiVersion of a body, and whether they match the path. */
import { badRequest, notRegistered, type ApiError, type Identity } from '#kinds';
import { internalPackage, type Expected, type ServedKinds } from '../served.ts';

/** Versions of groups that v1.24 still knows but does not serve. */
const otherVersions: readonly string[] = [
  'apps/v1beta1',
  'apps/v1beta2',
  'coordination.k8s.io/v1beta1',
  'node.cluster.io/v1beta1',
  'scheduling.k8s.io/v1beta1',
];

/** Rejects (400) a body of another kind or version than the path has. */
export function checkIdentity(
  { apiVersion, kind }: Identity,
  expected: Expected,
  known: ServedKinds,
): void {
  const [version, name] = [apiVersion || expected.apiVersion, kind || expected.kind.kind];
  const isKind = name === expected.kind.kind;
  if (isKind && (version === expected.apiVersion || isOlder(version, expected))) return;
  if (isKind && isOtherVersion(version, expected, known)) {
    throw otherVersion(version, expected);
  }
  if (expected.isUntyped === true) throw notInScheme(expected);
  const found = known.byKind(version, name);
  throw cannotHandle(
    { apiVersion: version, kind: name },
    expected,
    found === undefined ? notRegistered(version, name) : noConversion(found, expected),
  );
}

/**
 * The same for a custom resource, whose body must name its type. Another kind is an error of the
 * object, which is found later. @param json the body, as the message quotes it
 */
export function checkCustomIdentity(
  { apiVersion, kind }: Identity,
  expected: Expected,
  json: () => string,
): void {
  if (kind === '') {
    const type = { apiVersion: expected.apiVersion, kind: expected.kind.kind };
    throw cannotHandle(type, expected, `Object 'Kind' is missing in '${json()}'`);
  }
  if (apiVersion !== expected.apiVersion) throw otherVersion(apiVersion, expected);
}

function otherVersion(apiVersion: string, { apiVersion: expected }: Expected): ApiError {
  return badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}

/** The error for a body that is not of the expected kind. */
export function cannotHandle(
  { apiVersion, kind }: Identity,
  expected: Expected,
  why: string,
): ApiError {
  const version = JSON.stringify(versionOf(apiVersion));
  return badRequest(
    `${kind} in version ${version} cannot be handled as a ${expected.kind.kind}: ${why}`,
  );
}

function notInScheme({ apiVersion, kind }: Expected): ApiError {
  const type = `${versionOf(apiVersion)}.${kind.kind}`;
  const scheme = JSON.stringify('pkg/runtime/scheme.go:100');
  return badRequest(`no kind is registered for the type ${type} in scheme ${scheme}`);
}

function noConversion(found: Expected, expected: Expected): string {
  const from = `${versionOf(found.apiVersion)}.${found.kind.kind}`;
  const to = `${internalPackage(expected.kind)}.${expected.kind.kind}`;
  return `converting (${from}) to (${to}): unknown conversion`;
}

function isOlder(apiVersion: string, { olderVersions }: Expected): boolean {
  return olderVersions?.includes(apiVersion) === true;
}

function isOtherVersion(
  apiVersion: string,
  { kind, apiVersion: expected }: Expected,
  known: ServedKinds,
): boolean {
  if (apiVersion === expected || !apiVersion.startsWith(`${kind.group}/`)) return false;
  return otherVersions.includes(apiVersion) || known.byKind(apiVersion, kind.kind) !== undefined;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
