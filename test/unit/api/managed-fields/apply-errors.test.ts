/** What server-side apply rejects. */
import { daemonSet } from '#kinds';
import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../../../support/api.ts';
import { ref, as, rig, renewRig, body, applyBody, apply, refused, whole } from './apply-rig.ts';

beforeEach(renewRig);

describe('what is refused', () => {
  const typed = (why: string) =>
    `failed to create typed patch object (/x; apps/v1, Kind=DaemonSet): ${why}`;
  const spec = (given: object) => body({ spec: given });

  test.each([
    {
      name: 'no version',
      given: { metadata: { name: 'x' } },
      code: 400,
      message:
        'Incorrect version specified in apply patch. Specified patch version: , expected: apps/v1',
    },
    {
      name: 'managed fields',
      given: body({ metadata: { managedFields: [] } }),
      code: 400,
      message: 'metadata.managedFields must be nil',
    },
    {
      name: 'managed fields that are not a list',
      given: body({ metadata: { managedFields: 5 } }),
      code: 500,
      message: typed('.metadata.managedFields: expected list, got &{5}'),
    },
    {
      name: 'managed fields that cannot be read',
      given: body({ metadata: { managedFields: [{ time: 'x' }] } }),
      code: 500,
      message:
        'failed to convert new object (/x; apps/v1, Kind=DaemonSet) to proper version: ' +
        'unable to convert unstructured object to apps/v1, Kind=DaemonSet: ' +
        'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    },
    {
      name: 'another name',
      given: body({ metadata: { name: 'y' } }),
      code: 400,
      message: 'the name of the object (y) does not match the name on the URL (x)',
    },
    {
      name: 'no object',
      given: [],
      code: 400,
      message:
        'error decoding YAML: error unmarshaling JSON: while decoding JSON: ' +
        'json: cannot unmarshal array into Go value of type map[string]interface {}',
    },
    {
      name: 'another kind',
      given: body({ kind: 'Foo' }),
      code: 500,
      message:
        'failed to create typed patch object (/x; apps/v1, Kind=Foo): no corresponding type for apps/v1, Kind=Foo',
    },
    {
      name: 'an unknown field',
      given: spec({ colour: 1 }),
      code: 500,
      message: typed('.spec.colour: field not declared in schema'),
    },
    {
      name: 'text for a number',
      given: spec({ minReadySeconds: 'x' }),
      code: 500,
      message: typed('.spec.minReadySeconds: expected numeric (int or float), got string'),
    },
    {
      name: 'a number for text',
      given: body({ metadata: { labels: { a: 2 } } }),
      code: 500,
      message: typed('.metadata.labels.a: expected string, got &value.valueUnstructured{Value:2}'),
    },
    {
      name: 'text for a list',
      given: spec({ template: { spec: { containers: 'main' } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: expected list, got &{main}'),
    },
    {
      name: 'an object for a list',
      given: spec({ template: { spec: { containers: { name: 'main' } } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: expected list, got &{map[name:main]}'),
    },
    {
      name: 'an object with nothing in it for a list',
      given: spec({ template: { spec: { containers: { name: null, list: [1, null, 'a'] } } } }),
      code: 500,
      message: typed(
        '.spec.template.spec.containers: expected list, got &{map[list:[1 <nil> a] name:<nil>]}',
      ),
    },
    {
      name: 'a key twice',
      given: spec({ template: { spec: { containers: [{ name: 'a' }, { name: 'a' }] } } }),
      code: 500,
      message: typed('.spec.template.spec.containers: duplicate entries for key [name="a"]'),
    },
    {
      name: 'an element without its key, where Go leaves that out',
      given: spec({ template: { spec: { hostAliases: [{ hostnames: ['a'] }] } } }),
      code: 500,
      message: typed(
        '.spec.template.spec.hostAliases: element 0: associative list with keys has an element ' +
          'that omits key field "ip" (and doesn\'t have default value)',
      ),
    },
    {
      name: 'several faults',
      given: spec({ minReadySeconds: 'x', revisionHistoryLimit: true }),
      code: 500,
      message: typed(
        'errors:\n  .spec.minReadySeconds: expected numeric (int or float), got string\n' +
          '  .spec.revisionHistoryLimit: expected numeric (int or float), got bool',
      ),
    },
  ])('$name', async ({ given, code, message }) => {
    const error = await refusal(applyBody('alice', given));
    expect(error).toMatchObject({ code, message });
    expect(error.reason).toBe(code === 400 ? 'BadRequest' : undefined);
  });

  test('a uid when there is nothing', async () => {
    const error = await refused('alice', { ...whole(), metadata: { uid: '1' } });
    expect(error).toMatchObject({
      code: 409,
      message:
        'Operation cannot be fulfilled on daemonsets.apps "x": uid mismatch: ' +
        'the provided object specified uid 1, and no existing object was found',
    });
  });

  test('another uid, and an old version', async () => {
    const version = { metadata: { resourceVersion: '1' } };
    expect((await apply('alice', { ...whole(), ...version })).metadata.name).toBe('x');
    expect((await refused('alice', { ...whole(), ...version })).code).toBe(409);
    const error = await refused('alice', { ...whole(), metadata: { uid: '1' } });
    expect(error.message).toContain('metadata.uid: Invalid value: "1": field is immutable');
  });

  test('managed fields that cannot be read, where nothing else changes', async () => {
    await apply('alice', whole());
    const metadata = { managedFields: [{ time: 'x' }] };
    expect((await refused('alice', { ...whole(), metadata })).code).toBe(500);
  });

  test('what breaks the rules on objects', async () => {
    expect((await refused('alice', whole({}, { minReadySeconds: -1 }))).code).toBe(422);
  });
});

describe('keys given twice', () => {
  const complaints = [
    'error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "a" already set in map',
  ];
  const repeat = (fieldValidation: 'Ignore' | 'Warn' | 'Strict', warn?: (text: string) => void) => {
    const change = { type: 'apply', body: body(whole()), complaints, fieldValidation } as const;
    return rig.api.patch(as('alice', { warn }), daemonSet, ref, change);
  };

  test('are an error, a warning, or nothing', async () => {
    expect(await refusal(repeat('Strict'))).toMatchObject({
      code: 400,
      message: `error strict decoding YAML: ${complaints[0]}`,
    });
    const told: string[] = [];
    await repeat('Warn', (text) => told.push(text));
    await repeat('Ignore', (text) => told.push(text));
    expect(told).toEqual(complaints);
  });
});
