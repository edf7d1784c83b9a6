/** What one pass writes to the slices of a Service. */
import { describe, expect, it } from 'vitest';
import type { discoveryV1, Pod, Service } from '#types';
import { plan, problemsOf, type View } from '../../../../controllers/endpointslice/plan.ts';
import { makeNode, makePod } from '../objects.ts';

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'uid-web' },
  spec: {
    clusterIP: '10.96.0.7',
    ipFamilies: ['IPv4'],
    selector: { app: 'web' },
    ports: [{ port: 80, protocol: 'TCP', targetPort: 8080 }],
  },
} as unknown as Service;

const running: Pod = {
  ...makePod('web-1', { nodeName: 'node-1' }),
  status: { phase: 'Running', podIP: '10.244.0.3', podIPs: [{ ip: '10.244.0.3' }] },
};

function view(pods: readonly Pod[], slices: View['slices']): View {
  return { service, pods, slices, nodeNamed: () => makeNode('node-1'), changedAt: undefined };
}

/** As the API stores what a pass creates. */
function stored(slice: object, name: string): discoveryV1.EndpointSlice {
  const { metadata } = slice as { metadata: object };
  return { ...slice, metadata: { ...metadata, name, uid: name } } as discoveryV1.EndpointSlice;
}

const lastChange = {
  'endpoints.kubernetes.io/last-change-trigger-time': '2026-11-20T20:00:00Z',
};

describe('the slices of a Service', () => {
  it('list a pod, and are empty once the last pod is gone', () => {
    const first = plan(view([running], []));
    expect(first.create.map(({ endpoints }) => endpoints?.length)).toEqual([1]);
    expect(first.create[0]!.metadata).not.toHaveProperty('annotations');
    const slice = stored(first.create[0]!, 'web-abcde');

    const marked = { ...slice.metadata, annotations: lastChange, labels: { a: 'b' } };
    const [renewed] = plan(view([running], [{ ...slice, metadata: marked, endpoints: [] }])).update;
    expect(renewed!.metadata).toEqual(slice.metadata);

    const last = plan(view([], [slice]));
    expect(last.create).toEqual([]);
    expect(last.delete).toEqual([]);
    expect(last.update.map(({ metadata }) => metadata.name)).toEqual(['web-abcde']);
    const [emptied] = last.update;
    expect(emptied).not.toHaveProperty('endpoints');
    expect(emptied).not.toHaveProperty('ports');

    expect(plan(view([], [emptied!])).update).toEqual([]);
  });

  it('leave out pods on nodes that are not known, and say so', () => {
    const lost: Pod = {
      ...running,
      ...makePod('web-2', { nodeName: 'gone' }),
      status: running.status,
    };
    const nodeNamed = (name: string) => (name === 'node-1' ? makeNode(name) : undefined);
    const seen = { ...view([running, lost], []), nodeNamed };
    const listed = (of: View): unknown =>
      plan(of).create.flatMap(({ endpoints }) => endpoints?.map(({ nodeName }) => nodeName));
    expect(listed(seen)).toEqual(['node-1']);
    expect(problemsOf(seen)).toEqual([
      'skipping Pod web-2 for Service default/web: Node gone Not Found',
    ]);
    const spec = { ...service.spec, publishNotReadyAddresses: true };
    const published = { ...seen, service: { ...service, spec } };
    const other = { ...lost.status, podIPs: [{ ip: '10.244.0.4' }] };
    const both = { ...published, pods: [running, { ...lost, status: other }] };
    expect(listed(both)).toEqual(['node-1', 'gone']);
    expect(problemsOf(both)).toEqual([]);
  });

  it.each<[distribution: string, ready: boolean, annotations: object, hints: object | undefined]>([
    ['', true, {}, undefined],
    ['PreferClose', true, {}, { forZones: [{ name: 'a' }] }],
    ['PreferSameZone', true, {}, { forZones: [{ name: 'a' }] }],
    ['PreferSameNode', true, {}, { forZones: [{ name: 'a' }], forNodes: [{ name: 'node-1' }] }],
    ['PreferSameNode', false, {}, undefined],
    ['PreferClose', true, { 'service.kubernetes.io/topology-mode': 'Auto' }, undefined],
  ])(
    'of traffic %j to a pod that is ready: %s hint with %j at %j',
    (kept, ready, annotations, hints) => {
      const node = makeNode('node-1', {
        metadata: { labels: { 'topology.kubernetes.io/zone': 'a' } },
      });
      const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
      const pod = { ...running, status: { ...running.status, conditions } } as Pod;
      const spec = { ...service.spec, ...(kept && { trafficDistribution: kept }) };
      const near = { ...service, metadata: { ...service.metadata, annotations }, spec } as Service;
      const { create } = plan({ ...view([pod], []), service: near, nodeNamed: () => node });
      expect(create[0]?.endpoints?.[0]?.hints).toEqual(hints);
    },
  );

  it('of one address family are not those of the other', () => {
    const dual = { ...service, spec: { ...service.spec, ipFamilies: ['IPv4', 'IPv6'] } } as Service;
    const podIPs = [{ ip: '10.244.0.3' }, { ip: 'fd00::3' }];
    const pod: Pod = { ...running, status: { ...running.status, podIPs } };
    const seen = (slices: View['slices']): View => ({ ...view([pod], slices), service: dual });
    const first = plan(seen([]));
    const shown = first.create.map(({ addressType, endpoints }) => [
      addressType,
      endpoints?.flatMap(({ addresses }) => addresses),
    ]);
    expect(shown).toEqual([
      ['IPv4', ['10.244.0.3']],
      ['IPv6', ['fd00::3']],
    ]);
    const slices = first.create.map((slice, index) => stored(slice, `web-${index}`));
    expect(plan(seen(slices))).toEqual({ create: [], update: [], delete: [] });
    // What is left of an earlier service of the name is deleted once.
    const left = slices.map((slice) => ({
      ...slice,
      metadata: { ...slice.metadata, ownerReferences: [] },
    }));
    expect(plan(seen(left)).delete).toEqual(left);
  });
});
