/** Blocks of binary data in text. */
import { fromBase64 } from '../text/bytes.ts';

export interface PemBlock {
  /** `CERTIFICATE` */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
}

const begin = /^-----BEGIN ([^\n]*)-----[ \t\r]*$/;

/** The blocks of a text; what stands between them is skipped, as Go does. Linear in the text. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  let type: string | undefined;
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    const [, opened] = begin.exec(line) ?? [];
    if (opened !== undefined) {
      type = opened;
      lines = [];
    } else if (type !== undefined && line.trimEnd() === `-----END ${type}-----`) {
      const block = readBlock(type, lines);
      if (block !== undefined) blocks.push(block);
      type = undefined;
    } else if (type !== undefined) lines.push(line.trim());
  }
  return blocks;
}

/** Headers end with an empty line. */
function readBlock(type: string, lines: readonly string[]): PemBlock | undefined {
  const hasHeaders = lines[0]?.includes(':') === true;
  const body = hasHeaders ? lines.slice(lines.indexOf('') + 1) : lines;
  const text = body.join('');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return { type, hasHeaders, bytes: fromBase64(text) };
}
