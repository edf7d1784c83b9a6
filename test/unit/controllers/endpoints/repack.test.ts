/** The canonical form of subsets, and the digests that order it. */
import { describe, expect, it } from 'vitest';
import type { EndpointPort } from '#types';
import { digestOf } from '#runtime';
import { dumpPort } from '../../../../controllers/endpoints/digest.ts';
import { repack } from '../../../../controllers/endpoints/repack.ts';

describe('repacking', () => {
  it('has an address in one state at a port, and joins ports that agree on all (E9)', () => {
    const [nine, ten] = [{ ip: '10.1.9.9' }, { ip: '10.1.9.10' }];
    const [a, b]: EndpointPort[] = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ];
    const subsets = repack([
      { addresses: [nine], ports: [a!, b!] },
      { addresses: [ten], ports: [a!] },
      { notReadyAddresses: [ten], ports: [b!] },
    ]);
    expect(subsets).toHaveLength(2);
    expect(subsets).toContainEqual({ addresses: [ten, nine], ports: [a] });
    expect(subsets).toContainEqual({ addresses: [nine], notReadyAddresses: [ten], ports: [b] });
  });

  it('takes an address that is both for one that is not ready', () => {
    const address = { ip: '10.1.9.9' };
    const ports = [{ port: 1 }];
    const both = { addresses: [address], notReadyAddresses: [address], ports };
    expect(repack([both])).toEqual([{ notReadyAddresses: [address], ports }]);
  });

  it('leaves out subsets without addresses', () => {
    expect(repack([{ ports: [{ port: 1 }] }])).toEqual([]);
  });
});

describe('the digest of a port', () => {
  it.each<readonly [EndpointPort, string]>([
    [{ name: 'http', port: 80, protocol: 'TCP' }, 'a0afc9289a5b862f31961966cd661a6e'],
    [{ name: 'https', port: 443, protocol: 'TCP' }, '9b812254'],
    [{ name: 'metrics', port: 9090, protocol: 'TCP' }, '7f2b2ed5'],
    [{ port: 53, protocol: 'UDP' }, '13ff1dbe'],
  ])('%j is that of v1.24', (port, digest) => {
    expect(digestOf(dumpPort(port)).slice(0, digest.length)).toBe(digest);
  });
});
