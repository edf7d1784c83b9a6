/** How a cluster has ended: its objects, without what differs from run to run. */
import type { AnyObject, Cluster } from '#kit';

/** Objects by `KIND namespace/name`; those with generated names are numbered in the order of their contents. */
export type EndState = ReadonlyMap<string, unknown>;

/** What the touch of another client leaves. */
export const touched = 'orrery/touched';

/** @param resources whose objects count @param ignored fields that do not: `status.reconciles` */
export async function endStateOf(
  cluster: Cluster,
  resources: readonly string[],
  ignored: readonly string[],
): Promise<EndState> {
  const all: AnyObject[] = [];
  for (const resource of resources) all.push(...(await cluster.list(resource)));
  const names = namesOf(all);
  const paths = ignored.map((path) => path.split('.'));
  const named: [string, unknown][] = [];
  const generated = new Map<string, unknown[]>();
  for (const object of all) {
    const masked = maskedObject(object, names, paths);
    const { kind, metadata } = object;
    const place = metadata.namespace === undefined ? '' : `${metadata.namespace}/`;
    if (metadata.generateName === undefined) {
      named.push([`${kind} ${place}${metadata.name}`, masked]);
    } else {
      const key = `${kind} ${place}${metadata.generateName}`;
      generated.set(key, [...(generated.get(key) ?? []), masked]);
    }
  }
  for (const [key, objects] of generated) {
    const inOrder = objects.map((each) => JSON.stringify(each)).sort();
    inOrder.forEach((text, i) => named.push([`${key}#${i + 1}`, JSON.parse(text)]));
  }
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns what stands for uids, addresses and generated names. */
function namesOf(objects: readonly AnyObject[]): ReadonlyMap<string, string> {
  return new Map(
    objects.flatMap((object): readonly (readonly [string, string])[] => {
      const { kind, metadata } = object;
      const { name, uid, generateName } = metadata;
      const stable = generateName === undefined ? name! : `${generateName}*`;
      const ofAddress = addressesOf(object).map(
        (address) => [address, `address of ${kind} ${stable}`] as const,
      );
      const ofUid = [uid!, `uid of ${kind} ${stable}`] as const;
      const ofName = generateName === undefined ? [] : [[name!, stable] as const];
      return [...ofAddress, ofUid, ...ofName];
    }),
  );
}

/** Those that are given out in the order in which objects come. */
function addressesOf(object: AnyObject): readonly string[] {
  const { kind, spec, status } = object as AnyObject & {
    readonly spec?: { readonly clusterIP?: string };
    readonly status?: { readonly podIP?: string; readonly hostIP?: string };
  };
  if (kind === 'Service') return spec?.clusterIP?.includes('.') === true ? [spec.clusterIP] : [];
  // Pods in the network of a node have its address.
  const { podIP, hostIP } = status ?? {};
  return kind === 'Pod' && podIP !== undefined && podIP !== hostIP ? [podIP] : [];
}

/** Fields of metadata that count how often something was written, or when. */
const counters = ['resourceVersion', 'generation', 'managedFields', 'creationTimestamp', 'uid'];
/** Annotations that do. */
const counting = [touched, 'deployment.kubernetes.io/revision'];

function maskedObject(
  object: AnyObject,
  names: ReadonlyMap<string, string>,
  ignored: readonly (readonly string[])[],
): unknown {
  const { metadata, ...rest } = object as AnyObject & { metadata: Record<string, unknown> };
  const entries = Object.entries(metadata).filter(([name]) => !counters.includes(name));
  const bare = { ...rest, metadata: Object.fromEntries(entries) };
  const annotations = (metadata['annotations'] ?? {}) as Readonly<Record<string, string>>;
  const own = Object.entries(annotations).filter(([name]) => !counting.includes(name));
  if (own.length > 0) bare.metadata['annotations'] = Object.fromEntries(own);
  else delete bare.metadata['annotations'];
  return masked(bare, [], names, ignored);
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function masked(
  value: unknown,
  path: readonly string[],
  names: ReadonlyMap<string, string>,
  ignored: readonly (readonly string[])[],
): unknown {
  if (ignored.some((each) => each.length === path.length && each.every(isAt(path)))) return '*';
  if (typeof value === 'string') return maskedText(value, names);
  if (isConditions(value)) return masked(truthsOf(value), path, names, ignored);
  if (Array.isArray(value)) return value.map((each) => masked(each, path, names, ignored));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'observedGeneration');
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    fields.map(([name, each]) => [name, masked(each, [...path, name], names, ignored)]),
  );
}

const uidWithin = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Also a uid within a text, such as that of a pod in the ids of its containers. */
function maskedText(text: string, names: ReadonlyMap<string, string>): string {
  if (time.test(text)) return 'a time';
  return names.get(text) ?? text.replaceAll(uidWithin, (uid) => names.get(uid) ?? uid);
}

interface StatusCondition {
  readonly type: string;
  readonly status: string;
}

function isConditions(value: unknown): value is readonly StatusCondition[] {
  const isOne = (each: unknown): boolean =>
    typeof each === 'object' && each !== null && 'type' in each && 'status' in each;
  return Array.isArray(value) && value.length > 0 && value.every(isOne);
}

/** Their order, reasons and messages tell how it came to that. */
function truthsOf(conditions: readonly StatusCondition[]): Readonly<Record<string, string>> {
  return Object.fromEntries(conditions.map(({ type, status }) => [type, status]));
}

/** `*` is any one name. */
function isAt(path: readonly string[]): (name: string, i: number) => boolean {
  return (name, i) => name === '*' || name === path[i];
}

export interface Difference {
  /** `ConfigMap default/web` */
  readonly object: string;
  /** Empty: the object itself. */
  readonly path: string;
  /** Undefined: absent. */
  readonly expected: unknown;
  readonly found: unknown;
}

/** Where two ends differ. */
export function differencesOf(expected: EndState, found: EndState): readonly Difference[] {
  const objects = [...new Set([...expected.keys(), ...found.keys()])].sort();
  return objects.flatMap((object) =>
    differences(expected.get(object), found.get(object)).map((each) => ({ object, ...each })),
  );
}

function differences(
  expected: unknown,
  found: unknown,
  path = '',
): readonly Omit<Difference, 'object'>[] {
  if (JSON.stringify(expected) === JSON.stringify(found)) return [];
  if (!isMap(expected) || !isMap(found)) return [{ path, expected, found }];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names.flatMap((name) =>
    differences(expected[name], found[name], path === '' ? name : `${path}.${name}`),
  );
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function differenceText({ object, path, expected, found }: Difference): string {
  if (path === '') return `${object} is ${found === undefined ? 'missing' : 'too many'}`;
  return `${object}: ${path} is ${valueText(found)}, not ${valueText(expected)}`;
}

function valueText(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
