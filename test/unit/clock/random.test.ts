import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random, type RandomStream } from '#clock';

const draws = (stream: RandomStream, count = 8): number[] =>
  Array.from({ length: count }, () => stream.next());

describe('streams', () => {
  it('keep their values from one version to the next, or every recorded run would change', () => {
    const stream = new Random(7).stream('names');
    expect({
      next: draws(stream, 2),
      ints: [stream.int(10), stream.int(1_000_000)],
      suffix: stream.suffix(5),
      uuid: stream.uuid(),
      shuffled: stream.shuffle(['a', 'b', 'c', 'd', 'e']),
      fork: stream.fork('x').suffix(10),
    }).toMatchInlineSnapshot(`
      {
        "fork": "w689dt54w4",
        "ints": [
          9,
          899776,
        ],
        "next": [
          0.18451084642082005,
          0.5000504910133662,
        ],
        "shuffled": [
          "a",
          "e",
          "d",
          "c",
          "b",
        ],
        "suffix": "6mjgn",
        "uuid": "417ed0a1-8850-425f-a26a-52c45f264bc3",
      }
    `);
  });

  it('are the same for the same seed and name, whatever else is drawn', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (seed, name, others) => {
        const alone = draws(new Random(seed).stream(name));
        const random = new Random(seed);
        for (const other of others) if (other !== name) draws(random.stream(other), 3);
        expect(draws(random.stream(name))).toEqual(alone);
      }),
    );
  });

  it('differ by seed and by name', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (a, b, name) => {
        fc.pre(a !== b);
        expect(draws(new Random(a).stream(name))).not.toEqual(draws(new Random(b).stream(name)));
        const random = new Random(name);
        expect(draws(random.stream(a))).not.toEqual(draws(random.stream(b)));
      }),
    );
  });

  it('continue when asked for again', () => {
    const random = new Random(1);
    const twice = [...draws(random.stream('a'), 3), ...draws(random.stream('a'), 3)];
    expect(twice).toEqual(draws(new Random(1).stream('a'), 6));
  });

  it('take a number and its text for the same seed', () => {
    expect(draws(new Random(7).stream('a'))).toEqual(draws(new Random('7').stream('a')));
  });

  it('of similar names share nothing: 50,000 of them begin with 50,000 different values', () => {
    const random = new Random(1);
    const first = new Set<number>();
    for (let i = 0; i < 50_000; i++) first.add(random.stream(`pod ${i}`).next());
    expect(first.size).toBe(50_000);
  });

  it('of similar names are not alike: their first values are spread evenly', () => {
    const random = new Random(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 20_000; i++) counts[random.stream(`${i}`).int(10)]!++;
    expect(chiSquare(counts)).toBeLessThan(33.7);
  });
});

describe('forks', () => {
  it('depend on names alone and take nothing from their parent', () => {
    const parent = new Random(1).stream('a');
    const before = draws(parent.fork('x'));
    const own = draws(parent);
    expect(draws(parent.fork('x'))).toEqual(before);
    expect(own).toEqual(draws(new Random(1).stream('a')));
    expect(draws(parent.fork('y'))).not.toEqual(before);
    expect(before).not.toEqual(own);
  });

  it('are not confused with streams whose names look like theirs', () => {
    const random = new Random(1);
    const fork = draws(random.stream('a').fork('b'));
    for (const name of ['ab', 'a/b', 'a1:b', '1:a1:b', 'a:b']) {
      expect(draws(random.stream(name))).not.toEqual(fork);
    }
  });
});

describe('values', () => {
  it('are in range', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
        const stream = new Random(seed).stream('x');
        for (let i = 0; i < 20; i++) {
          const next = stream.next();
          expect(next >= 0 && next < 1).toBe(true);
          const int = stream.int(below);
          expect(Number.isInteger(int) && int >= 0 && int < below).toBe(true);
        }
      }),
    );
  });

  it.each([0, -1, 1.5, NaN, 2 ** 32 + 1])('below %s do not exist', (below) => {
    expect(() => new Random(1).stream('x').int(below)).toThrow(RangeError);
  });

  it.each([2, 3, 27, 100])('are spread evenly below %s', (below) => {
    const stream = new Random('evenly').stream('x');
    const counts = new Array<number>(below).fill(0);
    for (let i = 0; i < below * 2_000; i++) counts[stream.int(below)]!++;
    // Five standard deviations above the mean of chi-square.
    expect(chiSquare(counts)).toBeLessThan(below - 1 + 5 * Math.sqrt(2 * (below - 1)));
  });

  it('have random bits from the first to the last', () => {
    const stream = new Random('bits').stream('x');
    const ones = new Array<number>(53).fill(0);
    const count = 4_000;
    for (let i = 0; i < count; i++) {
      let bits = stream.next();
      for (let bit = 0; bit < 53; bit++) {
        bits *= 2;
        if (bits >= 1) {
          ones[bit]!++;
          bits -= 1;
        }
      }
    }
    for (const one of ones)
      expect(Math.abs(one - count / 2)).toBeLessThan(5 * Math.sqrt(count / 4));
  });

  it('pick every member, and refuse an empty list', () => {
    const stream = new Random(1).stream('x');
    const picked = new Set(Array.from({ length: 200 }, () => stream.pick(['a', 'b', 'c'])));
    expect([...picked].sort()).toEqual(['a', 'b', 'c']);
    expect(() => stream.pick([])).toThrow(RangeError);
  });

  it('shuffle into every order alike, leaving the list as it was', () => {
    const stream = new Random(1).stream('x');
    const list = Object.freeze(['a', 'b', 'c', 'd']);
    const counts = new Map<string, number>();
    for (let i = 0; i < 24 * 500; i++) {
      const order = stream.shuffle(list).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(chiSquare([...counts.values()])).toBeLessThan(23 + 5 * Math.sqrt(2 * 23));
  });

  it('make suffixes of the alphabet of generated names', () => {
    const stream = new Random(1).stream('x');
    const seen = new Set(stream.suffix(5_000));
    expect([...seen].sort().join('')).toBe('2456789bcdfghjklmnpqrstvwxz');
    expect(stream.suffix(5)).toHaveLength(5);
    expect(stream.suffix(0)).toBe('');
  });

  it('make UUIDs of version 4, each digit random that may be', () => {
    const stream = new Random(1).stream('uids');
    const digits = Array.from({ length: 36 }, () => new Set<string>());
    const uuids = new Set<string>();
    for (let i = 0; i < 2_000; i++) {
      const uuid = stream.uuid();
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      uuids.add(uuid);
      [...uuid].forEach((digit, place) => digits[place]!.add(digit));
    }
    expect(uuids.size).toBe(2_000);
    expect(digits.map((seen) => seen.size)).toEqual(
      [...'88888888-8888-1888-4888-888888888888'].map((c) => ({ '8': 16, '1': 1, '4': 4 })[c] ?? 1),
    );
  });
});

/** How far counts are from being equal: about their number minus one when chance is even. */
function chiSquare(counts: readonly number[]): number {
  const mean = counts.reduce((a, b) => a + b, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}
