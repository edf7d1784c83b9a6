/** Owners of fields that are decided when somebody reads them, and what leaves them undecided. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ObjectMeta } from '#types';
import {
  areLate,
  copyIfLate,
  copyOfMetadata,
  equalParts,
  lateOwnersOf,
  LateOwners,
  metadataWith,
  ownersToCome,
  shareLateOwners,
  showOwnersOf,
  withLateOwners,
} from '../../../../src/values/objects/late-owners.ts';

type Entries = LateOwners['entries'];

class Decided extends LateOwners {
  decisions = 0;
  readonly #owners: Entries;

  constructor(owners: Entries) {
    super();
    this.#owners = owners;
  }

  protected decide(): Entries {
    this.decisions++;
    return this.#owners;
  }
}

const entries: Entries = [{ manager: 'me' }] as Entries;
const plain = { name: 'a', managedFields: ownersToCome, uid: 'u' } as ObjectMeta;

let late: Decided;
let metadata: ObjectMeta;
beforeEach(() => {
  late = new Decided(entries);
  metadata = withLateOwners(plain, late);
});

describe('owners that are late', () => {
  it('are decided once, when they are read, and stand where those before stood', () => {
    expect([late.areDecided, areLate(metadata)]).toEqual([false, true]);
    expect(Object.keys(metadata)).toEqual(['name', 'managedFields', 'uid']);
    expect(late.decisions).toBe(0);
    expect(metadata.managedFields).toBe(entries);
    expect(metadata.managedFields).toBe(entries);
    expect([late.decisions, late.areDecided, areLate(metadata)]).toEqual([1, true, false]);
    expect(lateOwnersOf(metadata)).toBe(late);
    expect(JSON.stringify(metadata)).toBe(
      '{"name":"a","managedFields":[{"manager":"me"}],"uid":"u"}',
    );
  });

  it('are shown as absent where there are none', () => {
    expect(withLateOwners(plain, new Decided([])).managedFields).toBeUndefined();
  });

  it('stand last in metadata that had none', () => {
    const shown = withLateOwners({ name: 'a', uid: 'u' } as ObjectMeta, late);
    expect(Object.keys(shown)).toEqual(['name', 'uid', 'managedFields']);
  });

  it('stay undecided in copies, and in copies with other fields', () => {
    const copy = copyOfMetadata(metadata);
    const other = metadataWith(metadata, { name: 'b' });
    expect([copy.name, other.name, metadata.name]).toEqual(['a', 'b', 'a']);
    expect([areLate(copy), areLate(other), late.decisions]).toEqual([true, true, 0]);
    expect(Object.keys(other)).toEqual(['name', 'managedFields', 'uid']);
  });

  it('are plain in copies once they are decided', () => {
    expect(metadata.managedFields).toBe(entries);
    const copy = copyOfMetadata(metadata);
    expect([lateOwnersOf(copy), copy.managedFields]).toEqual([undefined, entries]);
    expect(copyOfMetadata({ name: 'a' } as ObjectMeta)).toEqual({ name: 'a' });
  });

  it('are copied with an object only where they are late and wanted', () => {
    const copy = copyIfLate(metadata, new Set(['uid']))!;
    expect([Object.keys(copy), areLate(copy)]).toEqual([['name', 'managedFields'], true]);
    expect(copyIfLate(metadata)!.uid).toBe('u');
    expect(copyIfLate(metadata, new Set(['managedFields']))).toBeUndefined();
    expect(copyIfLate({ name: 'a' })).toBeUndefined();
    expect(late.decisions).toBe(0);
  });

  it('are shown by fresh metadata, as those that are decided are', () => {
    const fresh = { name: 'b' } as ObjectMeta;
    showOwnersOf(fresh, metadata);
    expect([areLate(fresh), lateOwnersOf(fresh), late.decisions]).toEqual([true, late, 0]);
    expect(metadata.managedFields).toBe(entries);
    const later = { name: 'c' } as ObjectMeta;
    showOwnersOf(later, metadata);
    expect([later.managedFields, lateOwnersOf(later)]).toEqual([entries, undefined]);
    const bare = { name: 'd' } as ObjectMeta;
    showOwnersOf(bare, { name: 'e' } as ObjectMeta);
    expect(Object.keys(bare)).toEqual(['name']);
  });
});

describe('parts of objects', () => {
  it.each<[what: string, one: () => unknown, other: () => unknown, areEqual: boolean]>([
    ['the same one', () => metadata, () => metadata, true],
    ['a copy that shows the same owners', () => metadata, () => copyOfMetadata(metadata), true],
    ['another name', () => metadata, () => metadataWith(metadata, { name: 'b' }), false],
    ['a field more', () => metadata, () => metadataWith(metadata, { generation: 1 }), false],
    ['a field less', () => metadataWith(metadata, { generation: 1 }), () => metadata, false],
  ])('are compared without a decision: %s', (_, one, other, areEqual) => {
    expect(equalParts(one(), other())).toBe(areEqual);
    expect(late.decisions).toBe(0);
  });

  it('are compared with their owners where these are not the same', () => {
    const same = withLateOwners(plain, new Decided([{ manager: 'me' }] as Entries));
    const other = withLateOwners(plain, new Decided([]));
    expect(shareLateOwners(metadata, same)).toBe(false);
    expect(equalParts(metadata, same)).toBe(true);
    expect(equalParts(metadata, other)).toBe(false);
    expect([equalParts(1, 1), equalParts({ a: 1 }, { a: 1 }), equalParts(null, {})]).toEqual([
      ...[true, true, false],
    ]);
  });
});
