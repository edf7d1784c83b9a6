/** Shifts of the four rounds, each four in turn. */
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;
/** The first words of the digest, before anything is mixed in. */
const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const;
const BLOCK = 64;

/** `floor(2^32 * abs(sin(i + 1)))`; the last bit of a sine does not reach these digits. */
const WORDS = Int32Array.from({ length: 64 }, (_, i) =>
  Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32),
);

/** Returns the MD5 of a text in UTF-8, in hexadecimal (RFC 1321): browsers have none. */
export function md5(text: string): string {
  const data = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(START);
  for (let at = 0; at < data.byteLength; at += BLOCK) mix(state, data, at);
  const digest = new DataView(state.buffer);
  let hex = '';
  // The words are kept as the machine has them, and shown lowest byte first.
  for (const word of state) {
    digest.setUint32(0, word, true);
    for (let byte = 0; byte < 4; byte++) hex += digest.getUint8(byte).toString(16).padStart(2, '0');
  }
  return hex;
}

/** Returns a one behind the bytes, zeros, and the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(length - 8, (bytes.length * 8) >>> 0, true);
  view.setUint32(length - 4, Math.floor(bytes.length / 2 ** 29), true);
  return view;
}

function mix(state: Int32Array, data: DataView, at: number): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number];
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [picked, place] = pick(round, step, b, c, d);
    const sum = (a + picked + WORDS[step]! + data.getInt32(at + 4 * place, true)) | 0;
    const shift = SHIFTS[round]![step & 3]!;
    const turned = (sum << shift) | (sum >>> (32 - shift));
    [a, d, c, b] = [d, c, b, (b + turned) | 0];
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}

/** Returns the bits that a step picks, and the word of the data that it adds. */
function pick(round: number, step: number, b: number, c: number, d: number): [number, number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) & 15];
  return [c ^ (b | ~d), (7 * step) & 15];
}
