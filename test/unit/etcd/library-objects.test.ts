/**
 * All objects that the scenarios of the library write, as other servers read them from etcd: in JSON as
 * this server writes it, and in protobuf as real API servers do.
 */
import type { Profile } from '#kinds';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import { Run } from '#run';
import type { Change } from '#store';
import { protobufDecoder } from '#server';
import { Forms } from '../../../src/etcd/forms.ts';
import { ProtobufCodec } from '../../../src/server/protobuf/codec.ts';
import { libraryFiles } from '../../support/library.ts';

/** What reads and writes objects as a release does. */
interface Written {
  readonly registry: KindRegistry;
  readonly codec: ProtobufCodec;
  readonly forms: Forms;
}

const written = new Map<number, Promise<Written>>();

function writtenBy(profile: Profile): Promise<Written> {
  const known = written.get(profile.minor);
  if (known !== undefined) return known;
  const registry = new KindRegistry(profile);
  const made = protobufDecoder(registry).then((decode) => ({
    registry,
    codec: new ProtobufCodec(
      profile.schemas,
      (apiVersion, kind) => registry.byKind(apiVersion, kind)?.schema,
    ),
    forms: new Forms(decode, registry),
  }));
  written.set(profile.minor, made);
  return made;
}

const json = ['CustomResourceDefinition', 'APIService'];

/** Almost all are: what is not is shown by the expectation, which takes many times as long. */
function expectSame(read: unknown, stored: KubeObject): void {
  if (!isDeepStrictEqual(read, stored)) expect(read).toEqual(stored);
}

describe('objects of the library', async () => {
  const files = (await libraryFiles()).filter(({ scenarios: [first] }) => first!.slow !== true);

  it.each(files)('$path', async ({ scenarios: [scenario] }) => {
    const stored: { readonly value: KubeObject; readonly profile: Profile }[] = [];
    // Its first writes come before it has begun.
    const begun: { run?: Run } = {};
    const see = ({ value }: Change): void => {
      stored.push({ value, profile: begun.run?.simulator.profile ?? scenario!.profile });
    };
    const run = await Run.begin(scenario!, { observer: { change: see } });
    begun.run = run;
    try {
      await run.finish();
    } finally {
      await run.stop();
    }
    expect(stored).not.toEqual([]);
    for (const { value, profile } of stored) expectReadable(value, await writtenBy(profile));
  });

  function expectReadable(stored: KubeObject, { registry, codec, forms }: Written): void {
    const revision = Number(stored.metadata.resourceVersion);
    const text = forms.encode(stored);
    expectSame(forms.decode(Buffer.from(text), revision), stored);
    const object = JSON.parse(text) as KubeObject;
    const kind = registry.byKind(object.apiVersion, object.kind);
    if (kind === undefined || json.includes(kind.kind)) return;
    const bytes = Buffer.from(codec.encode(object, object));
    expectSame(forms.decode(bytes, revision), stored);
  }
});
