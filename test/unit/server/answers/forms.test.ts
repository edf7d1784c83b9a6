/** The forms in which objects and lists are answered. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answeringServer, json, maps, pods } from '../../../support/answers.ts';

const { asked, post, textOf } = answeringServer();

describe('the form of an object', () => {
  const table = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  const partial = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
  const partials = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1';

  it.each<[path: string, accept: string, starts: string]>([
    [`${maps}/a`, '*/*', '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a",'],
    [`${maps}/a?pretty=1`, json, '{\n  "kind": "ConfigMap",\n  "apiVersion": "v1",\n'],
    [`${maps}/a?pretty=x`, json, '{"kind":"ConfigMap"'],
    [`${maps}/a?pretty=True`, json, '{\n  "kind"'],
    [`${maps}/a?pretty=`, json, '{"kind"'],
    [`${maps}/a`, 'application/json;pretty=1', '{\n  "kind"'],
    [`${maps}/a`, 'application/yaml', 'apiVersion: v1\ndata:\n  k: a\nkind: ConfigMap\n'],
    [`${maps}/a`, 'application/vnd.kubernetes.protobuf', 'k8s\0'],
    [`${maps}/a`, partial, '{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",'],
    [`${maps}/a`, table, '{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceV'],
    [maps, json, '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"'],
    [maps, 'application/yaml', 'apiVersion: v1\nitems:\n  - data:\n      k: a\n'],
    [maps, table, '{"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"'],
    [maps, partials, '{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1beta1",'],
    [`${maps}?pretty=1`, json, '{\n  "kind": "ConfigMapList",\n  "apiVersion": "v1",\n'],
  ])('%s as %s', async (path, accept, starts) => {
    const { status, text, headers } = await asked({ path, headers: { accept } });
    expect([status, text.slice(0, starts.length)]).toEqual([200, starts]);
    const type = accept === '*/*' ? json : accept.split(';')[0];
    expect(headers['content-type']).toBe(type);
  });

  it.each([
    ['curl/7.0', true],
    ['Wget/1', true],
    ['Mozilla/5.0 (X11)', true],
    ['Mozilla/4.0', false],
    ['kubectl/v1.24.17', false],
    ['my curl', false],
  ])('for %s is pretty: %s', async (agent, pretty) => {
    const headers = { 'user-agent': agent };
    for (const path of [`${maps}/a`, maps, `${maps}/none`]) {
      expect((await textOf(path, headers)).startsWith('{\n  "')).toBe(pretty);
      expect((await textOf(`${path}?pretty=0`, headers)).startsWith('{"')).toBe(true);
    }
  });

  it.each([
    [
      `${maps}/a`,
      partials,
      'requested PartialObjectMetadataList, but the requested object is not a list (*core.ConfigMap)',
    ],
    [
      maps,
      partial,
      'requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    ],
  ])('%s cannot be %s', async (path, accept, message) => {
    const { status, text } = await asked({ path, headers: { accept } });
    expect(status).toBe(406);
    expect((JSON.parse(text) as { message: string }).message).toContain(`you ${message}`);
  });

  it.each([
    ['DELETE', `${maps}?labelSelector=,,`, partial, '', 400],
    ['DELETE', `${maps}?fieldSelector=a=b`, partial, '', 400],
    ['DELETE', `${maps}?labelSelector=a=b`, partial, '', 406],
    ['POST', maps, partials, '{"metadata":5}', 400],
    ['POST', `${maps}?dryRun=x`, partials, '{"metadata":{"name":"z"}}', 422],
    ['POST', maps, partials, '{"metadata":{"name":"z"}}', 406],
    ['GET', '/api/v1/namespaces/default/pods/none/log', 'text/html', '', 406],
    ['GET', '/api/v1/namespaces/default/pods/none/log', 'text/plain', '', 406],
    ['GET', '/api/v1/namespaces/default/pods/none/log', 'text/plain, */*', '', 404],
  ])(
    '%s %s as %s, with the body "%s", is answered %s',
    async (method, path, accept, body, code) => {
      expect((await asked({ method, path, headers: { accept }, body })).status).toBe(code);
    },
  );

  it.each([
    ['', { metadata: { name: 'a' }, kind: 'PartialObjectMetadata' }],
    ['None', null],
    ['Object', { data: { k: 'a' } }],
  ])('in a table has objects: %s', async (include, object) => {
    const text = await textOf(`${maps}/a?includeObject=${include}`, { accept: table });
    const { rows, columnDefinitions } = JSON.parse(text) as {
      readonly rows: readonly { readonly object: unknown }[];
      readonly columnDefinitions: readonly { readonly name: string }[];
    };
    expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    if (object === null) expect(rows[0]!.object).toBeNull();
    else expect(rows[0]!.object).toMatchObject(object);
  });

  it('in a table must be of those', async () => {
    const { status, text } = await asked({
      ...{ path: `${maps}/a?includeObject=x`, headers: { accept: table } },
    });
    expect(status).toBe(400);
    expect(text).toContain(`must be 'Metadata', 'Object', 'None', or empty`);
  });

  it.each([
    [json, '"items":[]'],
    [table, '"rows":[]'],
    [partials, '"items":null'],
  ])('of none in %s', async (accept, part) => {
    expect(await textOf('/api/v1/namespaces/kube-public/configmaps', { accept })).toContain(part);
  });

  it('is compressed when it is larger than 128 KiB, for those who accept that', async () => {
    const path = '/api/v1/namespaces/kube-system/configmaps';
    const data = { k: 'x'.repeat(130 * 1024) };
    await post(path, { metadata: { name: 'large' }, data });
    for (const [accept, isCompressed] of [
      ['gzip', true],
      ['br, gzip', true],
      ['gzip;q=1', false],
      ['', false],
    ] as const) {
      const headers = { 'accept-encoding': accept };
      for (const from of [`${path}/large`, path]) {
        const { bytes, headers: answered } = await asked({ path: from, headers });
        expect(answered['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
        expect(answered.vary).toBe(isCompressed ? 'Accept-Encoding' : undefined);
        expect(answered).toMatchObject({
          'content-length': String(bytes.length),
          'cache-control': 'no-cache, private',
          'content-type': json,
        });
        expect(String(isCompressed ? gunzipSync(bytes) : bytes)).toContain(data.k);
      }
      const { headers: small } = await asked({ path: `${maps}/a`, headers });
      expect(small).not.toHaveProperty('content-encoding');
    }
  });
});

it('a row of a pod that is done has a condition', async () => {
  await asked({
    ...{ method: 'PATCH', path: `${pods}/bound/status` },
    ...{ headers: { 'content-type': 'application/merge-patch+json' } },
    body: '{"status":{"phase":"Succeeded"}}',
  });
  const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1';
  for (const [name, count] of [
    ['bound', 1],
    ['two', undefined],
  ] as const) {
    const { rows } = JSON.parse(await textOf(`${pods}/${name}`, { accept })) as {
      readonly rows: readonly { readonly conditions?: readonly object[] }[];
    };
    expect(rows[0]!.conditions?.length).toBe(count);
  }
});
