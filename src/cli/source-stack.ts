/** Maps a stack trace to the sources. */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** `file:///path/chunk.js:12:3` */
const place = /(file:\/\/\S+?):(\d+):(\d+)/g;

/** Returns a stack with source positions, if the build has written source maps beside its files. */
export function sourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(place, (built, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, mapOf(url));
    const found = maps.get(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return built;
    const file = found.originalSource.replace(/^(\.\.\/)+/, '');
    return `${file}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  try {
    const text = readFileSync(`${fileURLToPath(url)}.map`, 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
