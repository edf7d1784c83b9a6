/** What a kubelet refuses of the pods that are bound to its node, in v1.24's words. */
import { describe, expect, it } from 'vitest';
import type { Node, Pod, PodSpec } from '#types';
import type { ResourceAmounts } from '#kinds';
import type { Taken } from '../../../../src/pool/pod/admitted.ts';
import { refusalOf } from '../../../../src/pool/pod/refusal.ts';
import { makeContainer, makeNode, makePod } from '../objects.ts';

interface Around {
  readonly node?: Partial<Node>;
  readonly requests?: ResourceAmounts;
  readonly taken?: Taken;
  readonly others?: readonly Pod[];
}

/** The reason and the event, or nothing. */
function refused(
  pod: Pod,
  { node, requests = {}, taken = { pods: 0 }, others = [] }: Around = {},
): string | undefined {
  const around = { node: makeNode('n1', node), requests, taken, others: () => others };
  const refusal = refusalOf(pod, around);
  if (refusal === undefined) return undefined;
  expect(refusal.message).toBe(`Pod ${refusal.event}`);
  expect(refusal.isAtStart).toBe(true);
  return `${refusal.reason}: ${refusal.event}`;
}

const web = (spec: Partial<PodSpec> = {}): Pod => makePod({ name: 'web', spec });
const other = (spec: Partial<PodSpec> = {}): Pod => makePod({ name: 'other', spec });

describe('sysctls', () => {
  it.each([
    ['kernel.shm_rmid_forced', false, undefined],
    ['kernel.shm_rmid_forced', true, undefined],
    ['net.ipv4.tcp_syncookies', false, undefined],
    [
      'net.ipv4.tcp_syncookies',
      true,
      'SysctlForbidden: forbidden sysctl: "net.ipv4.tcp_syncookies" not allowed with host net enabled',
    ],
    ['kernel.msgmax', false, 'SysctlForbidden: forbidden sysctl: "kernel.msgmax" not allowlisted'],
    ['kernel.msgmax', true, 'SysctlForbidden: forbidden sysctl: "kernel.msgmax" not allowlisted'],
  ])('%s, on the host network: %s', (name, hostNetwork, expected) => {
    const securityContext = { sysctls: [{ name, value: '1' }] };
    expect(refused(web({ securityContext, hostNetwork }))).toBe(expected);
  });

  it('are all looked at', () => {
    const sysctls = ['net.ipv4.ping_group_range', 'kernel.sem'].map((name) => ({
      name,
      value: '',
    }));
    expect(refused(web({ securityContext: { sysctls } }))).toContain('"kernel.sem"');
  });
});

describe('the operating system', () => {
  const os = (label: string): Partial<Node> => ({
    metadata: { ...makeNode().metadata, labels: { 'kubernetes.io/os': label } },
  });
  const mismatch = "PodOSNotSupported: Failed to admit pod as the OS field doesn't match node OS";
  it.each([
    [undefined, 'windows', undefined],
    ['linux', undefined, undefined],
    ['windows', undefined, mismatch],
    ['windows', 'windows', undefined],
    ['linux', 'windows', mismatch],
  ])('%s on %s', (wanted, has, expected) => {
    const spec = wanted === undefined ? {} : { os: { name: wanted } };
    expect(refused(web(spec as Partial<PodSpec>), has === undefined ? {} : { node: os(has) })).toBe(
      expected,
    );
  });
});

describe('resources', () => {
  const node: Partial<Node> = { status: { allocatable: { cpu: '2', pods: '2' } } };
  const lacking = (resource: string, wants: number, used: number, has: number) =>
    `OutOf${resource}: Node didn't have enough resource: ${resource}, requested: ${wants}, used: ${used}, capacity: ${has}`;

  it.each<[string, Around, string | undefined]>([
    ['fit', { node, requests: { cpu: 2000 } }, undefined],
    ['are beyond the node', { node, requests: { cpu: 2001 } }, lacking('cpu', 2001, 0, 2000)],
    [
      'fit beside another pod',
      { node, requests: { cpu: 400 }, taken: { pods: 1, cpu: 1600 } },
      undefined,
    ],
    [
      'are taken by another pod',
      { node, requests: { cpu: 500 }, taken: { pods: 1, cpu: 1600 } },
      lacking('cpu', 500, 1600, 2000),
    ],
    [
      'have no place left',
      { node: { status: { allocatable: { pods: '1' } } }, taken: { pods: 1 } },
      lacking('pods', 1, 1, 1),
    ],
    ['have one place left', { node, taken: { pods: 1 } }, undefined],
    [
      'are not known yet',
      { node: { status: { allocatable: { cpu: '1' } } }, requests: { cpu: 2000 } },
      undefined,
    ],
    [
      'belong to the cluster as a whole',
      { node, requests: { 'example.com/licence': 1 } },
      undefined,
    ],
  ])('%s', (_, around, expected) => {
    expect(refused(web(), around)).toBe(expected);
  });
});

describe('what the scheduler looks at too', () => {
  const port = (hostPort: number): Partial<PodSpec> => ({
    containers: [{ ...makeContainer(), ports: [{ containerPort: 80, hostPort }] }],
  });
  const tainted = (effect: 'NoExecute' | 'NoSchedule'): Partial<Node> => ({
    spec: { taints: [{ key: 'k', effect }] },
  });

  it.each<[string, Pod, Around, string | undefined]>([
    [
      'labels',
      web({ nodeSelector: { disk: 'ssd' } }),
      {},
      'NodeAffinity: Predicate NodeAffinity failed',
    ],
    [
      'a port',
      web(port(80)),
      { others: [other(port(80))] },
      'NodePorts: Predicate NodePorts failed',
    ],
    ['another port', web(port(80)), { others: [other(port(81))] }, undefined],
    [
      'a port behind another pod',
      web(port(80)),
      { others: [other(port(81)), other(port(80))] },
      'NodePorts: Predicate NodePorts failed',
    ],
    [
      'a taint that drives pods away',
      web(),
      { node: tainted('NoExecute') },
      'TaintToleration: Predicate TaintToleration failed',
    ],
    ['a taint for the scheduler', web(), { node: tainted('NoSchedule') }, undefined],
    [
      'a taint that is tolerated',
      web({ tolerations: [{ operator: 'Exists' }] }),
      { node: tainted('NoExecute') },
      undefined,
    ],
  ])('%s', (_, pod, around, expected) => {
    expect(refused(pod, around)).toBe(expected);
  });
});
