/** Reads audit logs of API servers: what requests have made of objects, with who asked and when. */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import { isMap, type JsonMap } from './maps.ts';
import { isForeignObject, itemsOf, type ForeignObject, type Version } from './version.ts';

/** Programs of the control plane, whose writes are left to ours. */
const OWN =
  /^system:(?:apiserver$|kube-controller-manager$|kube-scheduler$|node:|serviceaccount:kube-system:)/;

const changing: readonly unknown[] = ['create', 'update', 'patch', 'delete'];

/** Says whether a value is an event of an audit log. */
export function isAuditEvent(value: unknown): value is JsonMap {
  return isMap(value) && value['kind'] === 'Event' && isOfAudit(value['apiVersion']);
}

function isOfAudit(apiVersion: unknown): boolean {
  return typeof apiVersion === 'string' && apiVersion.startsWith('audit.k8s.io/');
}

/** What a log was about, so far: answers to deletions do not have the object. */
export class AuditReader {
  readonly #known = new Map<string, ForeignObject>();
  #latest = 0;
  #changes = 0;

  /** How many successful writes there were, with objects or not. */
  get changes(): number {
    return this.#changes;
  }

  /** Returns the versions that an event shows; none for what failed or has not ended, and for reads behind a write. */
  versionsOf(event: JsonMap, place: string): readonly Version[] {
    if (event['stage'] !== 'ResponseComplete' || !isSuccess(event)) return [];
    const isChange = changing.includes(event['verb']);
    if (isChange) this.#changes++;
    // Later reads show what the log itself says, or what it leaves out.
    else if (this.#changes > 0) return [];
    const { responseObject } = event;
    const of = { place, momentMs: timeOf(event), isByController: isByController(event) };
    if (!isChange) {
      const state = this.#state(responseObject);
      for (const object of state) this.#note(event, object);
      return state.map((object) => ({ ...of, object }));
    }
    const object = this.#written(event);
    if (object === undefined) return [];
    const isGone = event['verb'] === 'delete' && object.metadata['deletionTimestamp'] == null;
    this.#note(event, object);
    const type = isGone ? 'DELETED' : event['verb'] === 'create' ? 'ADDED' : 'MODIFIED';
    return [{ ...of, object, type, isChange: true }];
  }

  /** Returns the objects of an answer to a read. */
  #state(answer: unknown): readonly ForeignObject[] {
    if (isForeignObject(answer)) return [answer];
    return isMap(answer) ? (itemsOf(answer) ?? []).filter(isForeignObject) : [];
  }

  /** Returns what a write has made of its object. */
  #written(event: JsonMap): ForeignObject | undefined {
    const { objectRef, responseObject } = event;
    const { subresource } = (isMap(objectRef) ? objectRef : {}) as JsonMap;
    const known = this.#known.get(placeOf(event));
    if (subresource === 'scale') return known && scaled(known, responseObject);
    if (subresource !== undefined && subresource !== 'status') return undefined;
    if (isForeignObject(responseObject) && responseObject.kind !== 'Status') return responseObject;
    if (event['verb'] !== 'delete' || known === undefined) return undefined;
    return { ...known, metadata: { ...known.metadata, resourceVersion: String(this.#latest) } };
  }

  #note(event: JsonMap, object: ForeignObject): void {
    const named = object.metadata;
    this.#known.set(placeOf(event, named), object);
    this.#latest = Math.max(this.#latest, Number(named['resourceVersion']) || 0);
  }
}

/** Returns the object that was scaled. */
function scaled(known: ForeignObject, scale: unknown): ForeignObject | undefined {
  const spec = isMap(scale) ? scale['spec'] : undefined;
  if (!isMap(spec) || !isMap(scale) || !isMap(scale['metadata'])) return undefined;
  const { replicas = 0 } = spec;
  const { resourceVersion } = scale['metadata'];
  return {
    ...known,
    metadata: { ...known.metadata, resourceVersion },
    spec: { ...(known['spec'] as object), replicas },
  };
}

/** Returns what names the object of a request. Of a list, or where the server has made the name, only the answer has it. */
function placeOf(
  { objectRef }: JsonMap,
  result: Partial<Pick<ForeignObject['metadata'], 'name' | 'namespace'>> = {},
): string {
  const ref = isMap(objectRef) ? objectRef : {};
  const { apiGroup = '', resource, namespace = result.namespace ?? '', name = result.name } = ref;
  return [apiGroup, resource, namespace, name].map(String).join('/');
}

function isSuccess({ responseStatus }: JsonMap): boolean {
  const code = isMap(responseStatus) ? Number(responseStatus['code']) : 0;
  return code >= 200 && code < 300;
}

function isByController({ user }: JsonMap): boolean {
  return isMap(user) && OWN.test(String(user['username']));
}

/** Returns when it was answered, in whole seconds; 0 where it does not say. */
function timeOf({ stageTimestamp }: JsonMap): Millis {
  try {
    return Math.round(parseTime(String(stageTimestamp)) / 1000) * 1000;
  } catch {
    return 0;
  }
}
