/** Patches of JSON text keep how numbers are written, and the decoder goes by it. */
import { KindRegistry } from '#catalog';
import { describe, expect, test } from 'vitest';
import { deployment, defaultProfile } from '#kinds';
import { readJson, SpelledNumber, type KubeObject } from '#values';
import { decodePatched } from '../../../../src/api/patch/decode.ts';
import { patchers } from '../../../../src/api/patch/index.ts';
import { readPatch } from '../../../../src/server/decode/patch.ts';
import { yamlHere } from '../../../../src/server/yaml/yaml-thread.ts';

const read = (type: 'merge' | 'json' | 'strategic', text: string) =>
  readPatch(type, Buffer.from(text), false, yamlHere);

const current = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', managedFields: [] },
  spec: { minReadySeconds: 5 },
} as unknown as KubeObject;

async function patched(type: 'merge' | 'json', text: string): Promise<KubeObject> {
  const change = await read(type, text);
  const made = patchers[type](current, change.body, deployment as never);
  return decodePatched(made, current, deployment as never, change, {
    kinds: new KindRegistry(defaultProfile),
  });
}

describe('of a field', () => {
  const bodies: Readonly<Record<'merge' | 'json', (number: string) => string>> = {
    merge: (number) => `{"spec":{"minReadySeconds":${number}}}`,
    json: (number) => `[{"op":"replace","path":"/spec/minReadySeconds","value":${number}}]`,
  };

  test.each(['5.0', '1e3', '9007199254740993', '-9223372036854775809'])('%s', async (number) => {
    const why = `cannot unmarshal number ${number} into Go struct field DeploymentSpec.spec.minReadySeconds of type int32`;
    for (const type of ['merge', 'json'] as const) {
      await expect(patched(type, bodies[type](number))).rejects.toThrow(why);
    }
  });

  test('quantities are read by their text, and what is free-form gets plain numbers', async () => {
    const body = `{
      "metadata": { "managedFields": [{ "manager": "m", "fieldsV1": { "a": 1.0 } }] },
      "spec": { "template": { "spec": { "overhead": { "cpu": 1e3 } } } },
      "colour": { "red": 1.0 }
    }`;
    const object = await patched('merge', body);
    expect(object).toHaveProperty('spec.template.spec.overhead.cpu', '1e3');
    expect(object.metadata.managedFields![0]!.fieldsV1).toEqual({ a: 1 });
    expect(object).not.toHaveProperty('colour');
  });
});

test.each([
  ['merge', '{"a":1.0}', { a: new SpelledNumber('1.0') }, true],
  ['json', '[{"value":1e3}]', [{ value: new SpelledNumber('1e3') }], true],
  ['strategic', '{"a":1.0}', { a: 1 }, undefined],
  ['merge', '{"image":"nginx:1.21","a":15}', { image: 'nginx:1.21', a: 15 }, undefined],
] as const)('%s patches: %s', async (type, text, body, isSpelled) => {
  expect(await read(type, text)).toEqual({ type, body, ...(isSpelled && { isSpelled }) });
});

test('such a number is never taken for an object', () => {
  const number = readJson('1.0', { keep: 'numbers' });
  expect(patchers.merge(current, { spec: number }, deployment as never)).toMatchObject({
    spec: number,
  });
  expect(JSON.stringify({ number })).toBe('{"number":1}');
});
