import { forbiddenObject, parseQuantity, roundResource, serverError } from '#values';
import { resourceOf, runtimeClass as classKind } from '#kinds';
import type { Pod, PodSpec, RuntimeClass, Toleration } from '#types';
import type { Store } from '#store';
import { runInTurns } from '#values';
import { mergingTolerations } from './merge-tolerations.ts';
import { handlesPods, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';

const bucket = resourceOf(classKind);

type Overhead = Readonly<Record<string, string>>;

const differs = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const missing =
  'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

/** RuntimeClass: a new pod gets the overhead of its class and is scheduled where the class can run. */
export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  handles: handlesPods('CREATE'),

  mutate(object, _old, request, { store }) {
    const pod = object as Pod;
    const { runtimeClassName } = pod.spec;
    if (runtimeClassName == null) return pod;
    if (runtimeClassName === '') throw serverError('resource name may not be empty');
    return fromClass(pod, runtimeClassName, request, store);
  },

  validate(object, _old, request, { store }) {
    const pod = object as Pod;
    const { runtimeClassName, overhead } = pod.spec;
    if (runtimeClassName != null) return check(pod, runtimeClassName, request, store);
    if (overhead != null) throw refuse(request, pod.metadata.name, missing);
  },
};

async function fromClass(
  pod: Pod,
  className: string,
  request: AdmissionRequest,
  store: Store,
): Promise<Pod> {
  return withClass(pod, await classOf(className, request.name, request, store), request);
}

async function check(
  { metadata: { name }, spec: { overhead } }: Pod,
  className: string,
  request: AdmissionRequest,
  store: Store,
): Promise<void> {
  const found = await classOf(className, name, request, store);
  if (found.overhead != null) {
    if (!isSameOverhead(overhead, overheadOf(found))) throw refuse(request, name, differs);
  } else if (overhead != null) {
    throw refuse(request, name, missing);
  }
}

async function classOf(
  runtimeClassName: string,
  name: string,
  request: AdmissionRequest,
  store: Store,
): Promise<RuntimeClass> {
  const found = await store.get(bucket, runtimeClassName);
  if (found !== undefined) return found as RuntimeClass;
  const why = `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`;
  throw refuse(request, name, why);
}

function withClass(pod: Pod, found: RuntimeClass, request: AdmissionRequest): Pod | Promise<Pod> {
  return withScheduling(withOverhead(pod, found, request), found, request);
}

function withOverhead(pod: Pod, found: RuntimeClass, request: AdmissionRequest): Pod {
  const overhead = overheadOf(found);
  if (overhead === undefined) return pod;
  if (pod.spec.overhead != null && !isSameOverhead(pod.spec.overhead, overhead)) {
    throw refuse(request, request.name, differs);
  }
  return { ...pod, spec: { ...pod.spec, overhead } };
}

/** In the form of a pod: classes keep all digits. */
function overheadOf({ overhead }: RuntimeClass): Overhead | undefined {
  if (overhead?.podFixed == null) return undefined;
  const amounts = Object.entries(overhead.podFixed);
  return Object.fromEntries(amounts.map(([name, amount]) => [name, roundResource(amount)]));
}

function withScheduling(
  pod: Pod,
  { scheduling }: RuntimeClass,
  request: AdmissionRequest,
): Pod | Promise<Pod> {
  if (scheduling == null) return pod;
  const nodeSelector = mergeNodeSelectors(pod.spec.nodeSelector, scheduling.nodeSelector, request);
  const all = [...(pod.spec.tolerations ?? []), ...(scheduling.tolerations ?? [])];
  const withTolerations = (tolerations: readonly Toleration[]): Pod => ({
    ...pod,
    spec: { ...pod.spec, ...(nodeSelector && { nodeSelector }), tolerations },
  });
  const merged = runInTurns(mergingTolerations(all), request.context.yieldTurn);
  return merged instanceof Promise ? merged.then(withTolerations) : withTolerations(merged);
}

function mergeNodeSelectors(
  ofPod: PodSpec['nodeSelector'],
  ofClass: PodSpec['nodeSelector'],
  request: AdmissionRequest,
): PodSpec['nodeSelector'] {
  if (ofPod == null || ofClass == null) return ofPod ?? ofClass;
  for (const key in ofClass) {
    const [desired, present] = [ofClass[key]!, ofPod[key]];
    if (!Object.hasOwn(ofPod, key) || present === desired) continue;
    const sides = [
      `runtimeClass.scheduling.nodeSelector[${key}] = ${desired}`,
      `pod.spec.nodeSelector[${key}] = ${present!}`,
    ];
    throw refuse(request, request.name, `conflict: ${sides.join('; ')}`);
  }
  return { ...ofPod, ...ofClass };
}

/** Whether the amounts are equal, in any notation; absent amounts equal empty ones. */
function isSameOverhead(a: Overhead = {}, b: Overhead = {}): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) => Object.hasOwn(b, name) && parseQuantity(a[name]!).cmp(parseQuantity(b[name]!)) === 0,
  );
}

function refuse({ kind }: AdmissionRequest, name: string, why: string): Error {
  return forbiddenObject(kind, name, why);
}
