/**
 * All objects that the scenarios of the library write, as other servers read them from etcd: in JSON as
 * this server writes it, and in protobuf as real API servers do.
 */
import { describe, expect, it } from 'vitest';
import { KindRegistry, kinds, type KubeObject } from '#kinds';
import { Run } from '#run';
import { protobufDecoder } from '#server';
import { Forms } from '../../../src/etcd/forms.ts';
import { ProtobufCodec } from '../../../src/server/protobuf/codec.ts';
import { libraryFiles } from '../../support/library.ts';

const registry = new KindRegistry(kinds);
const codec = new ProtobufCodec((apiVersion, kind) => registry.byKind(apiVersion, kind)?.schema);
const json = ['CustomResourceDefinition', 'APIService'];

describe('objects of the library', async () => {
  const forms = new Forms(await protobufDecoder());
  const files = (await libraryFiles()).filter(({ scenarios: [first] }) => first!.slow !== true);

  it.each(files)('$path', async ({ scenarios: [scenario] }) => {
    let count = 0;
    const run = await Run.begin(scenario!, { observer: { change: ({ value }) => see(value) } });
    function see(stored: KubeObject): void {
      count++;
      const revision = Number(stored.metadata.resourceVersion);
      const text = forms.encode(stored);
      expect(forms.decode(Buffer.from(text), revision)).toEqual(stored);
      const written = JSON.parse(text) as KubeObject;
      const kind = registry.byKind(written.apiVersion, written.kind);
      if (kind === undefined || json.includes(kind.kind)) return;
      const bytes = Buffer.from(codec.encode(written, written));
      expect(forms.decode(bytes, revision)).toEqual(stored);
    }
    try {
      await run.finish();
    } finally {
      await run.stop();
    }
    expect(count).toBeGreaterThan(0);
  });
});
