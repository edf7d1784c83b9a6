/** Which of the things that can be done to objects a request asks for. */
import {
  badRequest,
  methodNotSupported,
  subresourceOf,
  unknownPath,
  verbsOf,
  type Subresource,
} from '#kinds';
import type { RequestPath } from './path.ts';
import type { Served, ServedKinds } from './served.ts';

/** What a path of resources leads to. */
export interface Route {
  readonly served: Served;
  /** Undefined for the objects themselves. */
  readonly subresource: Subresource | undefined;
}

type Methods = readonly string[];

const ofCollections: Methods = ['GET', 'POST', 'DELETE'];
const ofObjects: Methods = ['GET', 'PUT', 'PATCH', 'DELETE'];
const ofAllNamespaces: Methods = ['GET'];
const readOnly: Methods = ['GET'];

/** What is passed on to what stands behind an object comes by any method. */
const passedOn: Methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const methodOf: Readonly<Record<Subresource['verbs'][number], string>> = {
  create: 'POST',
  delete: 'DELETE',
  get: 'GET',
  patch: 'PATCH',
  update: 'PUT',
};

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
  const subresource = subresourceOf(found.kind, path.subresource);
  const methods = methodsOf(path, found, subresource);
  if (!methods.includes(method)) throw methodNotSupported();
  if (path.name !== '') checkName(path.name);
  return { served: found, subresource };
}

function methodsOf(
  path: RequestPath,
  { kind }: Served,
  subresource: Subresource | undefined,
): Methods {
  if (kind.readOnly === true) return readOnly;
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
