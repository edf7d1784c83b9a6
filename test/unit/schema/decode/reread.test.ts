/** JSON as Go decodes it, where that differs from `JSON.parse`. */
import { describe, expect, it, vi } from 'vitest';
import { conform, rereadingJson, rereadJson } from '#schema';
import { schemas } from '#kinds';
import { SpelledNumber, withSortedKeys } from '#values';
import { elementsPassed } from '../../../support/work.ts';

const deployment = schemas.of('apps/v1', 'Deployment');
const limitRange = schemas.ofKind('v1', 'LimitRange')!;

const read = (text: string, schema = deployment): unknown => rereadJson(text, schema).value;

describe('complaints', () => {
  it('come in the order of the text, with fields as Go quotes them', () => {
    const text = `{"metadata":{"name":"a","name":"b","f\\"q":1},"foo":{"foo":1,"foo":2},
      "spec":{"template":{"spec":{"containers":[{"\u00fc":1}]}},"template":{"bar":null}}}`;
    expect(rereadJson(text, deployment).complaints).toEqual([
      'duplicate field "metadata.name"',
      'unknown field "metadata.f\\"q"',
      'unknown field "foo"',
      'unknown field "spec.template.spec.containers[0].\u00fc"',
      'duplicate field "spec.template"',
      'unknown field "spec.template.bar"',
    ]);
  });

  it('are a hundred at most, each made once', () => {
    const fields = Array.from({ length: 150 }, (_, index) => `"x${index % 120}":1`).join(',');
    expect(rereadJson(`{${fields}}`, deployment).complaints).toHaveLength(100);
    expect(rereadJson('{"x":1,"x":2}', deployment).complaints).toEqual(['unknown field "x"']);
  });
});

describe('the work', () => {
  it('does not grow with how often a complaint comes again', () => {
    const text = `{${'"x":1,'.repeat(1000)}"kind":"a"${',"kind":"a"'.repeat(1000)}}`;
    expect(elementsPassed(() => rereadJson(text, deployment))).toBeLessThan(100);
  });

  it('takes texts without escapes as they stand', () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      expect(read('{"metadata":{"name":"aü"}}')).toEqual({ metadata: { name: 'aü' } });
      expect(parse).not.toHaveBeenCalled();
      expect(read('{"metadata":{"name":"a\\n"}}')).toEqual({ metadata: { name: 'a\n' } });
    } finally {
      parse.mockRestore();
    }
  });

  it('pauses between the text and its types', () => {
    const work = rereadingJson('{"kind":"a"}', deployment);
    expect(work.next().done).toBe(false);
    expect(work.next()).toEqual({ done: true, value: { value: { kind: 'a' }, complaints: [] } });
  });
});

describe('what is given twice', () => {
  it.each([
    [
      'maps of texts come together',
      '{"labels":{"a":"1","b":"1"},"labels":{"b":"2","c":"3"}}',
      { labels: { a: '1', b: '2', c: '3' } },
    ],
    ['of a text the last one counts', '{"name":"a","name":"b"}', { name: 'b' }],
    ['null does nothing to a text', '{"name":"a","name":null}', { name: 'a' }],
    ['null empties a map', '{"labels":{"a":"1"},"labels":null}', { labels: null }],
    ['an empty list empties a list', '{"finalizers":["a/b"],"finalizers":[]}', { finalizers: [] }],
    [
      'elements come over those before them',
      '{"ownerReferences":[{"kind":"A","uid":"u"},{"kind":"B"}],"ownerReferences":[{"kind":"C"}]}',
      { ownerReferences: [{ kind: 'C', uid: 'u' }] },
    ],
  ])('%s', (_, metadata, expected) => {
    expect(read(`{"metadata":${metadata}}`)).toEqual({ metadata: expected });
  });

  it('keeps fields of objects given before', () => {
    const text = '{"spec":{"paused":true},"spec":{"replicas":2}}';
    expect(read(text)).toEqual({ spec: { paused: true, replicas: 2 } });
  });
});

describe('numbers', () => {
  it.each(['1.0', '1e3', '1E400', '9223372036854775808', '-9223372036854775809'])(
    'refuses %s as an integer, by its text',
    (text) => {
      const given = read(`{"metadata":{"generation":${text}}}`);
      expect(() => conform(deployment, given)).toThrow(
        `json: cannot unmarshal number ${text} into Go struct field ObjectMeta.metadata.generation of type int64`,
      );
    },
  );

  it.each(['9223372036854775807', '-9223372036854775808', '-0'])('takes %s', (text) => {
    expect(() => conform(deployment, read(`{"metadata":{"generation":${text}}}`))).not.toThrow();
  });

  it('reads quantities by their text', () => {
    const given = read('{"spec":{"limits":[{"max":{"cpu":1.50,"memory":1e3}}]}}', limitRange);
    expect(conform(limitRange, given)).toMatchObject({
      spec: { limits: [{ max: { cpu: '1500m', memory: '1e3' } }] },
    });
  });

  it('calls a number a number where there should be something else', () => {
    const given = read('{"metadata":{"name":1.0},"spec":{"replicas":1}}');
    expect(given).toMatchObject({ metadata: { name: new SpelledNumber('1.0') } });
    expect(() => conform(deployment, given)).toThrow('cannot unmarshal number into Go');
    expect(() => conform(deployment, read('{"spec":1.5}'))).toThrow('cannot unmarshal number into');
  });
});

it('puts the keys of objects in order, and leaves lists alone', () => {
  const sorted = withSortedKeys({ b: [{ d: 1, c: [3, 2] }], a: null });
  expect(JSON.stringify(sorted)).toBe('{"a":null,"b":[{"c":[3,2],"d":1}]}');
});

describe('bytes in base64', () => {
  it.each([
    ['!!!!', 0],
    ['x===', 1],
    ['A!\n', 1],
    ['AA=A', 2],
    ['AA=', 3],
    ['AA==A', 4],
    ['AAAAAA', 4],
    ['AAAAAA\n', 5],
    ['AAAAAA=', 7],
    ['YWJjZA=====', 8],
    ['ü', 0],
  ])('%j is wrong at byte %i', (data, at) => {
    const secret = schemas.ofKind('v1', 'Secret')!;
    expect(() => conform(secret, { data: { data } })).toThrow(
      `illegal base64 data at input byte ${at}`,
    );
  });
});

it('quotes bad times byte for byte', () => {
  const metadata = { creationTimestamp: 'a\n"ü' };
  expect(() => conform(deployment, { metadata })).toThrow(
    String.raw`cannot parse "a\x0a\"\xc3\xbc" as "2006"`,
  );
});

it.each([
  [{ metadata: { uid: 1 } }, 'types.UID'],
  [{ status: { conditions: [{ status: true }] } }, 'v1.ConditionStatus'],
  [{ status: { conditions: [{ type: true }] } }, 'v1.DeploymentConditionType'],
])('names the Go type in %j', (value, type) => {
  expect(() => conform(deployment, value)).toThrow(`of type ${type}`);
});
