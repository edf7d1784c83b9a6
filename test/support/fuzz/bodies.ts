/** Bodies of requests: objects, broken text and nonsense. */
import * as fc from 'fast-check';
import { deepText, junk } from './junk.ts';
import type { Sample } from './samples.ts';
import { numberText } from './queries.ts';

/** JSON as text, mostly; sometimes hardly. */
const broken: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  { weight: 20, arbitrary: fc.constant((text: string): Buffer => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([at, bytes]) => (text: string) => {
        const whole = Buffer.from(text);
        const place = at % (whole.length + 1);
        return Buffer.concat([whole.subarray(0, place), bytes, whole.subarray(place)]);
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat()
      .map((at) => (text: string) => Buffer.from(text).subarray(0, at % (text.length + 1))),
  },
  {
    weight: 1,
    arbitrary: fc.constant((text: string) => Buffer.from(text.replace('"', '"a":1,"a'))),
  },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(`\ufeff${text}`)) },
  { weight: 1, arbitrary: fc.constant((text: string) => Buffer.from(text, 'utf16le')) },
);

const nonsense: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
  deepText.map((text) => Buffer.from(text)),
  junk.map((value) => Buffer.from(JSON.stringify(value))),
  fc.constantFrom(
    Buffer.from('a: &a [*a, *a]\nb: *a\n'),
    Buffer.from('? '.repeat(20_000)),
    Buffer.from('- '.repeat(20_000)),
    Buffer.from('a: !!js/function "x"\n'),
    Buffer.from('? [complex]\n: 1\n'),
    Buffer.from('&a a: &b [1,2]\n<<: *b\n'),
    Buffer.from('kind: \x01'),
    Buffer.from('{"metadata":{"name":1e999}}'),
    Buffer.from(' '.repeat(1000)),
  ),
);

export function bodies(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 9, arbitrary: fc.tuple(value, broken).map(([json, write]) => write(textOf(json))) },
    { weight: 1, arbitrary: nonsense },
  );
}

/** JSON.stringify follows `toJSON`, if it is a function, and says nothing of undefined. */
function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

const metadataExtras = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record(
    {
      labels: fc.constantFrom({ app: 'web' }, { a: 'b' }),
      annotations: fc.constantFrom({ x: 'y' }, { 'kubernetes.io/x': '' }),
      finalizers: fc.constantFrom(['example.com/x'], ['orphan', 'foregroundDeletion']),
      resourceVersion: numberText,
      uid: fc.constantFrom('x', ''),
      generateName: fc.constantFrom('g-', 'UPPER', 'x'.repeat(80)),
      deletionTimestamp: fc.constant('2026-11-20T20:00:00Z'),
      ownerReferences: fc.constantFrom(
        [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'x' }],
        [{}],
      ),
      managedFields: fc.constantFrom(
        [],
        [{}],
        [{ manager: 'm', operation: 'Apply', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } }],
      ),
    },
    { requiredKeys: [] },
  ),
);

export function objectOf({ body }: Sample, given: string): fc.Arbitrary<unknown> {
  const named = fc.constantFrom(given, given, given, 'a', undefined);
  return fc.tuple(named, metadataExtras).map(([own, extras]) => ({
    metadata: { ...(own !== undefined && { name: own }), ...extras },
    ...body,
  }));
}

export function typeOf({ apiVersion, kind }: Sample): object {
  return { apiVersion, kind };
}
