/** What fits on a node: amounts that are left, ports, volumes. */
import { expect, it, test } from 'vitest';
import type { CSIDriver, Node, PersistentVolume } from '#types';
import type { ResourceAmounts } from '#kinds';
import {
  attachableName,
  isAttached,
  isInUse,
} from '../../../../src/kinds/core/volume/attachable-volumes.ts';
import { hostPortsCollide, hostPortsOf } from '../../../../src/kinds/core/pod/host-ports.ts';
import {
  requestsAnything,
  resourceAmounts,
  shortages,
} from '../../../../src/kinds/core/pod/pod-requests.ts';
import { podOf } from '../samples.ts';

it('amounts have a unit for each resource', () => {
  expect(resourceAmounts({ cpu: '1.5', memory: '1Ki', pods: '110', 'a.b/c': '100m' })).toEqual({
    ...{ cpu: 1500, memory: 1024, pods: 110, 'a.b/c': 1 },
  });
  expect(resourceAmounts(undefined)).toEqual({});
});

it.each<[requests: ResourceAmounts, anything: boolean]>([
  [{}, false],
  [{ cpu: 0, memory: 0, 'ephemeral-storage': 0 }, false],
  [{ cpu: 0, memory: 1 }, true],
  [{ cpu: 0, 'a.b/c': 0 }, true],
])('%j requests something: %s', (requests, anything) => {
  expect(requestsAnything(requests)).toBe(anything);
});

const allocatable = { cpu: 4000, memory: 100, 'a.b/c': 2 };

it.each<[requests: ResourceAmounts, requested: ResourceAmounts, short: readonly string[]]>([
  [{}, { cpu: 5000 }, []],
  [{ cpu: 0 }, { cpu: 5000 }, []],
  [{ cpu: 4000, memory: 100 }, {}, []],
  [{ cpu: 4001 }, {}, ['cpu']],
  [{ cpu: 1000 }, { cpu: 3000 }, []],
  [{ cpu: 1001 }, { cpu: 3000 }, ['cpu']],
  [{ cpu: 1 }, { memory: 101 }, ['memory']],
  [{ 'a.b/c': 3, memory: 101, cpu: 4001 }, {}, ['cpu', 'memory', 'a.b/c']],
  [{ 'a.b/c': 1 }, { 'a.b/c': 1 }, []],
  [{ 'a.b/c': 2 }, { 'a.b/c': 1 }, ['a.b/c']],
  [{ 'a.b/d': 0 }, {}, []],
  [{ 'a.b/d': 1, 'ephemeral-storage': 1 }, {}, ['ephemeral-storage', 'a.b/d']],
])('a pod of %j beside %j lacks %j', (requests, requested, short) => {
  expect(shortages(requests, { allocatable, requested })).toEqual(short);
});

it('ports of the node are those of containers that ask for one', () => {
  const containers = [
    { ports: [{ containerPort: 80 }, { hostPort: 0 }, { hostPort: 80 }] },
    {},
    {
      ports: [
        { hostPort: 53, protocol: 'UDP', hostIP: '127.0.0.1' },
        { hostPort: 54, hostIP: '' },
      ],
    },
  ];
  expect(hostPortsOf(podOf({ containers }).spec)).toEqual([
    { ip: '0.0.0.0', protocol: 'TCP', port: 80 },
    { ip: '127.0.0.1', protocol: 'UDP', port: 53 },
    { ip: '0.0.0.0', protocol: 'TCP', port: 54 },
  ]);
  expect(hostPortsOf(podOf().spec)).toEqual([]);
});

const tcp = { ip: '1.1.1.1', protocol: 'TCP', port: 80 };

it.each<[other: object, collide: boolean]>([
  [{}, true],
  [{ port: 81 }, false],
  [{ protocol: 'UDP' }, false],
  [{ ip: '1.1.1.2' }, false],
  [{ ip: '0.0.0.0' }, true],
  [{ ip: '0.0.0.0', port: 81 }, false],
])('the port beside %j', (other, collide) => {
  expect(hostPortsCollide(tcp, { ...tcp, ...other })).toBe(collide);
  expect(hostPortsCollide({ ...tcp, ...other }, tcp)).toBe(collide);
});

const csi = { driver: 'd.example.com', volumeHandle: 'h' };

it.each<[spec: object, driver: object | undefined, name: string | undefined]>([
  [{ csi }, undefined, 'kubernetes.io/csi/d.example.com^h'],
  [{ csi }, {}, 'kubernetes.io/csi/d.example.com^h'],
  [{ csi }, { attachRequired: true }, 'kubernetes.io/csi/d.example.com^h'],
  [{ csi }, { attachRequired: false }, undefined],
  [{ hostPath: {} }, { attachRequired: true }, undefined],
  [{ csi: null }, undefined, undefined],
])('a volume %j of a driver %j is attached as %s', (spec, driver, name) => {
  const found = attachableName(
    { spec } as PersistentVolume,
    driver && ({ spec: driver } as CSIDriver),
  );
  expect(found).toBe(name);
});

test.each<[status: object, attached: boolean, used: boolean]>([
  [{}, false, false],
  [{ volumesAttached: [{ name: 'x' }, { name: 'v' }], volumesInUse: ['x'] }, true, false],
  [{ volumesAttached: [{ name: 'x' }], volumesInUse: ['x', 'v'] }, false, true],
])('on a node with %j the volume is attached: %s, in use: %s', (status, attached, used) => {
  const node = { status } as Node;
  expect([isAttached(node, 'v'), isInUse(node, 'v')]).toEqual([attached, used]);
});
