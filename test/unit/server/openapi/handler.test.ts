/** Requests for the OpenAPI documents: forms, tags, and what is not there. */
import { defaultProfile } from '#kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocuments } from '../../../../src/server/openapi/documents.ts';
import { openApiHandler } from '../../../../src/server/openapi/handler.ts';
import type { RemoteOpenApi } from '../../../../src/server/openapi/remote.ts';
import { handled, type Handled } from '../../../support/ask.ts';

const text = (name: string) => ({ text: `text of ${name}`, hash: name.toUpperCase() });
const version2 = text('v2');
const documents = {
  profile: defaultProfile,
  version2: () => version2,
  *makingVersion2() {
    yield;
    yield;
    return text('v2');
  },
  gnostic: () => Buffer.from('gnostic v2'),
  version3: (name: string) => (['api/v1', 'custom'].includes(name) ? text(name) : undefined),
  gnosticVersion3: (name: string, { hash }: { hash: string }) =>
    Buffer.from(`gnostic ${name} ${hash}`),
  names: () => ['api/v1', 'custom'],
  isCustom: (name: string) => name === 'custom',
} as unknown as OpenApiDocuments;

const remote: RemoteOpenApi = {
  version3: () => Promise.resolve(new Map()),
  part: () => Promise.resolve(undefined),
  withVersion2: (document) => Promise.resolve(document),
};

let server: Handled;
let turns = 0;
beforeAll(async () => {
  const answer = openApiHandler(
    () => documents,
    remote,
    () => Promise.resolve(void turns++),
  );
  server = await handled((req, res) => void answer(req, res));
});
afterAll(() => server.close());

const protobuf = (version: string, separator = '@') =>
  `application/com.github.proto-openapi.spec.${version}${separator}v1.0+protobuf`;
const [json, plain, bytes] = [
  'application/json',
  'text/plain; charset=utf-8',
  'application/octet-stream',
];

describe('a document', () => {
  it.each<[path: string, accept: string | undefined, type: string, text: string, tag: string]>([
    ['/openapi/v2', undefined, plain, 'text of v2', 'V2'],
    ['/openapi/v2/', '', plain, 'text of v2', 'V2'],
    ['/openapi/v2?timeout=32s', json, plain, 'text of v2', 'V2'],
    ['/openapi/v2', '*/*', plain, 'text of v2', 'V2'],
    ['/openapi/v2', 'application/*', plain, 'text of v2', 'V2'],
    ['/openapi/v2', 'text/x;q=1, application/json ; q=0.5', plain, 'text of v2', 'V2'],
    ['/openapi/v2', protobuf('v2'), bytes, 'gnostic v2', 'V2P'],
    ['/openapi/v2', protobuf('v2', '.'), bytes, 'gnostic v2', 'V2P'],
    ['/openapi/v3/api/v1', undefined, plain, 'text of api/v1', 'API/V1'],
    ['/openapi/v3/api/v1?hash=API/V1', undefined, plain, 'text of api/v1', 'API/V1'],
    ['/openapi/v3/custom', json, plain, 'text of custom', 'CUSTOM'],
    ['/openapi/v3/api/v1', protobuf('v3'), bytes, 'gnostic api/v1 API/V1', 'API/V1P'],
  ])('at %s for %s', async (path, accept, type, body, tag) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const answer = await server.ask({ path, headers });
    expect([answer.status, answer.text]).toEqual([200, body]);
    expect(answer.headers).toMatchObject({
      ...{ 'content-type': type, etag: `"${tag}"`, vary: 'Accept' },
    });
    const again = await server.ask({ path, headers: { ...headers, 'if-none-match': `"${tag}"` } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', `"${tag}"`]);
    const other = await server.ask({ path, headers: { ...headers, 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  it('of version 2 is made in parts, between which others are answered', async () => {
    turns = 0;
    await server.ask({ path: '/openapi/v2' });
    expect(turns).toBe(2);
  });

  it('with another hash is elsewhere', async () => {
    const { status, headers } = await server.ask({ path: '/openapi/v3/api/v1?hash=old' });
    expect([status, headers.location]).toEqual([301, '/openapi/v3/api/v1?hash=API/V1']);
  });

  it.each([
    ['GET', '/openapi/v3/none', json, 404, ''],
    ['GET', '/openapi/v4', json, 404, '404 page not found\n'],
    ['POST', '/openapi/v2', json, 200, 'text of v2'],
    ['GET', '/openapi/v2', 'text/x', 406, ''],
    ['GET', '/openapi/v2', protobuf('v3'), 406, ''],
    ['HEAD', '/openapi/v2', json, 200, ''],
  ])('%s %s as %s: %s', async (method, path, accept, status, body) => {
    const answer = await server.ask({ method, path, headers: { accept } });
    expect([answer.status, answer.text]).toEqual([status, body]);
    expect(answer.headers.allow).toBeUndefined();
  });

  it('lists those of version 3', async () => {
    turns = 0;
    const answer = await server.ask({ path: '/openapi/v3' });
    expect(answer.headers['content-type']).toBe(plain);
    expect(JSON.parse(answer.text)).toEqual({
      paths: {
        'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=API/V1' },
        custom: { serverRelativeURL: '/openapi/v3/custom?hash=CUSTOM' },
      },
    });
    expect(turns).toBe(2);
  });
});
