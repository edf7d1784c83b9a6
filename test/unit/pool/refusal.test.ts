/** What a kubelet refuses of the pods that are bound to its node, in v1.24's words. */
import { describe, expect, it } from 'vitest';
import type { Node, Pod, PodSpec, ResourceAmounts } from '#kinds';
import { refusalOf } from '../../../src/pool/refusal.ts';
import { makeContainer, makeNode, makePod } from './objects.ts';

interface Around {
  readonly node?: Partial<Node>;
  readonly others?: readonly Pod[];
  readonly requests?: Readonly<Record<string, ResourceAmounts>>;
}

/** The reason and the event, or nothing. */
function refused(pod: Pod, { node, others = [], requests = {} }: Around = {}): string | undefined {
  const refusal = refusalOf(pod, {
    node: makeNode('n1', node),
    others: () => others,
    bound: () => others.length + 1,
    requestsOf: ({ metadata }) => requests[metadata.name] ?? {},
  });
  if (refusal === undefined) return undefined;
  expect(refusal.message).toBe(`Pod ${refusal.event}`);
  expect(refusal.isAtStart).toBe(true);
  return `${refusal.reason}: ${refusal.event}`;
}

const web = (spec: Partial<PodSpec> = {}): Pod => makePod({ name: 'web', spec });
const other = (spec: Partial<PodSpec> = {}, phase = 'Running'): Pod =>
  makePod({ name: 'other', spec, status: { phase } as Pod['status'] });

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
    ['fit', { node, requests: { web: { cpu: 2000 } } }, undefined],
    [
      'are beyond the node',
      { node, requests: { web: { cpu: 2001 } } },
      lacking('cpu', 2001, 0, 2000),
    ],
    [
      'are taken by another pod',
      { node, others: [other()], requests: { web: { cpu: 500 }, other: { cpu: 1600 } } },
      lacking('cpu', 500, 1600, 2000),
    ],
    [
      'were taken by a pod that has ended',
      {
        node,
        others: [other({}, 'Succeeded')],
        requests: { web: { cpu: 500 }, other: { cpu: 1600 } },
      },
      undefined,
    ],
    ['are its own', { node, others: [web()], requests: { web: { cpu: 1600 } } }, undefined],
    [
      'have no place left',
      { node: { status: { allocatable: { pods: '1' } } }, others: [other()] },
      lacking('pods', 1, 1, 1),
    ],
    ['have one place left', { node, others: [other()] }, undefined],
    [
      'are not known yet',
      { node: { status: { allocatable: { cpu: '1' } } }, requests: { web: { cpu: 2000 } } },
      undefined,
    ],
    [
      'belong to the cluster as a whole',
      { node, requests: { web: { 'example.com/licence': 1 } } },
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
      'a port of a pod that has ended',
      web(port(80)),
      { others: [other(port(80), 'Failed')] },
      undefined,
    ],
    ['its own port', web(port(80)), { others: [web(port(80))] }, undefined],
    [
      'a port behind another pod',
      web(port(80)),
      { others: [web(port(80)), other(port(80))] },
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
