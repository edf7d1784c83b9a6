/** Objects that admission looks up, stored as they are: whatever their kinds would make of them. */
import { pod } from '#kinds';
import type { KubeObject } from '#values';
import type { Pod } from '#types';
import { apiRig, context, type ApiRig, type RigOptions } from '../../../support/api.ts';

export interface AdmissionRig extends ApiRig {
  /** Puts an object into a bucket, over what is there. */
  put(bucket: string, object: object): Promise<void>;
  read<T>(bucket: string, key: string): Promise<T>;
  /** Creates the pod `p`, or as `metadata` has it, in the namespace `default`. */
  createPod(spec?: object, metadata?: object): Promise<Pod>;
}

export async function admissionRig(options: RigOptions = {}): Promise<AdmissionRig> {
  const rig = await apiRig(options);
  return {
    ...rig,
    async put(bucket, object) {
      const { metadata } = object as KubeObject;
      const key = metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
      const whole = { apiVersion: 'v1', kind: 'Any', ...object, metadata: { ...metadata } };
      await rig.store.put(bucket, key, whole, { origin: { actor: 'test' } });
    },
    read: (bucket, key) => rig.store.get(bucket, key) as Promise<never>,
    createPod: (spec = {}, metadata = {}) =>
      rig.api.create(
        context,
        pod,
        { metadata: { name: 'p', ...metadata }, spec: { containers: [container()], ...spec } },
        'default',
      ),
  };
}

export function container(resources: object = {}, name = 'c'): Pod['spec']['containers'][number] {
  return { name, image: 'i', resources };
}

export const inDefault = (name: string): object => ({ name, namespace: 'default' });
