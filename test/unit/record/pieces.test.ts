import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { readRecord, RecordInPieces, recordText, type RunLog } from '#record';
import { parseScenario } from '#scenario';
import { Run } from '#run';

const registry = new KindRegistry(defaultProfile);

const SCENARIO = `
cluster: { nodes: 1 }
until: 10s
steps:
  - at: 1s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { entries: '[' } }
  - at: 9s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: b } }
`;

/** The log of a text that comes in such pieces. */
function inPieces(pieces: readonly string[]): RunLog {
  const record = new RecordInPieces(registry);
  for (const piece of pieces) record.take(piece);
  return record.end();
}

const textOf = (log: RunLog): string => [...recordText(log)].join('');

describe('a record in pieces', async () => {
  const log = await Run.play(parseScenario(SCENARIO, 'test.yaml', registry));
  const text = textOf(log);

  it('is the same, wherever its text is cut', () => {
    const cuts = fc.array(fc.nat(text.length), { maxLength: 6 });
    fc.assert(
      fc.property(cuts, (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((edge, i) => text.slice(edges[i], edge));
        expect(textOf(inPieces(pieces))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });

  it('may be written in other lines', () => {
    const document = JSON.parse(text) as object;
    for (const form of [JSON.stringify(document), JSON.stringify(document, null, 2)])
      expect(textOf(readRecord(form, registry))).toBe(text);
    const nested = text.replace('{', '{"other":{"a":1,\n"entries":[\n]},');
    expect(textOf(readRecord(nested, registry))).toBe(text);
  });

  it('may be written in one line, which comes in pieces', () => {
    const pieces = JSON.stringify(JSON.parse(text)).match(/.{1,7}/gsu)!;
    expect(textOf(inPieces(pieces))).toBe(text);
  });

  it('says which part of the time has been read', () => {
    const record = new RecordInPieces(registry);
    expect(record.part).toBe(0);
    record.take(text.slice(0, text.lastIndexOf(']}')));
    expect(record.part).toBeCloseTo(0.9);
  });

  it.each([
    ['without its end', text.slice(0, text.lastIndexOf(']}')), 'found one that ends too early'],
    ['with half an entry', `${text.slice(0, text.indexOf('"revision":2'))}\n`, 'as JSON'],
    ['with something behind it', `${text}{}\n`, 'found more behind its entries'],
    [
      'without its entries',
      text.slice(0, text.indexOf('"entries"')),
      'expected a run record (JSON',
    ],
  ])('is refused %s', (_, broken, message) => {
    expect(() => readRecord(broken, registry)).toThrow(message);
  });
});
