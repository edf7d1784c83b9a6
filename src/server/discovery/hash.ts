const offset = 0xcbf2_9ce4_8422_2325n;
const prime = 0x100_0000_01b3n;

/** A stable hash for storageVersionHash: eight bytes in base64. Clients only compare it. */
export function stableHash(text: string): string {
  let hash = offset;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.toString('base64');
}
