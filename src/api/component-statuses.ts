/** The parts of the control plane: all in this process, so they are as healthy as it is. */
import { componentStatus, unsetMetadata, type Profile } from '#kinds';
import { notFound, serverError, type KubeObject } from '#values';
import type { ComponentStatus } from '#types';
import { anyKind } from '#request';
import type { ReadSource } from './read-source.ts';

/** By name, with what each answers when it is well. */
const answers: readonly (readonly [name: string, message: string])[] = [
  ['controller-manager', 'ok'],
  ['etcd-0', '{"health":"true","reason":""}'],
  ['scheduler', 'ok'],
];

export function componentStatuses(profile: Profile): ReadSource {
  return {
    kind: anyKind(componentStatus),
    list: () => Promise.resolve(answers.map((answer) => statusOf(answer, profile))),
    missing: (name) =>
      profile.enabled('ComponentsNotFound')
        ? notFound({ group: '', plural: 'componentstatus' }, name)
        : serverError(`Component not found: ${name}`),
  };
}

function statusOf([name, message]: (typeof answers)[number], profile: Profile): KubeObject {
  const status: Omit<ComponentStatus, 'metadata'> & { readonly metadata: object } = {
    apiVersion: 'v1',
    kind: 'ComponentStatus',
    metadata: { name, ...unsetMetadata(profile) },
    conditions: [{ type: 'Healthy', status: 'True', message }],
  };
  return status as KubeObject;
}
