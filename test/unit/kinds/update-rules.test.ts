import { describe, expect, it } from 'vitest';
import { endpoints, namespace, node, defaultProfile } from '#kinds';
import type { Endpoints, Namespace, Node } from '#types';
import { context, created, errorsOf, messages, texts, updateErrorsOf } from './samples.ts';
import { partOf } from '../../support/part.ts';

describe('nodes', () => {
  const nodeOf = (spec: object, status: object = {}): Node =>
    ({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, spec, status }) as unknown as Node;
  const changeable = 'node updates may not change podCIDR except from "" to valid';

  it('are checked as new ones and as changed ones', () => {
    const old = created(node, nodeOf({ podCIDRs: ['10.0.0.0/24'], providerID: 'a' }));
    const next = nodeOf({
      podCIDRs: ['10.0.1.0/24'],
      providerID: 'b',
      taints: [{ key: 'k', effect: 'Bad' }],
    });
    const taint =
      'metadata.taints[0].effect: Unsupported value: "Bad": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"';
    expect(updateErrorsOf(node, next, old)).toEqual([
      taint,
      `spec.podCIDRs: Forbidden: ${changeable}`,
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
      taint,
    ]);
  });

  it('keep their external id, and have each address once', () => {
    const address = { type: 'InternalIP', address: '10.0.0.1' };
    const status = { addresses: [address, address] };
    const old = created(node, nodeOf({ externalID: 'a' }, status));
    const next = { ...old, spec: { ...old.spec, externalID: 'b' } };
    expect(updateErrorsOf(node, next, old)).toEqual([
      expect.stringContaining('status.addresses[1]: Duplicate value'),
      'spec.externalID: Forbidden: may not be updated',
    ]);
  });

  it('have one range of a family', () => {
    expect(errorsOf(node, nodeOf({ podCIDRs: ['10.0.0.0/24', 'x'] }))).toEqual([
      'spec.podCIDRs[1]: Invalid value: []string{"10.0.0.0/24", "x"}: must be valid CIDR',
      'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:failed to parse cidr value:"x" with error:invalid CIDR address: x',
      'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "x"}: may specify no more than one CIDR for each IP family',
    ]);
    expect(errorsOf(node, nodeOf({ podCIDRs: ['10.0.0.0/24', 'fd00::/64'] }))).toEqual([]);
    expect(errorsOf(node, nodeOf({ podCIDRs: ['10.0.0.0/24', '10.0.0.0/24'] }))).toContain(
      'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"',
    );
  });

  it('have amounts and addresses that make sense', () => {
    const old = created(node, nodeOf({}));
    const address = { type: 'InternalIP', address: '10.0.0.1' };
    const status = { capacity: { cpu: '-1', pods: '1500m' }, addresses: [address, address] };
    const next = node.rules.defaults!({ ...old, status } as Node, defaultProfile);
    const told = texts((errors) => partOf(node, 'status').validate!(errors, next, old, context));
    expect(told.map((text) => text.replace(/resource.Quantity\{.*\}:/, '…:'))).toEqual([
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.capacity.pods: Invalid value: …: must be an integer',
      'status.allocatable.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.pods: Invalid value: …: must be an integer',
      'status.addresses[1]: Duplicate value: core.NodeAddress{Type:"InternalIP", Address:"10.0.0.1"}',
    ]);
  });
});

it('finalizers of namespaces are counted where they are finalized', () => {
  const metadata = { name: 'n' };
  const old = created(namespace, { apiVersion: 'v1', kind: 'Namespace', metadata } as Namespace);
  const next = { ...old, spec: { finalizers: ['kubernetes', 'bad'] } };
  expect(
    texts((errors) => partOf(namespace, 'finalize').validate!(errors, next, old, context)),
  ).toEqual([
    'spec.finalizers[1]: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

it('endpoints that are updated are checked as changed ones and as new ones', () => {
  const metadata = { name: 'e', namespace: 'default' };
  const old = { apiVersion: 'v1', kind: 'Endpoints', metadata } as Endpoints;
  const next = { ...old, metadata: { ...old.metadata, labels: { a: '-' } } };
  const label = `metadata.labels: Invalid value: "-": ${messages.value}`;
  expect(updateErrorsOf(endpoints, next, old)).toEqual([label, label]);
});
