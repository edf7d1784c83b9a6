/** What a request's path means: a verb and a resource, or something else. */
import { namespace as namespaceKind, subresourceOf } from '#kinds';

/** As authorization, routing, and the messages of both see a request. */
export interface RequestPath {
  /** About objects; otherwise about a path such as `/version`, and only `path` and `verb` count. */
  readonly isResource: boolean;
  /** `get`, `list`, `watch`, `create`... or, of a path, the method in lower case. */
  readonly verb: string;
  /** Without the query, unescaped. */
  readonly path: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty when the path names none. (A path to a namespace lies in that namespace.) */
  readonly namespace: string;
  readonly resource: string;
  readonly name: string;
  readonly subresource: string;
  /** The path cannot be that of a resource: it has too many parts, for example. */
  readonly isOverlong: boolean;
}

const methodVerbs: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/**
 * @param path unescaped and without the query
 * @param isWatch whether the query asks for a watch
 */
export function parsePath(method: string, path: string, isWatch: boolean): RequestPath {
  const parts = path.split('/');
  // `/api/v1/pods` begins with an empty part and may end with one.
  parts.shift();
  if (parts.at(-1) === '') parts.pop();
  const isCore = parts[0] === 'api';
  if (!(isCore ? parts.length > 2 : parts[0] === 'apis' && parts.length > 3)) {
    return otherPath(method, path);
  }
  const group = isCore ? '' : parts[1]!;
  const version = isCore ? parts[1]! : parts[2]!;
  let at = isCore ? 2 : 3;
  let verb = methodVerbs[method] ?? '';
  const isOldWatch = parts[at] === 'watch' && parts.length > at + 1;
  if (isOldWatch) {
    verb = 'watch';
    at++;
  }
  let namespace = '';
  if (parts[at] === 'namespaces' && parts.length > at + 1) {
    namespace = parts[at + 1]!;
    if (parts.length > at + 2 && !isOfNamespace(parts[at + 2]!)) at += 2;
  }
  const name = parts[at + 1] ?? '';
  if (name === '' || isOldWatch) verb = collectionVerb(verb, isWatch);
  return {
    isResource: true,
    verb,
    path,
    group,
    version,
    namespace,
    resource: parts[at]!,
    name,
    subresource: parts[at + 2] ?? '',
    isOverlong: parts.length > at + 3 || parts.includes('', 1),
  };
}

/** Parts that follow the name of a namespace without being resources in it. */
function isOfNamespace(part: string): boolean {
  return subresourceOf(namespaceKind, part) !== undefined;
}

function otherPath(method: string, path: string): RequestPath {
  return {
    isResource: false,
    verb: method.toLowerCase(),
    path,
    group: '',
    version: '',
    namespace: '',
    resource: '',
    name: '',
    subresource: '',
    isOverlong: false,
  };
}

function collectionVerb(verb: string, isWatch: boolean): string {
  if (verb === 'get') return isWatch ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}
