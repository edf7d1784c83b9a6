/** What a comparison of requests with real servers of later releases has shown, over the wire. */
import { describe, expect, it } from 'vitest';
import { releases } from './releases.ts';

const { ask } = releases([24, 27, 28, 33, 34, 37]);

const maps = '/api/v1/namespaces/default/configmaps';
const map = (name: string) => ({ metadata: { name } });

describe('a deletion', () => {
  it('takes what has to hold from its query, too', async () => {
    await ask(37, 'POST', maps, { body: map('kept') });
    const stale = await ask(37, 'DELETE', `${maps}/kept?resourceVersion=1`);
    expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict']);
    const other = await ask(37, 'DELETE', `${maps}/kept?uid=other`);
    expect(other.status).toBe(409);
    expect((await ask(37, 'DELETE', `${maps}/kept`)).status).toBe(200);
  });
});

describe('a watch from the start', () => {
  it.each([
    [33, 200],
    [34, 422],
  ])('of 1.%i with a continue token is answered with %i', async (minor, status) => {
    const path = `${maps}?watch=1&timeoutSeconds=1&continue=x`;
    expect((await ask(minor, 'GET', path)).status).toBe(status);
  });
});

describe('a strategic merge patch', () => {
  it.each([
    [27, 422],
    [28, 200],
  ])('of 1.%i that deletes what is not there is answered with %i', async (minor, status) => {
    await ask(minor, 'POST', maps, { body: map('patched') });
    const answer = await ask(minor, 'PATCH', `${maps}/patched`, {
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: { metadata: { labels: { $patch: 'delete' } } },
    });
    expect(answer.status).toBe(status);
  });
});

describe('a document of discovery', () => {
  it.each([
    ['POST', '/apis', 200],
    ['POST', '/apis/apps', 200],
    ['POST', '/apis/apps/v1', 405],
    ['POST', '/api', 405],
  ])('is asked for with %s %s: %i', async (method, path, status) => {
    expect((await ask(37, method, path)).status).toBe(status);
  });

  it('has no other form', async () => {
    const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
    for (const path of ['/api/v1', '/apis', '/apis/apps']) {
      expect((await ask(37, 'GET', path, { headers: { accept } })).status).toBe(406);
    }
  });
});

it('the keys of tokens have a media type of their own', async () => {
  const accepted = (accept: string) =>
    ask(37, 'GET', '/openid/v1/jwks', { headers: { accept } }).then(({ status }) => status);
  expect(await accepted('application/json')).toBe(406);
  expect(await accepted('application/jwk-set+json')).toBe(200);
  expect(await accepted('text/html, */*;q=0.1')).toBe(200);
});

it('a binding of no pod lacks its node', async () => {
  const { status, body } = await ask(37, 'POST', '/api/v1/namespaces/default/bindings', {
    body: {},
  });
  expect([status, body.message]).toEqual([500, 'target.name: Required value']);
});

it('a job with a long name learns that of its pods alone', async () => {
  const name = 'x'.repeat(64);
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const { body } = await ask(37, 'POST', '/apis/batch/v1/namespaces/default/jobs', {
    body: { metadata: { name }, spec: { template } },
  });
  const fields = (body.details.causes as { field: string }[]).map(({ field }) => field);
  expect(new Set(fields)).toEqual(new Set(['spec.template.labels']));
});

describe('a class of attributes', () => {
  const classes = '/apis/storage.k8s.io/v1/volumeattributesclasses';
  it('is protected', async () => {
    const { body } = await ask(34, 'POST', classes, {
      body: { metadata: { name: 'gold' }, driverName: 'd.io', parameters: { a: 'b' } },
    });
    expect(body.metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
  });
});

describe('an expression', () => {
  const faultOf = async (minor: number, rule: string): Promise<string> => {
    const schema = { type: 'object', 'x-kubernetes-validations': [{ rule }] };
    const sent = await ask(
      minor,
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All',
      {
        body: {
          ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
          metadata: { name: 'xs.f.io' },
          spec: {
            ...{ group: 'f.io', scope: 'Namespaced' },
            names: { plural: 'xs', singular: 'x', kind: 'X' },
            versions: [
              { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } },
            ],
          },
        },
      },
    );
    return (sent.body as { message?: string }).message ?? '';
  };

  it('has constants that can be converted', async () => {
    expect(await faultOf(34, "int('x') == 1")).toMatch(
      /program instantiation failed: type conversion error from 'string' to 'int'$/,
    );
    expect(await faultOf(34, 'uint(-1.0) == 1u')).toMatch(/unsigned integer overflow$/);
  });

  it('has durations that can be read, as its compilation finds since 1.30', async () => {
    const rule = "duration('x') == duration('1s')";
    expect(await faultOf(34, rule)).toMatch(/ERROR: <input>:1:10: invalid duration argument/);
    expect(await faultOf(28, rule)).toMatch(/program instantiation failed/);
  });
});
