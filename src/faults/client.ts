/** Faults of clients in the process: a decorator of the function that answers their requests. */
import { notFound, type KubeObject, type Origin } from '#values';
import {
  isWrite,
  nameIn,
  type Call,
  type ObjectList,
  type Request,
  type Watch,
  type WatchGate,
} from '#request';
import type { Target } from './target.ts';
import type { Faults } from './faults.ts';
import { FaultyWatch } from './watch.ts';

/** Returns the same function, struck by faults. */
export function withFaults(call: Call, faults: Faults, origin: Origin): Call {
  return (request) => {
    if (request.verb === 'watch') return watch(call, faults, origin, request);
    if (faults.isQuiet || request.verb === 'discover') return call(request);
    if (request.verb === 'measure') return measure(call, faults, origin, request);
    if (request.verb === 'updatemany') return updateMany(call, faults, origin, request);
    const target = targetOf(origin, request);
    const struck = faults.strike(target);
    if (struck?.failure === undefined) {
      return withoutHidden(call(asOf(request, struck?.at)), faults, target);
    }
    const { isApplied } = struck;
    const { error } = struck.failure;
    if (!isApplied || !isWrite(request)) throw error;
    return (call(request) as Promise<unknown>).then(() => {
      throw error;
    });
  };
}

/** As over HTTP: a list of what is measured. A process that measures by itself asks no server. */
function measure(
  call: Call,
  faults: Faults,
  origin: Origin,
  request: Extract<Request, { verb: 'measure' }>,
): ReturnType<Call> {
  const { group, namespace, resource: plural } = request.question;
  const kind = { group, version: '', plural, kind: '', namespaced: namespace !== '' };
  const answer = call(request) as Promise<unknown> | undefined;
  if (answer === undefined) return undefined;
  const struck = faults.strike(targetOf(origin, { verb: 'list', kind, options: { namespace } }));
  if (struck?.failure === undefined) return answer;
  answer.catch(() => undefined);
  throw struck.failure.error;
}

/** Returns a read of an older state. */
function asOf(request: Request, at: number | undefined): Request {
  if (at === undefined) return request;
  if (request.verb === 'get') return { ...request, at };
  if (request.verb !== 'list') return request;
  const { options } = request;
  const exactly = { resourceVersion: String(at), resourceVersionMatch: 'Exact' };
  return { ...request, options: { ...options, ...exactly } };
}

/** Returns an answer without the measurements that are missing. */
function withoutHidden(answer: ReturnType<Call>, faults: Faults, target: Target): ReturnType<Call> {
  if (target.group !== 'metrics.k8s.io') return answer;
  return (answer as Promise<KubeObject | ObjectList>).then((found) => {
    if ('items' in found) {
      return { ...found, items: found.items.filter((each) => !faults.hides(target, each)) };
    }
    if (!faults.hides(target, found)) return found;
    throw notFound({ group: target.group, plural: target.resource }, target.name);
  });
}

/** Faults that come later strike the watch too, while it is open. */
function watch(
  call: Call,
  faults: Faults,
  origin: Origin,
  request: Extract<Request, { verb: 'watch' }>,
): Watch<KubeObject> {
  const target = targetOf(origin, request);
  const struck = faults.isQuiet ? undefined : faults.strike(target);
  if (struck?.failure !== undefined) throw struck.failure.error;
  const open = (gate: WatchGate): Watched => call({ ...request, gate }) as unknown as Watched;
  const hold = `${origin.actor} watch ${request.kind.plural}, withheld`;
  return new FaultyWatch({ open, target, faults, hold });
}

type UpdateMany = Extract<Request, { verb: 'updatemany' }>;

/** Leaves out the objects that faults are about: the caller then updates them one by one. */
async function updateMany(
  call: Call,
  faults: Faults,
  origin: Origin,
  request: UpdateMany,
): Promise<unknown> {
  const { kind, subresource, versions } = request;
  const isFree = versions.map((ref) => {
    const body = {} as KubeObject;
    return !faults.concerns(targetOf(origin, { verb: 'update', kind, subresource, ref, body }));
  });
  if (isFree.every((free) => free)) return call(request);
  const free = versions.filter((_, index) => isFree[index]);
  const result = (await call({ ...request, versions: free })) as (string | undefined)[];
  return isFree.map((free) => (free ? result.shift() : undefined));
}

/** Watches in the process have no bookmarks. */
type Watched = ReturnType<ConstructorParameters<typeof FaultyWatch>[0]['open']>;

type Verb = Exclude<Request['verb'], 'discover' | 'measure' | 'updatemany'>;

function targetOf({ actor, reconcile }: Origin, request: Extract<Request, { verb: Verb }>): Target {
  const { kind, verb } = request;
  const { group, plural: resource } = kind;
  const options = 'options' in request ? (request.options as Readonly<Record<string, string>>) : {};
  const subresource = 'subresource' in request ? request.subresource : undefined;
  return {
    client: { process: actor },
    verb: verb === 'post' ? 'create' : verb,
    ...{ group, resource, kind: kind.kind, subresource: subresource ?? '' },
    namespace: namespaceIn(request) ?? '',
    name: nameIn(request),
    ...(options['resourceVersion'] && { resourceVersion: options['resourceVersion'] }),
    ...(options['continue'] && { continue: options['continue'] }),
    ...(reconcile && { reconcile }),
  };
}

function namespaceIn(request: Extract<Request, { verb: Verb }>): string | undefined {
  if ('ref' in request) return request.ref.namespace;
  if (request.verb === 'create') return request.namespace;
  return 'which' in request ? request.which.namespace : request.options.namespace;
}
