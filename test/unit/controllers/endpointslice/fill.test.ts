import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { discoveryV1 } from '#types';
import { endpointKey } from '../../../../controllers/endpointslice/endpoint.ts';
import { CAPACITY, fill } from '../../../../controllers/endpointslice/fill.ts';

type Endpoint = discoveryV1.Endpoint;
type Slice = discoveryV1.EndpointSlice;

function endpoint(index: number, ready = true): Endpoint {
  return { addresses: [`10.0.${index >> 8}.${index & 255}`], conditions: { ready } };
}

function slice(name: string, endpoints: readonly Endpoint[]): Slice {
  const metadata = { name, uid: name } as Slice['metadata'];
  const parts = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' };
  return { ...parts, metadata, addressType: 'IPv4', endpoints };
}

const from = (start: number, count: number): Endpoint[] =>
  Array.from({ length: count }, (_, index) => endpoint(start + index));

const wanted = (endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> =>
  new Map(endpoints.map((each) => [endpointKey(each), each]));

/** `NAME SIZE` of what changes, the names of what does not, what is emptied, sizes of what is new. */
function shown(existing: readonly Slice[], endpoints: readonly Endpoint[]) {
  const { changed, unchanged, emptied, added } = fill(existing, wanted(endpoints));
  const name = ({ metadata }: Slice): string => metadata.name;
  return [
    changed.map((each) => `${name(each.slice)} ${each.endpoints.length}`),
    unchanged.map(name),
    emptied.map(name),
    added.map(({ length }) => length),
  ];
}

describe('slices', () => {
  it('are new ones of a hundred for what is new', () => {
    expect(shown([], from(0, 250))).toEqual([[], [], [], [100, 100, 50]]);
  });

  it('stay as they are when nothing changes', () => {
    expect(shown([slice('a', from(0, 3))], from(0, 3))).toEqual([[], ['a'], [], []]);
  });

  it('are changed when an endpoint is in another state', () => {
    expect(shown([slice('a', [endpoint(0)])], [endpoint(0, false)])).toEqual([['a 1'], [], [], []]);
  });

  it('are filled first where there is a change anyway', () => {
    const existing = [slice('a', from(0, 50)), slice('b', from(50, 50))];
    const rest = [...from(1, 49), ...from(50, 50), ...from(200, 10)];
    expect(shown(existing, rest)).toEqual([['a 59'], ['b'], [], []]);
  });

  it('are filled where all the rest fits, the fullest first', () => {
    const existing = [slice('a', from(0, 20)), slice('b', from(20, 85)), slice('c', from(105, 95))];
    expect(shown(existing, from(0, 210))).toEqual([['b 95'], ['a', 'c'], [], []]);
  });

  it('are new rather than many changed ones', () => {
    const existing = [slice('a', from(0, 60)), slice('b', from(60, 60))];
    expect(shown(existing, from(0, 170))).toEqual([[], ['a', 'b'], [], [50]]);
  });

  it('are new ones as long as these are full', () => {
    expect(shown([slice('a', from(0, 60))], from(0, 300))).toEqual([['a 100'], [], [], [100, 100]]);
  });

  it('are given up when empty', () => {
    const existing = [slice('a', from(0, 3)), slice('b', from(3, 3))];
    expect(shown(existing, from(0, 3))).toEqual([[], ['a'], ['b'], []]);
  });

  it('hold everything once, and none more than its capacity', () => {
    const indexes = fc.uniqueArray(fc.nat(400), { maxLength: 300 });
    fc.assert(
      fc.property(indexes, indexes, (before, after) => {
        const existing = [0, 1, 2].map((each) =>
          slice(
            `${each}`,
            before.slice(each * 100, each * 100 + 100).map((index) => endpoint(index)),
          ),
        );
        const all = wanted(after.map((index) => endpoint(index)));
        const { changed, unchanged, added } = fill(existing, all);
        const lists = [
          ...changed.map(({ endpoints }) => endpoints),
          ...unchanged.map(({ endpoints }) => endpoints),
          ...added,
        ];
        for (const list of lists) expect(list.length).toBeLessThanOrEqual(CAPACITY);
        expect(lists.flat().map(endpointKey).sort()).toEqual([...all.keys()].sort());
      }),
    );
  });
});
