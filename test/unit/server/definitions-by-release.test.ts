/** Definitions of custom resources over HTTP, in releases around what has changed. */
import { afterEach, describe, expect, it } from 'vitest';
import type { JSONSchemaProps } from '#types';
import { established } from '../../../src/custom/definition/status.ts';
import { definition, version } from '../../support/custom.ts';
import { adminToken, serverRig } from '../../support/server.ts';

type Rig = Awaited<ReturnType<typeof serverRig>>;

let rig: Rig;
afterEach(() => rig.close());

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';

interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly items?: readonly { readonly metadata: { readonly name: string } }[];
  readonly warning: string | null;
}

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as object;
  return { ...answer, status: response.status, warning: response.headers.get('warning') };
}

/** Serves widgets whose spec has these fields. */
async function define(
  minor: number,
  properties: Readonly<Record<string, JSONSchemaProps>>,
  more: object = {},
): Promise<Answer> {
  rig = await serverRig({ minor });
  const spec: JSONSchemaProps = { type: 'object', properties };
  const schema: JSONSchemaProps = { type: 'object', properties: { spec } };
  const { metadata, ...given } = definition([{ ...version('v1', schema), storage: true, ...more }]);
  const made = await ask('POST', definitions, { ...given, metadata: { name: metadata.name } });
  const accepted = { acceptedNames: { plural: 'widgets', kind: 'Widget' } };
  const conditions = [{ ...established, type: 'NamesAccepted' }, established];
  const status = { ...accepted, conditions, storedVersions: ['v1'] };
  if (made.status === 201) {
    await ask('PUT', `${definitions}/${metadata.name}/status`, {
      ...made,
      status,
      warning: undefined,
    });
  }
  return made;
}

const write = (name: string, spec: object): Promise<Answer> =>
  ask('POST', widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name }, spec });

describe('selectable fields', () => {
  const properties: Readonly<Record<string, JSONSchemaProps>> = {
    color: { type: 'string' },
    size: { type: 'integer' },
    parts: { type: 'array', items: { type: 'string' } },
  };
  const select = (...paths: readonly string[]): object => ({
    selectableFields: paths.map((jsonPath) => ({ jsonPath })),
  });
  const named = (query: string): Promise<Answer> =>
    ask('GET', `${widgets}?fieldSelector=${encodeURIComponent(query)}`);

  it('filter lists from 1.31 on', async () => {
    await define(31, properties, select('.spec.color', '.spec.size'));
    await write('a', { color: 'red', size: 3 });
    await write('b', { color: 'red' });
    const names = async (query: string): Promise<readonly string[]> =>
      (await named(query)).items!.map(({ metadata }) => metadata.name);
    expect(await names('spec.color=red')).toEqual(['a', 'b']);
    expect(await names('spec.color=red,spec.size=3')).toEqual(['a']);
    expect(await names('spec.size=')).toEqual(['b']);
    expect((await named('spec.parts=x')).message).toBe('field label not supported: spec.parts');
  });

  it('are dropped before', async () => {
    await define(30, properties, select('.spec.color'));
    expect((await named('spec.color=red')).status).toBe(400);
  });

  it.each([
    ['.spec.none', 'is an invalid path: does not refer to a valid field'],
    ['spec.color', 'is an invalid path: expected [ or . but got: spec'],
    ['.spec.parts', 'must point to a field of type string, boolean or integer.'],
    ['.metadata.name', 'is an invalid path'],
  ])('are refused: %s', async (path, why) => {
    const { status, message } = await define(32, properties, select(path));
    expect(status).toBe(422);
    expect(message).toContain(why);
  });
});

describe('formats', () => {
  const numbers: Readonly<Record<string, JSONSchemaProps>> = {
    n: { type: 'integer', format: 'int32' },
  };

  it('of numbers are checked from 1.36 on', async () => {
    await define(35, numbers);
    expect((await write('a', { n: 2 ** 31 })).status).toBe(201);
    await rig.close();
    await define(36, numbers);
    expect((await write('a', { n: 2 ** 31 - 1 })).status).toBe(201);
    expect((await write('b', { n: 2 ** 31 })).message).toMatch(
      /: Checked value must be of type integer with format int32 in spec.n$/,
    );
  });

  it('of names are known from 1.35 on, and warned about from 1.34 on', async () => {
    const names = { a: { type: 'string', format: 'k8s-short-name' } };
    expect((await define(33, names)).warning).toBeNull();
    await rig.close();
    expect((await define(34, names)).warning).toBe(
      String.raw`299 - "unrecognized format \"k8s-short-name\""`,
    );
    await rig.close();
    expect((await define(35, names)).warning).toBeNull();
    expect((await write('a', { a: 'x-1' })).status).toBe(201);
    expect((await write('b', { a: 'X' })).status).toBe(422);
  });
});

describe('defaults', () => {
  it('obey rules from 1.25 on', async () => {
    const n = {
      type: 'integer',
      default: 0,
      'x-kubernetes-validations': [{ rule: 'self > 0', message: 'positive' }],
    };
    const { status, message } = await define(25, { n });
    expect(status).toBe(422);
    expect(message).toMatch(/properties\[n\].default: Invalid value: "integer": positive$/);
  });
});
