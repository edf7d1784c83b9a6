/**
 * Compares our OpenAPI documents of version 3 with those in Kubernetes' repository (`api/openapi-spec` of a release), and prints what
 * differs: `-` published, `+` ours. With `--record` it writes what these say into a recording instead, in digests.
 *
 *     npm run conformance:openapi -- --kubernetes 1.34 DIR
 *     npm run conformance:openapi -- --kubernetes 1.34 --record test/conformance/openapi-3.json DIR
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { profileOf } from '#kinds';
import { documentsOf, withPublishedGates } from './ours.ts';
import { definitionsIn, digestOf, operationsIn, type Document3 } from './parts.ts';
import { textOf, withRelease, type Recording } from './recording.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kubernetes: { type: 'string' }, record: { type: 'string' } },
});
const minor = Number(/^v?1\.(\d+)/.exec(values.kubernetes ?? '')?.[1]);
const [folder] = positionals;
if (folder === undefined || !(minor >= 24)) {
  console.error('usage: npm run conformance:openapi -- --kubernetes 1.N [--record FILE] DIR');
  process.exitCode = 2;
} else if (values.record !== undefined) record(values.record, published(folder));
else process.exitCode = compare(published(folder)) ? 0 : 1;

/** Returns the documents of a folder by name: `apis/apps/v1` of `v3/apis__apps__v1_openapi.json`. */
function published(dir: string): ReadonlyMap<string, Document3> {
  const files = readdirSync(join(dir, 'v3')).filter((file) => file.endsWith('_openapi.json'));
  return new Map(
    files.map((file) => [
      file.replace('_openapi.json', '').replaceAll('__', '/'),
      JSON.parse(readFileSync(join(dir, 'v3', file), 'utf8')) as Document3,
    ]),
  );
}

function record(file: string, documents: ReadonlyMap<string, Document3>): void {
  const before = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Recording)
    : { about: '', documents: {}, definitions: {}, operations: {} };
  const all = [...documents.values()];
  const digests = (parts: readonly ReadonlyMap<string, unknown>[]): ReadonlyMap<string, string> =>
    new Map(parts.flatMap((each) => [...each].map(([name, part]) => [name, digestOf(part)])));
  const after = withRelease(before, minor, {
    documents: new Map([...documents.keys()].map((name) => [name, 'there'])),
    definitions: digests(all.map(definitionsIn)),
    operations: digests(all.map(operationsIn)),
  });
  writeFileSync(file, textOf(after));
}

/** Prints what differs. Returns whether nothing does. */
function compare(documents: ReadonlyMap<string, Document3>): boolean {
  const ours = documentsOf(withPublishedGates(profileOf(minor)));
  let isSame = true;
  const say = (text: string): void => {
    isSame = false;
    console.log(text);
  };
  for (const name of ours.names()) {
    const there = documents.get(name);
    if (there === undefined) {
      say(`${name}: + the document`);
      continue;
    }
    const own = JSON.parse(ours.version3(name)!.text) as Document3;
    for (const partsIn of [definitionsIn, operationsIn]) {
      const [a, b] = [partsIn(there), partsIn(own)];
      for (const part of new Set([...a.keys(), ...b.keys()])) {
        differences(a.get(part), b.get(part), `${name} ${part}`, say);
      }
    }
  }
  return isSame;
}

/** Says where two values differ, as deep as they are alike. */
function differences(a: unknown, b: unknown, at: string, say: (text: string) => void): void {
  if (JSON.stringify(a) === JSON.stringify(b)) return;
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      differences(a[key], b[key], `${at} > ${key}`, say);
    }
    return;
  }
  if (a !== undefined) say(`${at}: - ${JSON.stringify(a)}`);
  if (b !== undefined) say(`${at}: + ${JSON.stringify(b)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
