/**
 * All objects that the scenarios of the library write, as other servers read them from etcd: in JSON as
 * this server writes it, and in protobuf as real API servers do.
 */
import { defaultProfile } from '#kinds';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { Run } from '#run';
import { protobufDecoder } from '#server';
import { Forms } from '../../../src/etcd/forms.ts';
import { ProtobufCodec } from '../../../src/server/protobuf/codec.ts';
import { libraryFiles } from '../../support/library.ts';

const registry = new KindRegistry(defaultProfile);
const codec = new ProtobufCodec(
  defaultProfile.schemas,
  (apiVersion, kind) => registry.byKind(apiVersion, kind)?.schema,
);
const json = ['CustomResourceDefinition', 'APIService'];

/** Almost all are: what is not is shown by the expectation, which takes many times as long. */
function expectSame(read: unknown, stored: KubeObject): void {
  if (!isDeepStrictEqual(read, stored)) expect(read).toEqual(stored);
}

describe('objects of the library', async () => {
  const forms = new Forms(
    await protobufDecoder(new KindRegistry(defaultProfile)),
    new KindRegistry(defaultProfile),
  );
  const files = (await libraryFiles()).filter(({ scenarios: [first] }) => first!.slow !== true);

  it.each(files)('$path', async ({ scenarios: [scenario] }) => {
    let count = 0;
    const run = await Run.begin(scenario!, { observer: { change: ({ value }) => see(value) } });
    function see(stored: KubeObject): void {
      count++;
      const revision = Number(stored.metadata.resourceVersion);
      const text = forms.encode(stored);
      expectSame(forms.decode(Buffer.from(text), revision), stored);
      const written = JSON.parse(text) as KubeObject;
      const kind = registry.byKind(written.apiVersion, written.kind);
      if (kind === undefined || json.includes(kind.kind)) return;
      const bytes = Buffer.from(codec.encode(written, written));
      expectSame(forms.decode(bytes, revision), stored);
    }
    try {
      await run.finish();
    } finally {
      await run.stop();
    }
    expect(count).toBeGreaterThan(0);
  });
});
