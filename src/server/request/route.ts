/** Which operation on objects a request asks for. */
import { badRequest, methodNotSupported, notFound, unknownPath, verbNotSupported } from '#values';
import { subresourceOf, type Subresource } from '#kinds';
import { verbsOf } from '#catalog';
import type { RequestPath } from './path.ts';
import type { Served, ServedKinds } from '../exchange/served-kinds.ts';

/** The target of a resource path. */
export interface Route {
  readonly served: Served;
  /** Undefined for the objects themselves. */
  readonly subresource: Subresource | undefined;
}

type Methods = readonly string[];

const ofCollections: Methods = ['GET', 'POST', 'DELETE'];
const ofObjects: Methods = ['GET', 'PUT', 'PATCH', 'DELETE'];
const ofAllNamespaces: Methods = ['GET'];
const ofCustom: Methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ofCustomParts: Methods = ['GET', 'HEAD', 'PUT', 'PATCH'];
const readOnly: Methods = ['GET'];

/** Requests that are passed on to what is behind an object may have any method. */
const passedOn: Methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const methodOf: Readonly<Record<Subresource['verbs'][number], string>> = {
  create: 'POST',
  delete: 'DELETE',
  get: 'GET',
  patch: 'PATCH',
  update: 'PUT',
};

/**
 * Finds the target of a path; undefined when nothing is known under its group.
 * @throws {ApiError} 404 for what does not exist, 405 for an unsupported verb
 */
export function route(method: string, path: RequestPath, served: ServedKinds): Route | undefined {
  const found = served.byResource(path.group, path.version, path.resource);
  if (found === undefined) {
    if (path.group !== '' && !served.hasGroup(path.group)) return undefined;
    throw unknownPath();
  }
  if (found.kind.custom !== undefined) return customRoute(method, path, found);
  const subresource = subresourceOf(found.kind, path.subresource);
  const methods = methodsOf(path, found, subresource);
  if (!methods.includes(method)) throw methodNotSupported();
  if (path.name !== '') checkName(path.name);
  return { served: found, subresource };
}

/**
 * v1.24 hands requests for custom resources on to where no paths are known, unless their scope and
 * the definition's agree.
 */
function customRoute(method: string, path: RequestPath, served: Served): Route | undefined {
  const { kind } = served;
  const isInNamespace = path.namespace !== '';
  const isForAll = !isInNamespace && (path.verb === 'list' || path.verb === 'watch');
  if (kind.namespaced !== isInNamespace && !(kind.namespaced && isForAll)) return undefined;
  const subresource = subresourceOf(kind, path.subresource);
  // What follows the name of a subresource is ignored.
  if (path.subresource !== '' && subresource === undefined) throw notFound(kind, path.name);
  const methods = path.subresource === '' ? ofCustom : ofCustomParts;
  if (!methods.includes(method)) throw verbNotSupported(kind, path.verb);
  if (path.name !== '') checkName(path.name);
  return { served, subresource };
}

function methodsOf(
  path: RequestPath,
  { kind }: Served,
  subresource: Subresource | undefined,
): Methods {
  if (kind.wire.readOnly === true) return readOnly;
  const isInNamespace = path.namespace !== '' && !isPathOfNamespace(path);
  const isTooLong = path.isOverlong && subresource?.stream !== 'proxy';
  if (isTooLong || (isInNamespace && !kind.namespaced)) throw unknownPath();
  if (path.name === '') {
    if (kind.namespaced && !isInNamespace) return ofAllNamespaces;
    return verbsOf(kind).includes('deletecollection') ? ofCollections : ['GET', 'POST'];
  }
  if (kind.namespaced && !isInNamespace) throw unknownPath();
  if (path.subresource === '') return path.verb === 'watch' ? ['GET'] : ofObjects;
  if (subresource === undefined) throw unknownPath();
  if (subresource.stream === 'proxy') return passedOn;
  return subresource.verbs.map((verb) => methodOf[verb]);
}

/** To authorization, `/api/v1/namespaces/x` is in namespace `x`; but the kind has no namespaces. */
function isPathOfNamespace({ group, resource }: RequestPath): boolean {
  return group === '' && resource === 'namespaces';
}

function checkName(name: string): void {
  const why =
    name === '.' || name === '..'
      ? `may not be '${name}'`
      : name.includes('%')
        ? "may not contain '%'"
        : undefined;
  if (why === undefined) return;
  throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${why}`);
}
