/** What paths mean, and which of them lead to an operation. */
import { describe, expect, it } from 'vitest';
import { customKinds } from '#custom';
import { KindRegistry, kindsOf } from '#catalog';
import { defaultProfile, type Kind } from '#kinds';
import { accessOf } from '../../../../src/server/auth/authorize.ts';
import { parsePath } from '../../../../src/server/request/path.ts';
import { parseQuery } from '../../../../src/server/request/query.ts';
import { route } from '../../../../src/server/request/route.ts';
import { ServedKinds } from '../../../../src/server/exchange/served-kinds.ts';
import { readAbsolute, readTarget } from '../../../../src/server/request/target.ts';
import { widgets } from '../../../support/custom.ts';

const kinds = kindsOf(defaultProfile);

const empty = {
  ...{ group: '', version: '', namespace: '', resource: '', name: '', subresource: '' },
  isOverlong: false,
};
const core = { ...empty, isResource: true, version: 'v1', resource: 'pods' };
const inA = { ...core, namespace: 'a' };

describe('a path', () => {
  it.each<[method: string, path: string, found: object]>([
    ['GET', '/version', { ...empty, isResource: false, verb: 'get' }],
    ['POST', '/apis/apps/v1', { ...empty, isResource: false, verb: 'post' }],
    ['GET', '/api/v1', { ...empty, isResource: false, verb: 'get' }],
    ['GET', '/api/v1/', { ...empty, isResource: false, verb: 'get' }],
    ['GET', '/other/v1/pods/x', { ...empty, isResource: false, verb: 'get' }],
    ['GET', '/api/v1/pods', { ...core, verb: 'list' }],
    ['HEAD', '/api/v1/pods/', { ...core, verb: 'list' }],
    ['GET', '/apis/apps/v2/pods', { ...core, verb: 'list', group: 'apps', version: 'v2' }],
    ['POST', '/api/v1/namespaces/a/pods', { ...inA, verb: 'create' }],
    ['DELETE', '/api/v1/namespaces/a/pods', { ...inA, verb: 'deletecollection' }],
    ['GET', '/api/v1/namespaces/a/pods/b', { ...inA, verb: 'get', name: 'b' }],
    ['HEAD', '/api/v1/namespaces/a/pods/b', { ...inA, verb: 'get', name: 'b' }],
    ['PUT', '/api/v1/namespaces/a/pods/b', { ...inA, verb: 'update', name: 'b' }],
    ['PATCH', '/api/v1/namespaces/a/pods/b', { ...inA, verb: 'patch', name: 'b' }],
    ['DELETE', '/api/v1/namespaces/a/pods/b', { ...inA, verb: 'delete', name: 'b' }],
    ['OPTIONS', '/api/v1/namespaces/a/pods/b', { ...inA, verb: '', name: 'b' }],
    [
      'GET',
      '/api/v1/namespaces/a/pods/b/log',
      { ...inA, verb: 'get', name: 'b', subresource: 'log' },
    ],
    [
      'GET',
      '/api/v1/namespaces/a/pods/b/proxy/x',
      { ...inA, verb: 'get', name: 'b', subresource: 'proxy', isOverlong: true },
    ],
    [
      'GET',
      '/api/v1//pods',
      { ...core, verb: 'get', resource: '', name: 'pods', isOverlong: true },
    ],
    ['GET', '/api/v1/namespaces', { ...core, verb: 'list', resource: 'namespaces' }],
    ['GET', '/api/v1/namespaces/a', { ...inA, verb: 'get', resource: 'namespaces', name: 'a' }],
    [
      'PUT',
      '/api/v1/namespaces/a/finalize',
      { ...inA, verb: 'update', resource: 'namespaces', name: 'a', subresource: 'finalize' },
    ],
    ['GET', '/api/v1/watch/pods', { ...core, verb: 'watch' }],
    ['GET', '/api/v1/watch/namespaces/a/pods/b', { ...inA, verb: 'watch', name: 'b' }],
    ['GET', '/api/v1/watch', { ...core, verb: 'list', resource: 'watch' }],
  ])('%s %s', (method, path, found) => {
    expect(parsePath(method, path, false)).toEqual({ path, ...found });
  });

  it.each([
    ['GET', '/api/v1/pods', 'watch'],
    ['GET', '/api/v1/namespaces/a/pods/b', 'get'],
    ['DELETE', '/api/v1/namespaces/a/pods', 'deletecollection'],
  ])('%s %s with "watch" in its query is %s', (method, path, verb) => {
    expect(parsePath(method, path, true).verb).toBe(verb);
  });
});

describe('a target', () => {
  it.each([
    ['/api/v1/pods?watch=1&limit=2', '/api/v1/pods', 'watch', '2'],
    ['/api/v1/pods', '/api/v1/pods', 'list', undefined],
    ['/api/v1/namespaces/a%20b/pods?limit=3', '/api/v1/namespaces/a b/pods', 'list', '3'],
    ['/api/v1/pods/%zz', '/api/v1/pods/%zz', 'get', undefined],
  ])('%s', (url, path, verb, limit) => {
    const { path: found, query } = readTarget('GET', url);
    expect(found).toMatchObject({ path, verb });
    expect(query.get('limit')).toBe(limit);
  });

  it.each([
    ['http://localhost/version?a=b', 'localhost', '/version?a=b'],
    ['HTTPS://localhost:443', 'localhost:443', ''],
    ['HTTPS://localhost:443/', 'localhost:443', '/'],
    ['http://localhost?a', 'localhost', '?a'],
    ['http://[::1]:65535/x', '[::1]:65535', '/x'],
  ])('%s has the host %s', (text, host, url) => {
    expect(readAbsolute(text)).toEqual({ host, url });
  });

  it.each(['/version', '*'])('%s has no host', (text) => {
    expect(readAbsolute(text)).toBeUndefined();
  });

  it.each([
    'version',
    'ftp://localhost/',
    'http:///x',
    'http://a b/',
    'http://u@h/',
    'http://[::g]/',
    'http://h:65536/',
    'http://h:x/',
    'http://h/#f',
  ])('%s is refused', (text) => {
    expect(() => readAbsolute(text)).toThrow('the request target is malformed');
  });
});

describe('the access that is needed', () => {
  it.each([
    ['/api/v1/pods', 'fieldSelector=metadata.name%3Dx', 'x'],
    ['/api/v1/pods', 'watch=1&fieldSelector=spec.nodeName%3Dn,metadata.name%3D%3Dx', 'x'],
    ['/api/v1/pods', 'fieldSelector=metadata.name!%3Dx', ''],
    ['/api/v1/pods', 'fieldSelector=spec.nodeName%3Dx', ''],
    ['/api/v1/pods', 'fieldSelector=metadata.name%3D..', ''],
    ['/api/v1/pods', 'fieldSelector=%3D%3D%3D,', ''],
    ['/api/v1/pods', '', ''],
    ['/api/v1/namespaces/a/pods/b', 'fieldSelector=metadata.name%3Dx', 'b'],
    ['/version', 'fieldSelector=metadata.name%3Dx', ''],
  ])('for GET %s?%s names "%s"', (path, text, name) => {
    const query = parseQuery(text);
    expect(accessOf(parsePath('GET', path, query.flag('watch')), query).name).toBe(name);
  });

  it('names nothing where a collection is deleted', () => {
    const query = parseQuery('fieldSelector=metadata.name%3Dx');
    const path = parsePath('DELETE', '/api/v1/namespaces/a/pods', false);
    expect(accessOf(path, query).name).toBe('');
  });
});

describe('a route', () => {
  const [ofNamespaces] = customKinds(
    widgets({ type: 'object' }, { subresources: { status: {} } }),
    defaultProfile,
  );
  const base = widgets({ type: 'object' });
  const [ofCluster] = customKinds(
    {
      ...base,
      spec: {
        ...base.spec,
        ...{ group: 'all.example.com', scope: 'Cluster' },
        names: { plural: 'gadgets', kind: 'Gadget' },
      },
    },
    defaultProfile,
  );
  const served = new ServedKinds(
    new KindRegistry(defaultProfile, [...kinds, ofNamespaces!, ofCluster!] as Kind[]),
  );
  const find = (method: string, path: string) =>
    route(method, parsePath(method, path, false), served);
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each<[path: string, allowed: string, kind: string]>([
    ['/api/v1/pods', 'GET', 'Pod'],
    ['/api/v1/namespaces/a/pods', 'GET POST DELETE', 'Pod'],
    ['/api/v1/namespaces/a/pods/b', 'GET PUT PATCH DELETE', 'Pod'],
    ['/api/v1/namespaces/a/pods/b/status', 'GET PUT PATCH', 'Pod'],
    ['/api/v1/namespaces/a/pods/b/log', 'GET', 'Pod'],
    ['/api/v1/namespaces/a/pods/b/exec', 'GET POST', 'Pod'],
    ['/api/v1/namespaces/a/pods/b/eviction', 'POST', 'Pod'],
    ['/api/v1/namespaces/a/pods/b/proxy/x/y', methods.join(' '), 'Pod'],
    ['/api/v1/watch/namespaces/a/pods/b', 'GET', 'Pod'],
    ['/api/v1/namespaces', 'GET POST', 'Namespace'],
    ['/api/v1/namespaces/a', 'GET PUT PATCH DELETE', 'Namespace'],
    ['/api/v1/nodes', 'GET POST DELETE', 'Node'],
    ['/api/v1/nodes/n', 'GET PUT PATCH DELETE', 'Node'],
    ['/api/v1/componentstatuses', 'GET', 'ComponentStatus'],
    ['/api/v1/componentstatuses/x', 'GET', 'ComponentStatus'],
  ])('%s takes %s', (path, allowed, kind) => {
    for (const method of methods) {
      if (allowed.split(' ').includes(method)) {
        expect(find(method, path)?.served.kind.kind, method).toBe(kind);
      } else {
        expect(() => find(method, path), method).toThrow(
          'the server does not allow this method on the requested resource',
        );
      }
    }
  });

  it.each([
    '/api/v1/nothing',
    '/api/v9/pods',
    '/apis/apps/v9/deployments',
    '/api/v1/pods/b',
    '/api/v1/namespaces/a/nodes',
    '/api/v1/namespaces/a/pods/b/nothing',
    '/api/v1/namespaces/a/pods/b/status/x',
  ])('%s leads nowhere', (path) => {
    expect(() => find('GET', path)).toThrow('the server could not find the requested resource');
  });

  it('of an unknown group is not known here', () => {
    expect(find('GET', '/apis/none.example/v1/pods')).toBeUndefined();
  });

  it.each([
    ['..', `Name parameter invalid: "..": may not be '..'`],
    ['.', `Name parameter invalid: ".": may not be '.'`],
    ['a%b', `Name parameter invalid: "a%b": may not contain '%'`],
  ])('refuses the name %s', (name, message) => {
    expect(() => find('GET', `/api/v1/namespaces/a/pods/${name}`)).toThrow(message);
    expect(() => find('GET', `/apis/example.com/v1/namespaces/a/widgets/${name}`)).toThrow(message);
  });

  it('names the subresource', () => {
    expect(find('GET', '/api/v1/namespaces/a/pods/b/log')?.subresource?.stream).toBe('text');
    expect(find('GET', '/api/v1/namespaces/a/pods/b')?.subresource).toBeUndefined();
  });

  describe('of custom resources', () => {
    const [widgetsOf, gadgets] = ['/apis/example.com/v1', '/apis/all.example.com/v1/gadgets'];
    const widget = `${widgetsOf}/namespaces/a/widgets/b`;

    it.each([
      ['GET', `${widgetsOf}/widgets`, true],
      ['DELETE', `${widgetsOf}/widgets`, false],
      ['POST', `${widgetsOf}/widgets`, false],
      ['GET', `${widgetsOf}/widgets/b`, false],
      ['POST', `${widgetsOf}/namespaces/a/widgets`, true],
      ['DELETE', `${widgetsOf}/namespaces/a/widgets`, true],
      ['PUT', widget, true],
      ['HEAD', widget, true],
      ['PATCH', `${widget}/status/ignored`, true],
      ['GET', gadgets, true],
      ['POST', gadgets, true],
      ['PATCH', `${gadgets}/b`, true],
      ['GET', '/apis/all.example.com/v1/namespaces/a/gadgets/b', false],
    ])('%s %s: %s', (method, path, isKnown) => {
      expect(find(method, path) !== undefined).toBe(isKnown);
    });

    it.each([
      ['POST', `${widget}/status`, 'create is not supported on resources of kind'],
      ['DELETE', `${widget}/status`, 'delete is not supported on resources of kind'],
      ['OPTIONS', widget, ' is not supported on resources of kind "widgets.example.com"'],
      ['GET', `${widget}/scale`, 'widgets.example.com "b" not found'],
    ])('%s %s: %s', (method, path, message) => {
      expect(() => find(method, path)).toThrow(message);
    });
  });
});
