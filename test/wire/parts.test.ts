/** The smaller parts of the wire, each by itself. */
import { get } from 'node:https';
import { describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { makeAuthority, makeServing, readTokenFile, TokenFileError, Tokens } from '#server';
import { AcceptReader } from '../../src/server/media/accept.ts';
import { parsePath, type RequestPath } from '../../src/server/request/path.ts';
import { parseQuery } from '../../src/server/request/query.ts';
import { serverRig } from '../support/server.ts';

describe('paths', () => {
  const said = (method: string, path: string, isWatch = false): Partial<RequestPath> => {
    const { verb, group, version, namespace, resource, name, subresource } = parsePath(
      method,
      path,
      isWatch,
    );
    return { verb, group, version, namespace, resource, name, subresource };
  };

  it.each<[string, string, string]>([
    ['GET', '/api/v1/pods', 'list  v1  pods  '],
    ['GET', '/api/v1/namespaces', 'list  v1  namespaces  '],
    ['GET', '/api/v1/namespaces/n', 'get  v1 n namespaces n '],
    ['PUT', '/api/v1/namespaces/n/finalize', 'update  v1 n namespaces n finalize'],
    ['GET', '/api/v1/namespaces/n/pods/', 'list  v1 n pods  '],
    ['DELETE', '/api/v1/namespaces/n/pods', 'deletecollection  v1 n pods  '],
    [
      'PATCH',
      '/apis/apps/v1/namespaces/n/daemonsets/d/status',
      'patch apps v1 n daemonsets d status',
    ],
    ['POST', '/apis/apps/v1/namespaces/n/daemonsets', 'create apps v1 n daemonsets  '],
    ['GET', '/api/v1/watch/namespaces/n/pods', 'watch  v1 n pods  '],
    ['GET', '/api/v1/watch/namespaces/n/pods/p', 'watch  v1 n pods p '],
    ['OPTIONS', '/api/v1/pods', '  v1  pods  '],
  ])('%s %s', (method, path, words) => {
    expect(Object.values(said(method, path)).join(' ')).toBe(words);
  });

  it('a query makes a watch of a list, and of nothing else', () => {
    expect(said('GET', '/api/v1/pods', true).verb).toBe('watch');
    expect(said('GET', '/api/v1/namespaces/n/pods/p', true).verb).toBe('get');
  });

  it.each([
    '/',
    '/api',
    '/api/v1',
    '/apis/apps/v1',
    '/version',
    '/apix/v1/pods',
    '/openapi/v3/a/b',
  ])('%s is about no resource', (path) => {
    expect(parsePath('GET', path, false).isResource).toBe(false);
  });
});

describe('queries', () => {
  it('hold text, several values, flags and numbers', () => {
    const query = parseQuery('a=1&a=2&watch&dry=%41+b&no=False&zero=0&n=-7&&bad=%zz');
    expect(query.get('a')).toBe('1');
    expect(query.all('a')).toEqual(['1', '2']);
    expect(query.get('dry')).toBe('A b');
    expect(['watch', 'no', 'zero', 'absent'].map((name) => query.flag(name))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(query.integer('n')).toBe(-7);
    expect(query.integer('absent')).toBeUndefined();
    expect(() => query.integer('watch')).toThrow('strconv.ParseInt: parsing "": invalid syntax');
    expect(query.get('bad')).toBeUndefined();
    expect(() => query.integer('dry')).toThrow('strconv.ParseInt: parsing "A b": invalid syntax');
  });
});

describe('the Accept header', () => {
  const json = 'application/json';
  const reader = new AcceptReader([
    json,
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
  ]);
  const table = `${json};as=Table;v=v1;g=meta.k8s.io`;

  it.each([
    [undefined, json, undefined],
    ['*/*', json, undefined],
    ['application/yaml', 'application/yaml', undefined],
    ['text/html, application/json;q=0.5', json, undefined],
    ['application/json;q=0.1, application/yaml;q=0.9', 'application/yaml', undefined],
    [
      'application/vnd.kubernetes.protobuf,application/json',
      'application/vnd.kubernetes.protobuf',
      undefined,
    ],
    [`${table},application/json`, json, 'Table'],
    [`${json};as=Nothing;v=v1;g=meta.k8s.io, application/json`, json, undefined],
  ])('%s', (header, mediaType, transform) => {
    expect(reader.read(header)).toMatchObject({ mediaType });
    expect(reader.read(header).transform).toBe(transform);
  });

  it.each(['text/plain', 'application/*', 'nonsense'])('%s is not acceptable', (header) => {
    expect(() => reader.read(header)).toThrow('406: Not Acceptable');
  });

  it.each([
    `${json};as=Nothing;v=v1;g=meta.k8s.io`,
    `${json};as=Table;v=v7;g=meta.k8s.io`,
    `${json};as=Table`,
  ])('%s is not a form of answers', (header) => {
    expect(() => reader.read(header)).toThrow(
      'only the following media types are accepted: application/json, ',
    );
  });
});

describe('tokens', () => {
  it('are read from a file', () => {
    const text = '# users\n\nt1,jane,1,"dev,ops"\nt2, joe , 2\r\nt3,"a,b",3,"x"\n';
    expect(readTokenFile(text)).toEqual([
      { token: 't1', user: { name: 'jane', uid: '1', groups: ['dev', 'ops'] } },
      { token: 't2', user: { name: 'joe', uid: '2', groups: [] } },
      { token: 't3', user: { name: 'a,b', uid: '3', groups: ['x'] } },
    ]);
    expect(() => readTokenFile('t1,jane\n')).toThrow(TokenFileError);
    expect(() => readTokenFile('a,b,c\n,x,y\n')).toThrow('line 2');
  });

  it('make their users known', () => {
    const tokens = new Tokens();
    tokens.add('t', { name: 'bot', groups: ['g'] });
    expect(tokens.find('t')?.groups).toEqual(['g', 'system:authenticated']);
    expect(tokens.find('u')).toBeUndefined();
  });
});

describe('the certificate', () => {
  it('lets clients that trust it in, under each of its names', async () => {
    const authority = makeAuthority(machineTime());
    const tls = makeServing(authority, ['localhost', '127.0.0.1'], machineTime());
    const rig = await serverRig({ tls });
    const { port } = new URL(rig.url);
    const ask = (servername: string, ca: string | undefined): Promise<number> =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, path: '/healthz', servername, ca, agent: false };
        get(options, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        }).on('error', reject);
      });
    expect(await ask('localhost', authority.cert)).toBe(200);
    await expect(ask('other.example', authority.cert)).rejects.toThrow(
      "does not match certificate's altnames",
    );
    await expect(ask('localhost', undefined)).rejects.toThrow('unable to verify');
    // No client may trust the leaf itself, as if it were an authority.
    await expect(ask('localhost', tls.cert)).rejects.toThrow('unable to verify');
    await rig.close();
  });
});
