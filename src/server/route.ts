/** Which of the things that can be done to objects a request asks for. */
import { badRequest, methodNotSupported, unknownPath, verbsOf } from '#kinds';
import type { RequestPath } from './path.ts';
import type { Served, ServedKinds } from './served.ts';

/** What a path of resources leads to. */
export interface Route {
  readonly served: Served;
  /** Empty for the objects themselves. */
  readonly subresource: string;
}

type Methods = readonly string[];

const ofCollections: Methods = ['GET', 'POST', 'DELETE'];
const ofObjects: Methods = ['GET', 'PUT', 'PATCH', 'DELETE'];
const ofAllNamespaces: Methods = ['GET'];
const readOnly: Methods = ['GET'];

/** What can be done with subresources. Those that a kind has are in its declaration. */
const ofSubresources: Readonly<Record<string, Methods>> = {
  binding: ['POST'],
  ephemeralcontainers: ['GET', 'PUT', 'PATCH'],
  eviction: ['POST'],
  finalize: ['PUT'],
  log: ['GET'],
  scale: ['GET', 'PUT', 'PATCH'],
  status: ['GET', 'PUT', 'PATCH'],
  token: ['POST'],
};

/** Discovery says the same in verbs. */
export function verbsOfSubresource(name: string): readonly string[] {
  const verbs: Readonly<Record<string, string>> = {
    GET: 'get',
    POST: 'create',
    PUT: 'update',
    PATCH: 'patch',
  };
  return (ofSubresources[name] ?? []).map((method) => verbs[method]!).sort();
}

/**
 * Finds what a path leads to; undefined when nothing is known under its group.
 * @throws {ApiError} 404 for what does not exist, 405 for what cannot be done
 */
export function route(method: string, path: RequestPath, served: ServedKinds): Route | undefined {
  const found = served.byResource(path.group, path.version, path.resource);
  if (found === undefined) {
    if (path.group !== '' && !served.hasGroup(path.group)) return undefined;
    throw unknownPath();
  }
  const methods = methodsOf(path, found);
  if (!methods.includes(method)) throw methodNotSupported();
  if (path.name !== '') checkName(path.name);
  return { served: found, subresource: path.subresource };
}

function methodsOf(path: RequestPath, served: Served): Methods {
  const { kind } = served;
  if (kind.readOnly === true) return readOnly;
  const isInNamespace = path.namespace !== '' && !isPathOfNamespace(path);
  if (path.isOverlong || (isInNamespace && !kind.namespaced)) throw unknownPath();
  if (path.name === '') {
    if (kind.namespaced && !isInNamespace) return ofAllNamespaces;
    return verbsOf(kind).includes('deletecollection') ? ofCollections : ['GET', 'POST'];
  }
  if (kind.namespaced && !isInNamespace) throw unknownPath();
  if (path.subresource === '') return path.verb === 'watch' ? ['GET'] : ofObjects;
  const methods = kind.subresources.includes(path.subresource)
    ? ofSubresources[path.subresource]
    : undefined;
  if (methods === undefined) throw unknownPath();
  return methods;
}

/** `/api/v1/namespaces/x` lies in the namespace `x`, to authorization; yet the kind has none. */
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
