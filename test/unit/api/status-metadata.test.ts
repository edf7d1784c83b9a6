/** What writes of a status do to the metadata that comes with them, as the strategies of each release say. */
import { expect, it } from 'vitest';
import { profileOf, type Kind } from '#kinds';
import type { KubeObject } from '#values';
import { apiRig, context } from '../../support/api.ts';

const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels: { app: 'a' } }, spec: { containers } };
const objects: Readonly<Record<string, object>> = {
  deployments: { spec: { selector: { matchLabels: { app: 'a' } }, template } },
  flowschemas: { spec: { priorityLevelConfiguration: { name: 'p' } } },
  pods: { spec: { containers } },
  resourceclaims: {
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } },
  },
  servicecidrs: { spec: { cidrs: ['10.9.0.0/24'] } },
  volumeattachments: {
    spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } },
  },
};

const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' };
const sent = { labels: { app: 'b' }, annotations: { n: 'o' }, ownerReferences: [owner] };
const names = ['labels', 'annotations', 'ownerReferences'] as const;

type Row = readonly [
  minor: number,
  group: string,
  plural: string,
  kept: readonly (typeof names)[number][],
  owned: readonly string[],
];

/** What is kept of what was stored, and what the writer owns of what it sent. */
it.each<Row>([
  [24, 'apps', 'deployments', ['labels'], ['annotations', 'ownerReferences']],
  [24, '', 'pods', ['ownerReferences'], ['annotations', 'labels']],
  [24, 'storage.k8s.io', 'volumeattachments', names, []],
  [24, 'flowcontrol.apiserver.k8s.io', 'flowschemas', names, []],
  [34, 'resource.k8s.io', 'resourceclaims', names, ['annotations', 'labels', 'ownerReferences']],
  [35, 'resource.k8s.io', 'resourceclaims', names, []],
  [35, 'networking.k8s.io', 'servicecidrs', names, ['annotations', 'labels', 'ownerReferences']],
  [36, 'networking.k8s.io', 'servicecidrs', names, []],
])(
  'in 1.%i a status of %s %s keeps %j of the metadata',
  async (minor, group, plural, kept, owned) => {
    const { api } = await apiRig({ profile: profileOf(minor) });
    const kind = api.kinds.all.find(
      (each) => each.group === group && each.plural === plural,
    ) as unknown as Kind<KubeObject>;
    const namespace = kind.namespaced ? 'default' : undefined;
    const stored = { metadata: { name: 'x', labels: { app: 'a' } }, ...objects[plural] };
    const old = await api.create(context, kind, stored as never, namespace);
    const { object } = await api.update(
      { ...context, fieldManager: 'reporter' },
      kind,
      { namespace, name: 'x' },
      { ...old, metadata: { ...old.metadata, ...sent } } as never,
      'status',
    );
    for (const name of names) {
      const expected = kept.includes(name) ? old.metadata[name] : sent[name];
      expect(object.metadata[name], name).toEqual(expected);
    }
    const entry = object.metadata.managedFields!.find(({ manager }) => manager === 'reporter');
    const fields = (entry?.fieldsV1 as { readonly 'f:metadata'?: object } | undefined)?.[
      'f:metadata'
    ];
    expect(Object.keys(fields ?? {}).toSorted()).toEqual(owned.map((name) => `f:${name}`));
  },
);
