import { node as nodeKind, pod as podKind, resourceOf } from '#kinds';
import type { KubeObject } from '#values';
import type { Store } from '#store';
import type { Binding, Node, ObjectMeta, Pod } from '#types';
import type { AdmissionPlugin } from './plugin.ts';

const bucket = resourceOf(nodeKind);
const copied = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

type Labels = NonNullable<ObjectMeta['labels']>;

/** PodTopologyLabels: a pod that gets its node gets labels that say where that is. */
export const podTopologyLabels: AdmissionPlugin = {
  name: 'PodTopologyLabels',

  handles(kind, operation, subresource) {
    const isOfPods = kind.group === podKind.group && kind.kind === podKind.kind;
    const isMeant = subresource === undefined || subresource === 'binding';
    return isOfPods && operation === 'CREATE' && isMeant;
  },

  mutate(object, _old, { subresource }, { store, rules }) {
    if (!rules.enabled('PodTopologyLabelsAdmission')) return object;
    const name = subresource === undefined ? (object as Pod).spec.nodeName : boundTo(object);
    return name ? withLabelsOf(name, object, store) : object;
  },
};

function boundTo(object: KubeObject): string | undefined {
  const { target } = object as Binding;
  return target?.kind === 'Node' ? target.name : undefined;
}

async function withLabelsOf(name: string, object: KubeObject, store: Store): Promise<KubeObject> {
  const node = (await store.get(bucket, name)) as Node | undefined;
  const added: Record<string, string> = {};
  for (const key of copied) {
    const value = node?.metadata.labels?.[key];
    if (value !== undefined) added[key] = value;
  }
  return Object.keys(added).length === 0 ? object : withLabels(object, added);
}

function withLabels(object: KubeObject, added: Labels): KubeObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, labels: { ...metadata.labels, ...added } } };
}
