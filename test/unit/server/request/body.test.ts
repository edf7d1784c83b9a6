/** How much of a body is read, to the byte. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../../src/server/request/body.ts';

const largest = 8;

function request(chunks: readonly string[], headers: object): IncomingMessage {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

/** One whose body waits to be read, as Node's parser leaves it. */
function arrivedRequest(chunks: readonly string[], headers: object): IncomingMessage {
  const stream = new Readable({ read() {} });
  for (const chunk of chunks) stream.push(Buffer.from(chunk));
  stream.push(null);
  return Object.assign(stream, { headers, complete: true }) as unknown as IncomingMessage;
}

const chunked = { 'transfer-encoding': 'chunked' };
const declared = (length: number): object => ({ 'content-length': String(length) });

describe('a body', () => {
  it.each<[what: string, chunks: readonly string[], headers: object, text: string]>([
    ['that nothing declares', ['ignored'], {}, ''],
    ['of no bytes', [], declared(0), ''],
    ['in one piece', ['1234'], declared(4), '1234'],
    ['of as many bytes as may be', ['12345678'], declared(largest), '12345678'],
    ['of as many, without a length', ['1234', '5678'], chunked, '12345678'],
    ['in three pieces', ['12', '34', '5'], chunked, '12345'],
    ['of no pieces', [], chunked, ''],
  ])('%s is read', async (_, chunks, headers, text) => {
    expect(String(await readBody(request(chunks, headers), largest))).toBe(text);
  });

  it.each<[what: string, chunks: readonly string[], text: string]>([
    ['in one piece', ['1234'], '1234'],
    ['in pieces, as long as it may be', ['12', '34', '5678'], '12345678'],
    ['of no pieces', [], ''],
  ])('that has arrived %s is read, and followed by its end', async (_, chunks, text) => {
    const arrived = arrivedRequest(chunks, chunked);
    const ended = once(arrived, 'end');
    expect(String(await readBody(arrived, largest))).toBe(text);
    await ended;
  });

  it('that has arrived is refused with one byte too many', async () => {
    const reading = readBody(arrivedRequest(['12345678', '9'], chunked), largest);
    await expect(reading).rejects.toMatchObject({ code: 413 });
  });

  it.each<[what: string, chunks: readonly string[], headers: object]>([
    ['declares one byte too many', ['123456789'], declared(largest + 1)],
    ['has one byte too many', ['12345678', '9'], chunked],
  ])('that %s is refused', async (_, chunks, headers) => {
    const reading = readBody(request(chunks, headers), largest);
    await expect(reading).rejects.toMatchObject({
      code: 413,
      message: 'Request entity too large: limit is 8',
    });
  });

  it('has 3 MiB at most where nothing else is said', async () => {
    const most = 3 * 1024 * 1024;
    expect(String(await readBody(request(['a'], declared(most))))).toBe('a');
    await expect(readBody(request(['a'], declared(most + 1)))).rejects.toThrow('limit is 3145728');
  });
});
