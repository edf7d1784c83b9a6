import { describe, expect, it } from 'vitest';
import type { Node } from '#types';
import { Addresses } from '../../../../src/pool/node/addresses.ts';
import { makeNode } from '../objects.ts';

function withAddress(name: string, address: string): Node {
  return makeNode(name, { status: { addresses: [{ type: 'InternalIP', address }] } });
}

describe('addresses', () => {
  it('of nodes and their pods follow the order in which they are asked for', () => {
    const addresses = new Addresses();
    const [first, second] = [
      addresses.networkOf(makeNode('a')),
      addresses.networkOf(makeNode('b')),
    ];
    expect([first.hostIP, second.hostIP]).toEqual(['172.18.0.2', '172.18.0.3']);
    expect([
      addresses.takePodIP(first),
      addresses.takePodIP(first),
      addresses.takePodIP(second),
    ]).toEqual(['10.128.0.1', '10.128.0.2', '10.128.4.1']);
  });

  /** With this number of nodes already. */
  const after = (count: number): Addresses => {
    const addresses = new Addresses();
    for (let number = 1; number <= count; number++) addresses.networkOf(makeNode(`n${number}`));
    return addresses;
  };

  it.each([
    [8191, '172.18.32.1', '10.255.252.1'],
    [8192, '172.18.32.2', '240.0.0.1'],
    [9999, '172.18.39.17', '240.28.60.1'],
  ])('after %i nodes stay within their ranges', (count, hostIP, podIP) => {
    const addresses = after(count);
    const last = addresses.networkOf(makeNode('last'));
    expect([last.hostIP, addresses.takePodIP(last)]).toEqual([hostIP, podIP]);
  });

  it('come from the further blocks only while the others are taken', () => {
    const addresses = after(8192);
    addresses.forgetNode('n7');
    const hosts = ['a', 'b'].map((name) => addresses.networkOf(makeNode(name)).hostIP);
    expect(hosts).toEqual(['172.18.0.8', '172.18.32.2']);
  });

  it('that a node has already are kept and not given to others', () => {
    const addresses = new Addresses();
    const known = withAddress('b', '172.18.0.2');
    addresses.noteNode(known);
    expect(addresses.networkOf(makeNode('a')).hostIP).toBe('172.18.0.3');
    expect(addresses.networkOf(known)).toMatchObject({ hostIP: '172.18.0.2' });
    expect(addresses.takePodIP(addresses.networkOf(known))).toBe('10.128.0.1');
    expect(addresses.networkOf(withAddress('c', '192.168.1.9')).hostIP).toBe('192.168.1.9');
  });

  it.each([
    ['before the range', '172.18.0.1', '10.128.0.1'],
    ['first', '172.18.0.2', '10.128.0.1'],
    ['third', '172.18.0.4', '10.128.8.1'],
    ['last', '172.19.255.254', '247.127.240.1'],
    ['behind the range', '172.19.255.255', '10.128.0.1'],
    ['elsewhere', '192.168.0.1', '10.128.0.1'],
    ['no address', 'localhost', '10.128.0.1'],
  ])('of a node that comes with one, %s: %s, its pods follow', (_, address, podIP) => {
    const addresses = new Addresses();
    const node = withAddress('a', address);
    addresses.noteNode(node);
    expect(addresses.takePodIP(addresses.networkOf(node))).toBe(podIP);
  });

  it('that two nodes claim have pods of their own blocks', () => {
    const addresses = new Addresses();
    const nodes = ['a', 'b'].map((name) => withAddress(name, '172.18.0.2'));
    for (const node of nodes) addresses.noteNode(node);
    const pods = nodes.map((node) => addresses.takePodIP(addresses.networkOf(node)));
    expect(pods).toEqual(['10.128.0.1', '10.128.4.1']);
  });

  it('are for 131,069 nodes, and no more', () => {
    const addresses = after(131_068);
    expect(addresses.networkOf(makeNode('last')).hostIP).toBe('172.19.255.254');
    expect(() => addresses.networkOf(makeNode('more'))).toThrow(
      'no address is left for node more: 131069 nodes have one',
    );
    addresses.forgetNode('n5');
    expect(addresses.networkOf(makeNode('more')).hostIP).toBe('172.18.0.6');
  });

  it.each([
    ['10.244.3.7/29', '10.244.3.1'],
    ['10.244.3.0/30', '10.244.3.1'],
    ['10.0.0.0/8', '10.0.0.1'],
  ])('of pods begin with the block that podCIDR %s is in', (podCIDR, first) => {
    const addresses = new Addresses();
    const network = addresses.networkOf(makeNode('a', { spec: { podCIDR } }));
    expect(addresses.takePodIP(network)).toBe(first);
  });

  it('of pods that are far from each other are not confused', () => {
    const addresses = new Addresses();
    const network = (podCIDR: string) => addresses.networkOf(makeNode('a', { spec: { podCIDR } }));
    // The same bit of other words, and of other pages.
    const ips = ['10.1.0.0/29', '10.1.0.32/29', '10.1.4.0/29', '10.2.0.0/29'].map((podCIDR) =>
      addresses.takePodIP(network(podCIDR)),
    );
    expect(ips).toEqual(['10.1.0.1', '10.1.0.33', '10.1.4.1', '10.2.0.1']);
    addresses.releasePodIP('10.1.0.33');
    expect(addresses.takePodIP(network('10.1.0.0/29'))).toBe('10.1.0.2');
    expect(addresses.takePodIP(network('10.1.0.32/29'))).toBe('10.1.0.33');
  });

  it('of a node that is gone come again last', () => {
    const addresses = new Addresses();
    addresses.networkOf(makeNode('a'));
    addresses.forgetNode('a');
    expect(addresses.networkOf(makeNode('b')).hostIP).toBe('172.18.0.3');
  });

  it('of pods lie in the podCIDR where there is one', () => {
    const addresses = new Addresses();
    const network = addresses.networkOf(makeNode('a', { spec: { podCIDR: '10.244.3.0/29' } }));
    const taken = Array.from({ length: 6 }, () => addresses.takePodIP(network));
    expect(taken).toEqual([1, 2, 3, 4, 5, 6].map((last) => `10.244.3.${last}`));
    expect(() => addresses.takePodIP(network)).toThrow('no address is left for pods');
    addresses.releasePodIP('10.244.3.4');
    expect(addresses.takePodIP(network)).toBe('10.244.3.4');
  });

  it.each(['fd00::/64', '10.0.0.0', '10.0.0.0/32', 'nonsense'])(
    'podCIDR %s counts as none',
    (podCIDR) => {
      const network = new Addresses().networkOf(makeNode('a', { spec: { podCIDR } }));
      expect(network).toMatchObject({ size: 1024 });
    },
  );

  it('that pods have already are not given to others', () => {
    const addresses = new Addresses();
    addresses.notePodIP('10.128.0.1');
    addresses.notePodIP('10.128.0.3');
    const network = addresses.networkOf(makeNode('a'));
    expect([addresses.takePodIP(network), addresses.takePodIP(network)]).toEqual([
      '10.128.0.2',
      '10.128.0.4',
    ]);
  });
});
