/** What paths that are not about objects answer: checks, versions, metrics, keys. */
import { describe, expect, it } from 'vitest';
import { adminToken, serverRig, userToken } from '../../../support/server.ts';
import { ask } from '../../../support/ask.ts';
import { answeringServer, json } from '../../../support/answers.ts';

const { asked, textOf } = answeringServer();

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
