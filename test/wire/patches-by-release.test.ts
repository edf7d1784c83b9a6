/** What servers of several releases answer to patches that cannot be carried out, over the wire. */
import { beforeAll, describe, expect, it } from 'vitest';
import { configMap, configMaps } from './client.ts';
import { releases } from './releases.ts';

const minors = [24, 25, 36, 37];
const { ask } = releases(minors);
beforeAll(async () => {
  for (const minor of minors) await ask(minor, 'POST', configMaps, { body: configMap('a') });
});

const types: Readonly<Record<string, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

async function patch(minor: number, type: string, body: string, query = '') {
  const headers = { 'content-type': types[type]! };
  return ask(minor, 'PATCH', `${configMaps}/a?fieldManager=m${query}`, {
    body,
    headers,
  });
}

describe('a patch that is not of its form', () => {
  it.each([
    [24, 'merge', '{"a":', 'Invalid JSON Patch'],
    [25, 'merge', '{"a":', 'error decoding patch: unexpected end of JSON input'],
    [36, 'json', '[{', 'error decoding patch: unexpected end of JSON input'],
    [36, 'strategic', '{', 'unexpected end of JSON input'],
    [37, 'strategic', '{', 'invalid JSON patch'],
    [37, 'json', '', 'invalid JSON patch'],
    [24, 'json', '{}', 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    [
      25,
      'json',
      '{}',
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      25,
      'json',
      '[3]',
      'error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp',
    ],
    [
      25,
      'json',
      '[{"op":3}]',
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    [
      25,
      'merge',
      '"x"',
      'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}',
    ],
    [
      37,
      'merge',
      '[]',
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [37, 'merge', 'null', 'Invalid JSON Patch'],
    [
      36,
      'apply',
      '[]',
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      37,
      'apply',
      '[]',
      'error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [36, 'apply', 'a: [', /^error decoding YAML: error converting YAML to JSON: yaml: /],
    [37, 'apply', 'a: [', /^error encoding patch: yaml: /],
  ])('is refused by 1.%i as %s: %s', async (minor, type, body, message) => {
    const answer = await patch(minor, type, body);
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(answer.body).toMatchObject({ code: 400, message: expected });
  });
});

it('a JSON patch has no other fields where fields are validated', async () => {
  const body = JSON.stringify([{ op: 'add', path: '/data', value: { x: '1' }, more: 2 }]);
  const warned = await patch(25, 'json', body);
  expect([warned.status, warned.headers.get('warning')]).toEqual([
    200,
    String.raw`299 - "json patch unknown field \"[0].more\""`,
  ]);
  const refused = await patch(25, 'json', body, '&fieldValidation=Strict');
  expect(refused.status).toBe(422);
  expect((await patch(24, 'json', body)).headers.get('warning')).toBeNull();
});

it.each([
  [36, 'YAML'],
  [37, 'patch'],
])('1.%i calls a document that is applied %s', async (minor, word) => {
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: x\n  a: z\n';
  const answer = await patch(minor, 'apply', text, '&fieldValidation=Strict');
  expect(answer.body.message).toMatch(
    new RegExp(`^error strict decoding ${word}: error converting`),
  );
});
