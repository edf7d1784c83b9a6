/** Answers of other API servers that are read whole. */
import { describe, expect, it } from 'vitest';
import { objectOf } from '#api';
import { textOf } from '../../../src/api/own-objects/remote-answer.ts';

const encoder = new TextEncoder();

function reply(body: AsyncIterable<Uint8Array>): Parameters<typeof textOf>[0] {
  return { status: 200, headers: {}, body };
}

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text);
}

async function* bytes(...those: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const each of those) yield Uint8Array.of(each);
}

async function* endless(): AsyncGenerator<Uint8Array> {
  const part = new Uint8Array(1024 * 1024);
  for (;;) yield part;
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield encoder.encode('{"a"');
  throw new Error('the connection is gone');
}

describe('an answer of another server', () => {
  it('is read to its end, also where a character is cut', async () => {
    expect(await textOf(reply(parts('a', '', 'bc')))).toBe('abc');
    expect(await textOf(reply(bytes(0xc3, 0xa4)))).toBe('\u00e4');
  });

  it('is refused where it does not end', async () => {
    await expect(textOf(reply(endless()))).rejects.toThrow('longer than 67108864 bytes');
  });

  it.each([
    ['an object', parts('{"a":', '1}'), { a: 1 }],
    ['a list', parts('[]'), undefined],
    ['no JSON', parts('<html>'), undefined],
    ['half of an object', broken(), undefined],
  ])('is an object only where it is one: %s', async (_, body, expected) => {
    expect(await objectOf(reply(body))).toEqual(expected);
  });
});
