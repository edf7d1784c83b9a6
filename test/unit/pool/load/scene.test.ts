/** Which machines a metrics server asks, and whether the list of them has changed. */
import { describe, expect, it } from 'vitest';
import type { Node } from '#types';
import { machinesAfter, noMachines } from '../../../../src/pool/load/scene.ts';

const nodeOf = (name: string, labels?: object, annotations?: object): Node =>
  ({ metadata: { name, labels, annotations }, status: {} }) as unknown as Node;

const [zoneA, zoneB] = [{ zone: 'a' }, { zone: 'b' }];
const silent = { 'sim/silent': 'true' };
const beats = ({ metadata }: Node): Node =>
  ({ metadata: { ...metadata }, status: { x: 1 } }) as never;

describe('the machines of a list', () => {
  const listed = [nodeOf('n1', zoneA), nodeOf('n2', undefined, silent), nodeOf('n3')];
  const machines = machinesAfter(noMachines, listed);

  it('are those that answer, with their labels', () => {
    expect(machines.nodes.map(({ metadata }) => metadata.name)).toEqual(['n1', 'n3']);
    expect([...machines.labels]).toEqual([
      ['n1', zoneA],
      ['n3', undefined],
    ]);
  });

  it('are the same for the same list', () => {
    expect(machinesAfter(machines, listed)).toBe(machines);
  });

  it('are the same after heartbeats, with the list as it is then', () => {
    const later = listed.map(beats);
    const after = machinesAfter(machines, later);
    expect(after.listed).toBe(later);
    expect([after.nodes, after.labels]).toEqual([machines.nodes, machines.labels]);
    expect(after.labels).toBe(machines.labels);
  });

  it.each<[string, readonly Node[], readonly string[]]>([
    ['a node has other labels', [nodeOf('n1', zoneB), ...listed.slice(1)], ['n1', 'n3']],
    ['a node falls silent', [nodeOf('n1', zoneA, silent), ...listed.slice(1)], ['n3']],
    ['a node has another name', [nodeOf('n4', zoneA), ...listed.slice(1)], ['n4', 'n3']],
    ['a node is new', [...listed, nodeOf('n4')], ['n1', 'n3', 'n4']],
    ['a node is gone', listed.slice(0, 2), ['n1']],
  ])('are others when %s', (_, later, names) => {
    const after = machinesAfter(machines, later);
    expect(after.nodes.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(after.labels).not.toBe(machines.labels);
    expect([...after.labels.keys()]).toEqual(names);
    expect(after.labels.get(names[0]!)).toBe(
      later.find(({ metadata }) => metadata.name === names[0])!.metadata.labels,
    );
  });
});
