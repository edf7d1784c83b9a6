const BLOCK = 64;
const ROUNDS = 64;

const primes = firstPrimes(ROUNDS);
/** The first 32 bits behind the point of the square roots of the first primes. */
const START = primes.slice(0, 8).map((prime) => fraction(prime, 2n));
/** The same of their cube roots. */
const WORDS = primes.map((prime) => fraction(prime, 3n));

/**
 * Returns the SHA-256 of a text in UTF-8, in hexadecimal (FIPS 180-4): a browser's own is
 * asynchronous.
 */
export function sha256(text: string): string {
  const data = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(START);
  for (let at = 0; at < data.byteLength; at += BLOCK) mix(state, data, at);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function firstPrimes(count: number): readonly bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0n)) found.push(n);
  }
  return found;
}

/** In whole numbers: what a machine's roots give differs in the last bits. */
function fraction(prime: bigint, power: bigint): number {
  const expected = prime << (32n * power);
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) {
    if ((root + bit) ** power <= expected) root += bit;
  }
  return Number(BigInt.asIntN(32, root));
}

/** Returns a one behind the bytes, zeros, and the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function mix(state: Int32Array, data: DataView, at: number): void {
  const schedule = scheduled(data, at);
  let [a, b, c, d, e, f, g, h] = state as unknown as EightWords;
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = (e & f) ^ (~e & g);
    const spread = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + spread + chosen + WORDS[round]! + schedule[round]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index]! += word;
}

type EightWords = [number, number, number, number, number, number, number, number];

/** Returns the words of the block, and those that are made of them. */
function scheduled(data: DataView, at: number): Int32Array {
  const words = new Int32Array(ROUNDS);
  for (let i = 0; i < 16; i++) words[i] = data.getInt32(at + 4 * i);
  for (let i = 16; i < ROUNDS; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + low + words[i - 7]! + high;
  }
  return words;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
