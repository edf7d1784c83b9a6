/** Plain requests of an environment, to a server whose answers the test chooses. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import {
  createOrReplace,
  deleteNamed,
  restRequest,
  restRequestOk,
  type RestConfig,
} from '../../../src/kit/envtest/rest.ts';
import { makeAuthority, makeServing } from '../../../src/server/tls/certificate.ts';
import { jane } from '../../support/client-certificates.ts';

interface Answer {
  readonly status: number;
  /** A text as it is; anything else as JSON. */
  readonly body: unknown;
}

let server: Server;
let config: RestConfig;
let answers: Answer[] = [];
/** What has come: method and path, body, and its type. */
let seen: (readonly [request: string, body: string, type: string | undefined])[] = [];

beforeAll(async () => {
  const authority = makeAuthority(machineTime());
  const { key, cert } = makeServing(authority, ['localhost'], machineTime());
  server = createServer({ key, cert }, (req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      seen.push([`${req.method!} ${req.url!}`, body, req.headers['content-type']]);
      const { status, body: answer } = answers.shift()!;
      const isText = typeof answer === 'string';
      res.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
      res.end(isText ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const { cert: certPem, key: keyPem } = jane;
  config = { server: `https://localhost:${port}`, caPem: authority.cert, certPem, keyPem };
});
afterAll(() => new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
  answers = [];
  seen = [];
});

const json = 'application/json';
const conflict = { status: 409, body: { message: 'it exists' } };

describe('a request', () => {
  it.each<[method: string, body: unknown, sent: string, type: string | undefined]>([
    ['GET', undefined, '', undefined],
    ['DELETE', undefined, '', undefined],
    ['POST', { a: 1 }, '{"a":1}', json],
    ['PUT', { a: 1 }, '{"a":1}', json],
    ['PATCH', { a: null }, '{"a":null}', 'application/merge-patch+json'],
  ])('of %s with the body %j', async (method, body, sent, type) => {
    answers = [{ status: 200, body: { ok: true } }];
    const answer = await restRequest(config, method, '/apis/x?y=1', body);
    expect(answer).toEqual({ status: 200, text: '{"ok":true}', json: { ok: true } });
    expect(seen).toEqual([[`${method} /apis/x?y=1`, sent, type]]);
  });

  it('has no JSON where the answer is text, and any status', async () => {
    answers = [{ status: 500, body: '[1]' }];
    expect(await restRequest(config, 'GET', '/x')).toEqual({ status: 500, text: '[1]' });
  });

  it.each<[Answer, message: string | undefined]>([
    [{ status: 200, body: 'yes' }, undefined],
    [{ status: 299, body: 'yes' }, undefined],
    [{ status: 300, body: 'elsewhere' }, 'GET /x: 300 elsewhere'],
    [{ status: 404, body: { message: 'not here' } }, 'GET /x: 404 not here'],
    [{ status: 500, body: { code: 1 } }, 'GET /x: 500 {"code":1}'],
  ])('that must succeed and is answered by %j', async (answer, message) => {
    answers = [answer];
    const asked = restRequestOk(config, 'GET', '/x');
    if (message === undefined) expect(await asked).toMatchObject({ status: answer.status });
    else await expect(asked).rejects.toThrow(new Error(message));
  });
});

describe('an object that is created or replaced', () => {
  const object = { metadata: { name: 'a' }, spec: { size: 1 } };
  const stored = { metadata: { name: 'a', resourceVersion: '7', uid: 'u' } };
  const requestsOf = (): string[] => seen.map(([request]) => request);

  it.each<[Answer, message: string | undefined]>([
    [{ status: 201, body: {} }, undefined],
    [{ status: 299, body: {} }, undefined],
    [{ status: 300, body: 'elsewhere' }, 'a: 300 elsewhere'],
    [{ status: 422, body: { message: 'it is wrong' } }, 'a: 422 it is wrong'],
    [{ status: 500, body: { code: 1 } }, 'a: 500 {"code":1}'],
  ])('is sent once when the answer is %j', async (answer, message) => {
    answers = [answer];
    const made = createOrReplace(config, '/things', object);
    if (message === undefined) await made;
    else await expect(made).rejects.toThrow(new Error(message));
    expect(seen).toEqual([['POST /things', JSON.stringify(object), json]]);
  });

  it('takes the place of the one that has its name, at its version', async () => {
    answers = [conflict, { status: 200, body: stored }, { status: 200, body: {} }];
    await createOrReplace(config, '/things', object);
    expect(requestsOf()).toEqual(['POST /things', 'GET /things/a', 'PUT /things/a']);
    const metadata = { name: 'a', resourceVersion: '7' };
    expect(JSON.parse(seen[2]![1])).toEqual({ metadata, spec: { size: 1 } });
  });

  it.each<[string, Answer[], string]>([
    ['read', [{ status: 403, body: { message: 'no' } }], 'GET /things/a: 403 no'],
    [
      'replaced',
      [
        { status: 200, body: stored },
        { status: 422, body: { message: 'no' } },
      ],
      'PUT /things/a: 422 no',
    ],
  ])('fails where that one cannot be %s', async (_, rest, message) => {
    answers = [conflict, ...rest];
    await expect(createOrReplace(config, '/things', object)).rejects.toThrow(new Error(message));
  });
});

describe('objects that are deleted by name', () => {
  it('are those that were there', async () => {
    answers = [200, 404, 299].map((status) => ({ status, body: {} }));
    expect(await deleteNamed(config, '/things', ['a', 'b', 'c'])).toEqual(['a', 'c']);
    expect(seen.map(([request]) => request)).toEqual(
      ['a', 'b', 'c'].map((name) => `DELETE /things/${name}`),
    );
  });

  it.each([300, 403])('end at the answer %i', async (status) => {
    answers = [{ status, body: 'no' }];
    const deleted = deleteNamed(config, '/things', ['a', 'b']);
    await expect(deleted).rejects.toThrow(new Error(`DELETE /things/a: ${status} no`));
    expect(seen).toHaveLength(1);
  });
});
