/** Warning headers, and how their sum is bounded. */
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/server/answer/warnings.ts';

class Headers {
  values: string[] = [];
  /** Headers that were set or taken away. */
  steps = 0;

  appendHeader(_: string, value: string): this {
    this.steps++;
    this.values.push(value);
    return this;
  }

  removeHeader(): void {
    this.steps++;
    this.values = [];
  }
}

function headersFor(texts: Iterable<string>): Headers {
  const headers = new Headers();
  const warnings = new Warnings(headers as never);
  for (const text of texts) warnings.add(text);
  return headers;
}

function* numbered(count: number, length = 0): Iterable<string> {
  for (let number = 0; number < count; number++) yield `${number} ${'x'.repeat(length)}`;
}

describe('warnings', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['in order', ['a', 'b'], ['299 - "a"', '299 - "b"']],
    ['once each', ['a', 'b', 'a'], ['299 - "a"', '299 - "b"']],
    ['quoted', ['a "b" \\c'], ['299 - "a \\"b\\" \\\\c"']],
    ['not empty', [''], []],
    ['without control characters', ['a\nb\u0085'], ['299 - "a b "']],
    ['in UTF-8', ['ü'], ['299 - "\u00c3\u00bc"']],
    ['long, if they are few', ['x'.repeat(4096)], [`299 - "${'x'.repeat(4096)}"`]],
  ])('come %s', (_, texts, expected) => {
    expect(headersFor(texts).values).toEqual(expected);
  });

  it('are all cut once they are too much together', () => {
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(2000));
    const cut = long.map((text) => `299 - "${text.slice(0, 256)}"`);
    expect(headersFor([...long, 'short']).values).toEqual([...cut, '299 - "short"']);
  });

  it('are cut between characters', () => {
    const { values } = headersFor(['😀'.repeat(4097)]);
    expect(Buffer.from(values[0]!, 'latin1').toString()).toBe(`299 - "${'😀'.repeat(256)}"`);
  });

  it('stay few and short whatever there is to warn of', () => {
    const { values } = headersFor(numbered(2000, 50));
    expect(values.length).toBeLessThan(100);
    expect(values.join('').length).toBeLessThan(6000);
  });

  it('cost nothing once there is no more room', () => {
    expect(headersFor(numbered(100_000)).steps).toBe(headersFor(numbered(2000)).steps);
  });
});
