import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const authorization = `Bearer ${adminToken}`;
  return fetch(`${rig.url}${path}`, { headers: { authorization, ...headers }, redirect: 'manual' });
}

const gnostic = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

describe('/openapi/v2', () => {
  it('is JSON that calls itself text', async () => {
    const answer = await get('/openapi/v2');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      swagger: '2.0',
      info: { title: 'Kubernetes', version: 'v1.24.17' },
    });
  });

  it('is protobuf for kubectl, under a type that Go can read', async () => {
    const answer = await get('/openapi/v2', { accept: gnostic });
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 7).toString('hex')).toBe('0a03322e301216');
  });

  it.each([
    ['application/json', 200],
    ['*/*', 200],
    [`text/html, ${gnostic};q=0.5`, 200],
    ['text/plain', 406],
    ['application/xml', 406],
  ])('with Accept: %s', async (accept, status) => {
    const answer = await get('/openapi/v2', { accept });
    expect(answer.status).toBe(status);
    if (status === 406) expect(await answer.text()).toBe('');
  });

  it('is not sent again to those who have it', async () => {
    const etag = (await get('/openapi/v2')).headers.get('etag')!;
    expect(etag).toMatch(/^"[0-9A-F]+"$/);
    const again = await get('/openapi/v2', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const other = await get('/openapi/v2', { 'if-none-match': etag, accept: gnostic });
    expect(other.status).toBe(200);
  });

  it('is for those who are known', async () => {
    const answer = await fetch(`${rig.url}/openapi/v2`);
    expect(answer.status).toBe(403);
  });

  // As compared with servers of 1.34 and 1.37: whatever is asked of the path is answered with the document.
  it('is answered to any method', async () => {
    const answer = await fetch(`${rig.url}/openapi/v2`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ swagger: '2.0' });
  });
});

describe('/openapi/v3', () => {
  const index = async (): Promise<Readonly<Record<string, { serverRelativeURL: string }>>> =>
    ((await (await get('/openapi/v3')).json()) as { paths: never }).paths;

  it('says where the document of each group is', async () => {
    const paths = await index();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['api/v1', 'apis/apps/v1', 'apis/batch/v1', 'version']),
    );
    for (const { serverRelativeURL } of Object.values(paths)) {
      const answer = await get(serverRelativeURL);
      expect(answer.status, serverRelativeURL).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await answer.json()).toMatchObject({ openapi: '3.0.0' });
    }
  });

  it('sends those with an old address on', async () => {
    const { serverRelativeURL } = (await index())['apis/apps/v1']!;
    const answer = await get('/openapi/v3/apis/apps/v1?hash=OLD');
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toBe(serverRelativeURL);
  });

  it('knows no other groups', async () => {
    expect((await get('/openapi/v3/apis/foo/v1')).status).toBe(404);
  });

  it('is not sent again to those who have it', async () => {
    const path = '/openapi/v3/apis/apps/v1';
    const etag = (await get(path)).headers.get('etag')!;
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
  });

  it('comes in protobuf too', async () => {
    const accept = 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf';
    const answer = await get('/openapi/v3/apis/apps/v1', { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 7)).toEqual(Buffer.from('\n\x053.0.0'));
    expect(bytes.includes('/apis/apps/v1/namespaces/{namespace}/daemonsets')).toBe(true);
    const etag = (await get('/openapi/v3/apis/apps/v1')).headers.get('etag');
    expect(answer.headers.get('etag')).not.toBe(etag);
  });

  it('has no other type than JSON and protobuf', async () => {
    const answer = await get('/openapi/v3/api/v1', { accept: 'text/html' });
    expect(answer.status).toBe(406);
  });
});
