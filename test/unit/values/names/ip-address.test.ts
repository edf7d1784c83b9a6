import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formatIpv4, ipv4Number, isCidr, isIpv6, parseIp, parseIpv4Range } from '#values';

describe('addresses', () => {
  it.each<[text: string, bytes: readonly number[] | undefined]>([
    ['10.0.0.1', [10, 0, 0, 1]],
    ['010.0.0.001', [10, 0, 0, 1]],
    ['256.0.0.1', undefined],
    ['10.0.1', undefined],
    ['10.0..1', undefined],
    ['.0.0.1', undefined],
    ['10.0.0.', undefined],
    ['10.0.0.1.2', undefined],
    ['10.0.0.+1', undefined],
    ['10.0.0.0000000000001', [10, 0, 0, 1]],
    ['10.0.0.1 ', undefined],
    ['', undefined],
    ['::', Array<number>(16).fill(0)],
    ['::1', [...Array<number>(15).fill(0), 1]],
    ['::ffff:10.0.0.1', [10, 0, 0, 1]],
    ['fe80::1:2', [0xfe, 0x80, ...Array<number>(11).fill(0), 1, 0, 2]],
    ['1:2:3:4:5:6:7:8', [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]],
    ['1:2:3:4:5:6:7', undefined],
    ['1::2::3', undefined],
    ['1:2:3:4:5:6:7:8:9', undefined],
    ['1:2:3:4::5:6:7:8', undefined],
    [':1', undefined],
    ['12345::', undefined],
    ['10.0.0.1::', undefined],
  ])('%j', (text, bytes) => {
    expect(parseIp(text)).toEqual(bytes);
  });

  it('are those that Node knows, and those with leading zeros', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        const family = isIP(text);
        if (family === 0) return;
        expect(parseIp(text)).toBeDefined();
        if (family === 4) expect(formatIpv4(ipv4Number(parseIp(text)!))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('1', 'f', ':', '.', '::'), maxLength: 20 }),
        (text) => {
          expect(parseIp(text) !== undefined, text).toBe(isIP(text) !== 0);
        },
      ),
    );
  });

  it('are of one family', () => {
    expect(['::1', '10.0.0.1', '::ffff:10.0.0.1', 'x'].map(isIpv6)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('ranges', () => {
  it('begin at their first address', () => {
    const range = parseIpv4Range('10.99.1.2/12')!;
    expect([formatIpv4(range.base), range.size]).toEqual(['10.96.0.0', 2 ** 20]);
    expect(parseIpv4Range('0.0.0.0/0')).toEqual({ base: 0, size: 2 ** 32 });
    for (const bad of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', 'fd00::/64', '10.0.0/8']) {
      expect(parseIpv4Range(bad)).toBeUndefined();
    }
  });

  it('have a length that fits their family', () => {
    expect(
      ['10.0.0.0/32', 'fd00::/128', '10.0.0.0/33', 'fd00::/129', '10.0.0.0', '/8'].map(isCidr),
    ).toEqual([true, true, false, false, false, false]);
  });

  it('are read in place: nothing is cut out of the text', () => {
    const cuts = [vi.spyOn(String.prototype, 'split'), vi.spyOn(RegExp.prototype, 'test')];
    parseIp('10.20.30.40');
    const made = cuts.map(({ mock }) => mock.calls.length);
    for (const spy of cuts) spy.mockRestore();
    expect(made).toEqual([0, 0]);
  });
});
