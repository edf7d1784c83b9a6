/** What requests over HTTP are answered: status, form, headers and text. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { machineWall, type Wall } from '#clock';
import { ask, type Asked, type Told } from '../../support/ask.ts';
import { adminToken, serverRig, userToken, type ServerRig } from '../../support/server.ts';

let rig: ServerRig;
const defects: unknown[] = [];
beforeAll(async () => {
  const readLog = () => ['one', 'two', 'three'];
  const wall: Wall = { ...machineWall, sleep: () => Promise.resolve() };
  rig = await serverRig({ app: { readLog }, wall, onDefect: (error) => defects.push(error) });
  const made = ['a', 'b'].map((name) => ({ metadata: { name }, data: { k: name } }));
  for (const each of made) await post(`${maps}`, each);
  await post('/api/v1/nodes', { metadata: { name: 'n' } });
  await post(pods, podOf('pending', ['c']));
  await post(pods, podOf('two', ['c', 'd'], ['i']));
  await post(pods, podOf('bound', ['c'], [], { nodeName: 'n' }));
});
afterAll(async () => {
  await rig.close();
  expect(defects).toEqual([]);
});

const maps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const json = 'application/json';

function podOf(
  name: string,
  containers: readonly string[],
  initContainers: readonly string[] = [],
  spec: object = {},
): object {
  const named = (names: readonly string[]) => names.map((each) => ({ name: each, image: 'x' }));
  return {
    metadata: { name },
    spec: { containers: named(containers), initContainers: named(initContainers), ...spec },
  };
}

async function post(path: string, body: object): Promise<void> {
  const { status, text } = await asked({ method: 'POST', path, body: JSON.stringify(body) });
  if (status !== 201) throw new Error(text);
}

function asked({ headers, body, ...more }: Asked): Promise<Told> {
  const usual = { authorization: `Bearer ${adminToken}`, 'user-agent': 'test' };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': json };
  return ask(rig.listening.port, { ...more, body, headers: { ...usual, ...type, ...headers } });
}

async function textOf(path: string, headers: Readonly<Record<string, string>> = {}) {
  return (await asked({ path, headers })).text;
}

/** As a v1.24.17 API server without roles lists them. */
function checksOf(root: string): readonly string[] {
  const started = [
    'start-kube-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-filter',
    'start-apiextensions-informers',
    'start-apiextensions-controllers',
    'crd-informer-synced',
    'bootstrap-controller',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'start-cluster-authentication-info-controller',
    'start-kube-aggregator-informers',
    'apiservice-registration-controller',
    'apiservice-status-available-controller',
    'kube-apiserver-autoregistration',
  ];
  const isReadyz = root === 'readyz';
  return [
    ...['ping', 'log', 'etcd'],
    ...(isReadyz ? ['informer-sync'] : []),
    ...started.map((name) => `poststarthook/${name}`),
    'autoregister-completion',
    'poststarthook/apiservice-openapi-controller',
    'poststarthook/apiservice-openapiv3-controller',
    ...(isReadyz ? ['shutdown'] : []),
  ];
}

describe('what is not about objects', () => {
  const ok = 'ok';
  const lines = (root: string): string =>
    checksOf(root)
      .map((name) => `[+]${name} ok\n`)
      .join('') + `${root} check passed\n`;
  it.each([
    ['GET', '/healthz', 200, ok],
    ['GET', '/livez/ping', 200, ok],
    ['GET', '/readyz/log', 200, ok],
    ['POST', '/readyz/etcd', 200, ok],
    ['GET', '/readyz/informer-sync', 200, ok],
    ['GET', '/readyz/shutdown', 200, ok],
    ['GET', '/livez/poststarthook/crd-informer-synced', 200, ok],
    ['GET', '/livez/shutdown', 404, '404 page not found\n'],
    ['GET', '/livez/poststarthook/rbac/bootstrap-roles', 404, '404 page not found\n'],
    ['GET', '/healthz/poststarthook', 404, '404 page not found\n'],
    ['GET', '/healthz/', 404, '404 page not found\n'],
    ['GET', '/healthz?verbose', 200, lines('healthz')],
    ['GET', '/livez?verbose=', 200, lines('livez')],
    ['GET', '/readyz?verbose', 200, lines('readyz')],
    [
      'GET',
      '/livez?verbose&exclude=etcd&exclude=log',
      200,
      lines('livez').replace(/(log|etcd) ok/g, '$1 excluded: ok'),
    ],
    ['GET', '/readyz?verbose=false', 200, lines('readyz')],
    ['GET', '/readyz?exclude=none', 200, ok],
    [
      'GET',
      '/readyz?verbose&exclude=none&exclude=abc&exclude=none',
      200,
      lines('readyz').replace(
        /(?=readyz check)/,
        'warn: some health checks cannot be excluded: no matches for "abc","none"\n',
      ),
    ],
    ['GET', '/readyz/none', 404, '404 page not found\n'],
    ['GET', '/none', 404, '404 page not found\n'],
    ['GET', '/Version', 404, '404 page not found\n'],
    ['GET', '/apis/none.example/v1/things', 404, '404 page not found\n'],
  ])('%s %s', async (method, path, status, text) => {
    const answer = await asked({ method, path });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache, private',
      'content-length': String(text.length),
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('is found at a path that is escaped, with its query', async () => {
    expect(await textOf('/read%79z?verbose')).toBe(lines('readyz'));
    expect(await textOf('/read%79z')).toBe(ok);
    expect((await asked({ path: '/version%3Fx' })).status).toBe(404);
    expect((await asked({ path: '/version%23x' })).status).toBe(404);
  });

  it('is a check of roles where these decide', async () => {
    const withRoles = await serverRig({ authorization: 'rbac' });
    const headers = { authorization: `Bearer ${adminToken}` };
    const path = '/livez/poststarthook/rbac/bootstrap-roles';
    const { status } = await ask(withRoles.listening.port, { path, headers });
    await withRoles.close();
    expect(status).toBe(200);
  });

  it.each(['/', '/?x=1', '/index.html'])('is a list of the paths, at %s', async (path) => {
    const { status, text, headers } = await asked({ path });
    expect([status, headers['content-type']]).toEqual([200, json]);
    const { paths } = JSON.parse(text) as { paths: readonly string[] };
    expect(text).toBe(JSON.stringify({ paths }, undefined, 2));
    expect(paths).toEqual(paths.toSorted());
    const rest = paths.filter((each) => !/^\/(apis|healthz|livez|readyz)\//.test(each));
    expect(rest).toEqual([
      ...['/.well-known/openid-configuration', '/api', '/api/v1', '/apis', '/healthz', '/livez'],
      ...['/metrics', '/openapi/v2', '/openapi/v3', '/openapi/v3/', '/openid/v1/jwks', '/readyz'],
      '/version',
    ]);
    for (const root of ['healthz', 'livez', 'readyz']) {
      const own = paths.filter((each) => each.startsWith(`/${root}/`));
      const expected = checksOf(root).map((name) => `/${root}/${name}`);
      expect(own).toEqual(expected.toSorted());
    }
    expect(paths).toEqual(
      expect.arrayContaining(['/apis/', '/apis/autoscaling', '/apis/autoscaling/v2beta2']),
    );
    expect(paths.filter((each) => each.includes('metrics.k8s.io'))).toEqual([]);
  });

  it('is not listed for those who may not ask for it', async () => {
    const { status, text } = await asked({
      path: '/',
      headers: { authorization: `Bearer ${userToken}` },
    });
    expect(status).toBe(403);
    expect((JSON.parse(text) as { message: string }).message).toMatch(/cannot get path "\/"$/);
  });

  it('is the version', async () => {
    const { headers, text } = await asked({ path: '/version' });
    expect(headers['content-type']).toBe(json);
    expect(text).toMatch(/^\{\n {2}"major": "1",\n {2}"minor": "24",\n/);
    expect(JSON.parse(text)).toMatchObject({ gitVersion: 'v1.24.17', platform: 'linux/amd64' });
    expect((await asked({ method: 'POST', path: '/version' })).status).toBe(405);
    expect((await asked({ method: 'HEAD', path: '/version' })).status).toBe(405);
  });

  it('are metrics, for Prometheus', async () => {
    const { headers, text } = await asked({ path: '/metrics' });
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toContain('\napiserver_storage_objects{resource="configmaps"} 2\n');
    expect(text).toMatch(
      /\napiserver_request_total\{verb="POST",.*resource="pods",.*code="201"\} 3\n/,
    );
    expect((await asked({ method: 'POST', path: '/metrics' })).status).toBe(404);
  });

  it('are the keys of tokens', async () => {
    const { headers, text } = await asked({ path: '/.well-known/openid-configuration' });
    expect(headers).toMatchObject({
      'content-type': json,
      'cache-control': 'public, max-age=3600',
    });
    expect(JSON.parse(text)).toEqual({
      issuer: 'https://kubernetes.default.svc.cluster.local',
      jwks_uri: 'http://127.0.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
    const keys = await asked({ path: '/openid/v1/jwks' });
    expect(keys.headers['content-type']).toBe('application/jwk-set+json');
    expect(JSON.parse(keys.text)).toMatchObject({ keys: [{ alg: 'ES256', use: 'sig' }] });
  });
});

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

describe('a stream of a pod', () => {
  const bad = (message: string): [number, string] => [400, message];
  const nothing = 'containers are simulated: there is nothing to run a command in';
  it.each<[path: string, [number, string]]>([
    ['bound/log', [200, 'one\ntwo\nthree\n']],
    ['bound/log?tailLines=2', [200, 'two\nthree\n']],
    ['bound/log?tailLines=0', [200, '']],
    ['bound/log?tailLines=9', [200, 'one\ntwo\nthree\n']],
    ['bound/log?limitBytes=5', [200, 'one\nt']],
    ['bound/log?container=c', [200, 'one\ntwo\nthree\n']],
    ['bound/log?container=d', bad('container d is not valid for pod bound')],
    ['pending/log', [204, '']],
    ['two/log', bad('a container name must be specified for pod two, choose one of: [i c d]')],
    ['two/log?container=i', [204, '']],
    ['none/log', [404, 'pods "none" not found']],
    [
      'bound/log?tailLines=-1',
      [422, 'tailLines: Invalid value: -1: must be greater than or equal'],
    ],
    ['bound/log?limitBytes=0', [422, 'limitBytes: Invalid value: 0: must be greater than 0']],
    ['bound/log?sinceSeconds=0', [422, 'sinceSeconds: Invalid value: 0: must be greater than 0']],
    ['bound/log?sinceSeconds=1', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=2020-01-01T00:00:00Z', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=', [200, 'one\ntwo\nthree\n']],
    ['bound/log?sinceTime=x', bad('parsing time')],
    [
      'bound/log?sinceTime=2020-01-01T00:00:00Z&sinceSeconds=1',
      [422, '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified'],
    ],
    ['bound/exec', bad(nothing)],
    ['bound/exec?container=d', bad('container d is not valid for pod bound')],
    ['pending/exec', bad('pod pending does not have a host assigned')],
    ['bound/attach', bad('containers are simulated: there is no process to attach to')],
    ['bound/portforward', bad('pods are simulated: nothing listens on their ports')],
    ['pending/portforward', bad('pod pending does not have a host assigned')],
    ['none/exec', [404, 'pods "none" not found']],
  ])('%s', async (path, [status, text]) => {
    const answer = await asked({ path: `${pods}/${path}` });
    expect(answer.status).toBe(status);
    if (status < 300) expect(answer.text).toBe(text);
    else expect((JSON.parse(answer.text) as { message: string }).message).toContain(text);
  });
});

describe('a request with a body', () => {
  const body = (name: string, more: object = {}): string =>
    JSON.stringify({ metadata: { name }, ...more });
  const patch = (kind: string) => ({ 'content-type': `application/${kind}` });
  it.each<[name: string, Asked, number, object]>([
    ['creates', { method: 'POST', path: maps, body: body('new') }, 201, { kind: 'ConfigMap' }],
    [
      'creates once',
      { method: 'POST', path: maps, body: body('a') },
      409,
      { reason: 'AlreadyExists' },
    ],
    [
      'creates in none',
      { method: 'POST', path: `${maps}?dryRun=All`, body: body('dry') },
      201,
      { metadata: { name: 'dry' } },
    ],
    ['which was none', { path: `${maps}/dry` }, 404, { reason: 'NotFound' }],
    [
      'updates',
      { method: 'PUT', path: `${maps}/new`, body: body('new', { data: { a: 'b' } }) },
      200,
      { data: { a: 'b' } },
    ],
    [
      'names its manager',
      {
        ...{ method: 'PUT', path: `${maps}/b?fieldManager=me` },
        body: body('b', { data: { a: 'c' } }),
      },
      200,
      {
        metadata: {
          managedFields: expect.arrayContaining([expect.objectContaining({ manager: 'me' })]),
        },
      },
    ],
    [
      'updates another',
      { method: 'PUT', path: `${maps}/new`, body: body('other') },
      400,
      { message: 'the name of the object (other) does not match the name on the URL (new)' },
    ],
    [
      'patches',
      {
        method: 'PATCH',
        path: `${maps}/new`,
        headers: patch('merge-patch+json'),
        body: '{"data":{"x":"y"}}',
      },
      200,
      { data: { x: 'y' } },
    ],
    [
      'patches by an unknown type',
      { method: 'PATCH', path: `${maps}/new`, headers: patch('json'), body: '{}' },
      415,
      { reason: 'UnsupportedMediaType' },
    ],
    [
      'applies without a manager',
      { method: 'PATCH', path: `${maps}/new`, headers: patch('apply-patch+yaml'), body: 'a: b' },
      422,
      {
        message: expect.stringContaining(
          'fieldManager: Required value: is required for apply patch',
        ),
      },
    ],
    [
      'applies what is new',
      {
        ...{ method: 'PATCH', path: `${maps}/applied?fieldManager=me` },
        headers: patch('apply-patch+yaml'),
        body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\n',
      },
      201,
      { metadata: { name: 'applied' } },
    ],
    [
      'in a type that is none',
      { method: 'POST', path: maps, headers: { 'content-type': 'text/x' }, body: 'x' },
      415,
      { reason: 'UnsupportedMediaType' },
    ],
    [
      'that is not JSON',
      { method: 'POST', path: maps, body: 'x' },
      400,
      {
        message: expect.stringContaining(
          'the object provided is unrecognized (must be of type ConfigMap)',
        ),
      },
    ],
    [
      'that is empty',
      { method: 'POST', path: maps, body: '' },
      400,
      { message: expect.stringContaining('(<empty>)') },
    ],
    [
      'that is shown by its bytes',
      { method: 'POST', path: maps, body: 'x'.repeat(31) },
      400,
      { message: expect.stringContaining(`(${'78'.repeat(30)} ...)`) },
    ],
    [
      'that is shown as text',
      { method: 'POST', path: maps, body: '{"a":}' },
      400,
      { message: expect.stringContaining('({"a":})') },
    ],
    [
      'deletes',
      { method: 'DELETE', path: `${maps}/applied` },
      200,
      { kind: 'Status', status: 'Success', details: { name: 'applied', kind: 'configmaps' } },
    ],
    ['deletes what is not there', { method: 'DELETE', path: `${maps}/applied` }, 404, {}],
    [
      'deletes many',
      { method: 'DELETE', path: `${maps}?fieldSelector=metadata.name%3Dnew` },
      200,
      { kind: 'ConfigMapList', items: [{ metadata: { name: 'new' } }] },
    ],
    [
      'deletes a pod in time',
      { method: 'DELETE', path: `${pods}/bound?dryRun=All` },
      200,
      { kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30 } },
    ],
    [
      'binds a pod',
      {
        ...{ method: 'POST', path: '/api/v1/namespaces/default/bindings?dryRun=All' },
        body: body('pending', { target: { name: 'n' } }),
      },
      201,
      { kind: 'Status', status: 'Success', code: 201 },
    ],
    [
      'asks who may',
      {
        ...{ method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' },
        body: JSON.stringify({ spec: { nonResourceAttributes: { path: '/', verb: 'get' } } }),
      },
      201,
      { status: { allowed: true } },
    ],
    [
      'asks whose token it is',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        body: JSON.stringify({ spec: { token: adminToken } }),
      },
      201,
      { status: { authenticated: true, user: { username: 'admin' } } },
    ],
    [
      'asks whose token it is elsewhere',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        body: JSON.stringify({ spec: { token: adminToken, audiences: ['vault'] } }),
      },
      201,
      { status: { user: {} } },
    ],
    [
      'binds a pod by its own part',
      {
        ...{ method: 'POST', path: `${pods}/pending/binding?dryRun=All` },
        body: body('pending', { target: { name: 'n' } }),
      },
      201,
      { kind: 'Status', status: 'Success', code: 201 },
    ],
    [
      'asks for a review in a table',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
        body: JSON.stringify({ spec: { token: 'x' } }),
      },
      406,
      { reason: 'NotAcceptable' },
    ],
    ['lists no reviews', { path: '/apis/authentication.k8s.io/v1/tokenreviews' }, 405, {}],
    ['binds below a namespace', { method: 'POST', path: '/api/v1/bindings', body: '{}' }, 404, {}],
  ])('%s', async (_, request, status, expected) => {
    const answer = await asked(request);
    expect(answer.status, answer.text).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject(expected);
  });
});

describe('a version that is deprecated', () => {
  const path = '/apis/batch/v1beta1/namespaces/default/cronjobs';
  const warning =
    '299 - "batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob"';
  it.each<[name: string, Asked, number, string | undefined]>([
    ['is warned about', { path }, 200, warning],
    [
      'is not where nothing can be answered',
      { path, headers: { accept: 'text/x' } },
      406,
      undefined,
    ],
    [
      'is not where the patch cannot be read',
      { method: 'PATCH', path: `${path}/a`, headers: { 'content-type': 'text/x' }, body: '{}' },
      ...[415, undefined],
    ],
    [
      'is where there is nothing to be patched',
      {
        ...{ method: 'PATCH', path: `${path}/a`, body: '{}' },
        headers: { 'content-type': 'application/merge-patch+json' },
      },
      ...[404, warning],
    ],
  ] as never)('%s', async (_, request, status, warned) => {
    const answer = await asked(request);
    expect([answer.status, answer.headers.warning]).toEqual([status, warned]);
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

describe('a connection through the server', () => {
  const services = '/api/v1/namespaces/default/services';
  beforeAll(async () => {
    const ports = [{ name: 'web', port: 80 }];
    await post(services, { metadata: { name: 's' }, spec: { ports } });
    await post(services, { metadata: { name: 'reached' }, spec: { ports } });
    await post(services, { metadata: { name: 'unready' }, spec: { ports } });
    const endpoints = '/api/v1/namespaces/default/endpoints';
    const found = [{ name: 'web', port: 8080 }];
    const addresses = [{ ip: '10.0.0.1' }];
    await post(endpoints, { metadata: { name: 's' } });
    await post(endpoints, {
      metadata: { name: 'reached' },
      subsets: [{ addresses, ports: found }],
    });
    await post(endpoints, {
      metadata: { name: 'unready' },
      subsets: [{ notReadyAddresses: addresses, ports: found }],
    });
    await asked({
      ...{ method: 'PATCH', path: `${pods}/two/status` },
      ...{ headers: { 'content-type': 'application/merge-patch+json' } },
      body: '{"status":{"podIP":"10.0.0.9","podIPs":[{"ip":"10.0.0.9"}]}}',
    });
  });

  const behind = 'pods are simulated: nothing listens behind a service';
  it.each([
    [`${pods}/two/proxy/`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/two:80/proxy/x`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/https:two:80/proxy/x`, 400, 'pods are simulated: nothing listens on their ports'],
    [`${pods}/pending/proxy`, 400, 'address not allowed'],
    [`${pods}/none/proxy`, 404, 'pods "none" not found'],
    [`${pods}/ftp:two:80/proxy`, 400, 'invalid pod request "ftp:two:80"'],
    [`${pods}/a:b:c:d/proxy`, 400, 'invalid pod request "a:b:c:d"'],
    [`${services}/http::80/proxy`, 400, 'invalid service request "http::80"'],
    [`${services}/reached:web/proxy/`, 400, behind],
    [`${services}/reached:80/proxy/x`, 400, behind],
    [`${services}/reached:81/proxy`, 503, 'no service port 81 found for service "reached"'],
    [`${services}/reached:x/proxy`, 503, 'no endpoints available for service "reached:x"'],
    [`${services}/unready:web/proxy`, 503, 'no endpoints available for service "unready:web"'],
    [`${services}/s:web/proxy`, 503, 'no endpoints available for service "s"'],
    [`${services}/none/proxy`, 404, 'endpoints "none" not found'],
    ['/api/v1/nodes/n/proxy', 400, 'nodes are simulated: there is no kubelet to talk to'],
    ['/api/v1/nodes/none/proxy', 404, 'nodes "none" not found'],
    ['/api/v1/nodes/x:n:10250/proxy', 400, 'invalid node request "x:n:10250"'],
  ])('%s: %s %s', async (path, status, message) => {
    const answer = await asked({ path });
    expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
      ...[status, message],
    ]);
  });

  it('leads a reader of a Service to the root of what it serves, as a browser needs it', async () => {
    const { status, headers } = await asked({ path: `${services}/reached:web/proxy?a=b` });
    expect([status, headers.location]).toEqual([301, `${services}/reached:web/proxy/?a=b`]);
  });
});

describe('errors', () => {
  it.each([
    [`${maps}/none`, 'application/yaml', 'apiVersion: v1\ncode: 404\n'],
    [
      `${maps}/none`,
      'text/x',
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure"',
    ],
    [`${maps}/none`, 'application/vnd.kubernetes.protobuf', 'k8s\0'],
  ])('at %s are read as %s', async (path, accept, starts) => {
    const { text } = await asked({ path, headers: { accept } });
    const isRefused = accept === 'text/x';
    expect(text.slice(0, starts.length)).toBe(starts);
    if (isRefused) expect(text).toContain('"code":406');
  });

  it('say when to come again', async () => {
    const { status, headers, text } = await asked({ path: `${maps}?resourceVersion=99999999` });
    expect(status).toBe(504);
    expect(headers['retry-after']).toBe('1');
    expect(text).toContain('Too large resource version');
  });

  it('name who may not be impersonated', async () => {
    const { status, text } = await asked({
      ...{ path: `${maps}?a`, headers: { 'impersonate-group': 'x' } },
    });
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${maps}?a": requested [{Group  x    }] without impersonating a user\n`,
    ]);
  });
});
