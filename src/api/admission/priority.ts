import { copyOf, forbiddenObject, type KubeObject, type ResourceName } from '#values';
import { priorityClass, resourceOf, systemPriorityClasses } from '#kinds';
import type { Pod, PriorityClass } from '#types';
import type { Store } from '#store';
import { handlesPods, type AdmissionPlugin, type AdmissionRequest } from './plugin.ts';

const bucket = resourceOf(priorityClass);

/** The fields that a pod gets from its PriorityClass. */
type PodPriority = Pick<PriorityClass, 'value' | 'preemptionPolicy'>;

const withoutClass: PodPriority = { value: 0, preemptionPolicy: 'PreemptLowerPriority' };

/** The system's own classes: they always exist, stored or not, and cannot be deleted. */
const systemClasses: ReadonlyMap<string, PodPriority> = new Map(
  systemPriorityClasses.map(({ metadata, value }) => [
    metadata.name!,
    { value, preemptionPolicy: withoutClass.preemptionPolicy },
  ]),
);

const handlesPodWrites = handlesPods('CREATE', 'UPDATE');

/**
 * Priority: gives pods the priority of the class they name, or of the default class, and keeps it
 * in updates. There is at most one default class, and the system's classes cannot be deleted.
 */
export const priority: AdmissionPlugin = {
  name: 'Priority',

  handles(kind, operation, subresource) {
    return handlesPodWrites(kind, operation, subresource) || isPriorityClass(kind);
  },

  mutate(object, old, request, { store }) {
    if (isPriorityClass(request.kind)) return object;
    if (old !== undefined) return keepPriority(object as Pod, old as Pod);
    const pod = object as Pod;
    const { priorityClassName } = pod.spec;
    if (priorityClassName) return fromClass(pod, priorityClassName, request, store);
    if (store.isEmpty(bucket)) return givePriority(pod, withoutClass, request);
    return fromDefaultClass(pod, request, store);
  },

  validate(object, old, request, { store }) {
    if (!isPriorityClass(request.kind) || !(object as PriorityClass).globalDefault) return;
    return checkOnlyDefault(object, old, request, store);
  },

  permit(request) {
    if (isPriorityClass(request.kind)) refuseSystemClass(request);
  },
};

async function checkOnlyDefault(
  object: KubeObject,
  old: KubeObject | undefined,
  request: AdmissionRequest,
  store: Store,
): Promise<void> {
  const present = await defaultClass(store);
  const isItself = old !== undefined && present?.metadata.name === object.metadata.name;
  if (present === undefined || isItself) return;
  const taken = `PriorityClass ${present.metadata.name} is already marked as default`;
  throw refuse(request, object.metadata.name, `${taken}. Only one default can exist`);
}

function isPriorityClass({ group, plural }: ResourceName): boolean {
  return group === priorityClass.group && plural === priorityClass.plural;
}

async function fromClass(
  pod: Pod,
  name: string,
  request: AdmissionRequest,
  store: Store,
): Promise<Pod> {
  const stored = (await store.get(bucket, name)) as PriorityClass | undefined;
  const found = stored ?? systemClasses.get(name);
  if (found === undefined) {
    throw refuse(request, request.name, `no PriorityClass with name ${name} was found`);
  }
  return givePriority(pod, found, request);
}

async function fromDefaultClass(pod: Pod, request: AdmissionRequest, store: Store): Promise<Pod> {
  const found = await defaultClass(store);
  if (found === undefined) return givePriority(pod, withoutClass, request);
  const named = { ...pod, spec: { ...pod.spec, priorityClassName: found.metadata.name } };
  return givePriority(named, found, request);
}

/** If there are several (by concurrent writes), the one with the lowest value. */
async function defaultClass(store: Store): Promise<PriorityClass | undefined> {
  const { items } = await store.list(bucket);
  let lowest: PriorityClass | undefined;
  for (const item of items as readonly KubeObject[] as readonly PriorityClass[]) {
    if (item.globalDefault && (lowest === undefined || item.value < lowest.value)) lowest = item;
  }
  return lowest;
}

function givePriority(pod: Pod, input: PodPriority, request: AdmissionRequest): Pod {
  const { spec } = pod;
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  const source = 'from the given PriorityClass name';
  if (spec.priority !== undefined && spec.priority !== input.value) {
    const shown = `the integer value of priority (${spec.priority})`;
    throw refuse(request, request.name, `${shown} ${computed} ${input.value} ${source}`);
  }
  const preemptionPolicy = input.preemptionPolicy ?? spec.preemptionPolicy;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const shown = `the string value of PreemptionPolicy (${spec.preemptionPolicy})`;
    throw refuse(request, request.name, `${shown} ${computed} ${preemptionPolicy} ${source}`);
  }
  if (spec.priority === input.value && spec.preemptionPolicy === preemptionPolicy) return pod;
  const next = copyOf(spec);
  next.priority = input.value;
  if (preemptionPolicy) next.preemptionPolicy = preemptionPolicy;
  return { ...pod, spec: next };
}

/** An update without the priority keeps the present one. */
function keepPriority(pod: Pod, old: Pod): Pod {
  const value = pod.spec.priority ?? old.spec.priority;
  const preemptionPolicy = pod.spec.preemptionPolicy ?? old.spec.preemptionPolicy;
  if (value === pod.spec.priority && preemptionPolicy === pod.spec.preemptionPolicy) return pod;
  return { ...pod, spec: { ...pod.spec, priority: value, preemptionPolicy } };
}

function refuseSystemClass(request: AdmissionRequest): void {
  if (!systemClasses.has(request.name)) return;
  const why = 'this is a system priority class and cannot be deleted';
  throw refuse(request, request.name, why);
}

function refuse({ kind }: AdmissionRequest, name: string, why: string): Error {
  return forbiddenObject(kind, name, why);
}
