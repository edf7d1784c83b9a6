import { forbiddenObject, type KubeObject, type Pod } from '#kinds';
import type { Store } from '#store';
import type { AdmissionPlugin, AdmissionRequest } from './plugin.ts';

/** What a pod gets of its PriorityClass. */
interface PodPriority {
  readonly value: number;
  readonly preemptionPolicy?: string;
}

const withoutClass: PodPriority = { value: 0, preemptionPolicy: 'PreemptLowerPriority' };

/** Priority: gives pods the priority of the class they name, and keeps it through updates. */
export const podPriority: AdmissionPlugin = {
  name: 'Priority',

  handles(kind, operation, subresource) {
    return (
      kind.kind === 'Pod' &&
      kind.group === '' &&
      operation !== 'DELETE' &&
      subresource === undefined
    );
  },

  mutate(object, old, request, store) {
    if (old !== undefined) return keepPriority(object as Pod, old as Pod);
    const pod = object as Pod;
    if (!pod.spec.priorityClassName) return givePriority(pod, withoutClass, request);
    return fromClass(pod, pod.spec.priorityClassName, request, store);
  },
};

async function fromClass(
  pod: Pod,
  name: string,
  request: AdmissionRequest,
  store: Store,
): Promise<Pod> {
  const found = await store.get('priorityclasses.scheduling.k8s.io', name);
  if (found === undefined) throw refuse(request, `no PriorityClass with name ${name} was found`);
  return givePriority(pod, found as KubeObject & PodPriority, request);
}

function givePriority(pod: Pod, given: PodPriority, request: AdmissionRequest): Pod {
  const { spec } = pod;
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  const source = 'from the given PriorityClass name';
  if (spec.priority !== undefined && spec.priority !== given.value) {
    const shown = `the integer value of priority (${spec.priority})`;
    throw refuse(request, `${shown} ${computed} ${given.value} ${source}`);
  }
  const preemptionPolicy = given.preemptionPolicy ?? spec.preemptionPolicy;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const shown = `the string value of PreemptionPolicy (${spec.preemptionPolicy})`;
    throw refuse(request, `${shown} ${computed} ${preemptionPolicy} ${source}`);
  }
  if (spec.priority === given.value && spec.preemptionPolicy === preemptionPolicy) return pod;
  return {
    ...pod,
    spec: { ...spec, priority: given.value, ...(preemptionPolicy && { preemptionPolicy }) },
  };
}

/** An update that leaves the priority out means the present one. */
function keepPriority(pod: Pod, old: Pod): Pod {
  const priority = pod.spec.priority ?? old.spec.priority;
  const preemptionPolicy = pod.spec.preemptionPolicy ?? old.spec.preemptionPolicy;
  if (priority === pod.spec.priority && preemptionPolicy === pod.spec.preemptionPolicy) return pod;
  return { ...pod, spec: { ...pod.spec, priority, preemptionPolicy } };
}

function refuse({ kind, name }: AdmissionRequest, why: string): Error {
  return forbiddenObject(kind, name, why);
}
