/** What clients send over HTTP, and what they read of answers. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { machineTime } from '#clock';
import { kindOf } from '#kit';
import { makeAuthority, makeServing } from '#server';
import { Http, textOf } from '../../../src/remote/http.ts';
import { kubeconfigText } from '../../../src/remote/kubeconfig.ts';
import { collectionPath, objectPath, queryOf } from '../../../src/remote/urls.ts';
import { httpsCaller } from '../../../src/webhooks/node/https-caller.ts';

const open = new Set<Server>();
afterEach(() => {
  for (const server of open) server.close();
  open.clear();
});

async function listening(server: Server): Promise<number> {
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const pods = kindOf('Pod');
const nodes = kindOf('Node');
const jobs = kindOf('Job');

describe('URLs', () => {
  it.each([
    [collectionPath(pods, undefined), '/api/v1/pods'],
    [collectionPath(pods, 'default'), '/api/v1/namespaces/default/pods'],
    [collectionPath(nodes, 'default'), '/api/v1/nodes'],
    [collectionPath(jobs, 'a b'), '/apis/batch/v1/namespaces/a%20b/jobs'],
    [objectPath(nodes, { name: 'a/b' }), '/api/v1/nodes/a%2Fb'],
    [
      objectPath(jobs, { namespace: 'x', name: 'y' }, 'status'),
      '/apis/batch/v1/namespaces/x/jobs/y/status',
    ],
  ])('%s', (path, expected) => {
    expect(path).toBe(expected);
  });

  it('have options as a query, none without any', () => {
    const value = fc.oneof(fc.string(), fc.nat(), fc.constant(undefined));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]+$/), value), (options) => {
        const query = queryOf({ ...options, namespace: 'default' });
        const given = Object.entries(options).filter(
          ([name, each]) => each !== undefined && name !== 'namespace',
        );
        expect(Object.fromEntries(new URLSearchParams(query))).toEqual(
          Object.fromEntries(given.map(([name, each]) => [name, String(each)])),
        );
        expect(query.startsWith('?')).toBe(given.length > 0);
      }),
    );
    expect(queryOf({})).toBe('');
  });
});

describe('a kubeconfig', () => {
  interface Named {
    readonly name: string;
  }
  interface Config {
    readonly 'current-context': string;
    readonly clusters: readonly (Named & { readonly cluster: Record<string, string> })[];
    readonly users: readonly (Named & { readonly user: { readonly token: string } })[];
    readonly contexts: readonly (Named & {
      readonly context: { readonly cluster: string; readonly user: string };
    })[];
  }

  it.each([undefined, '-----BEGIN CERTIFICATE-----\n'])(
    'leads from its context to the server and the user (certificate: %j)',
    (certificate) => {
      const url = 'https://127.0.0.1:6443';
      const access = { url, token: 'secret', ...(certificate && { certificate }) };
      const config = JSON.parse(kubeconfigText(access)) as Config;
      const named = <T extends Named>(all: readonly T[], name: string): T =>
        all.find((each) => each.name === name)!;
      const { context } = named(config.contexts, config['current-context']);
      expect(named(config.users, context.user).user.token).toBe('secret');
      const { server, ...authority } = named(config.clusters, context.cluster).cluster;
      expect(server).toBe(url);
      expect(authority).toEqual(
        certificate === undefined
          ? {}
          : { 'certificate-authority-data': Buffer.from(certificate).toString('base64') },
      );
    },
  );
});

describe('plain HTTP', () => {
  async function served(answer: RequestListener): Promise<string> {
    return `http://127.0.0.1:${await listening(createServer(answer))}`;
  }
  const call = { method: 'GET', path: '/x?y=z', userAgent: 'test/1' };

  it.each<[number, string | undefined, number | undefined]>([
    [200, '5', undefined],
    [404, '5', undefined],
    [429, '5', 5],
    [429, undefined, undefined],
    [429, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [500, '1', 1],
    [503, '30', 30],
  ])('%d with Retry-After %s: retry after %s', async (status, header, seconds) => {
    const url = await served((_, response) => {
      if (header !== undefined) response.setHeader('retry-after', header);
      response.writeHead(status).end('text');
    });
    const http = new Http({ url });
    const answer = await http.call(call);
    http.close();
    expect(answer).toEqual({
      ...{ status, text: 'text' },
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  });

  it('sends what is asked, and a body with its length', async () => {
    const seen: (readonly [IncomingMessage, string])[] = [];
    const url = await served((request, response) => {
      void textOf(request).then((text) => {
        seen.push([request, text]);
        response.end();
      });
    });
    const http = new Http({ url, token: 'secret' });
    await http.call(call);
    const contentType = 'application/merge-patch+json';
    await http.call({ ...call, method: 'PATCH', body: { a: 'ä' }, contentType, accept: 'x/y' });
    await http.call({ ...call, method: 'DELETE', body: {} });
    http.close();
    expect(seen.map(([{ method, url: path }, text]) => [method, path, text])).toEqual([
      ['GET', '/x?y=z', ''],
      ['PATCH', '/x?y=z', '{"a":"ä"}'],
      ['DELETE', '/x?y=z', '{}'],
    ]);
    const common = { authorization: 'Bearer secret', 'user-agent': 'test/1' };
    expect(seen.map(([{ headers }]) => headers)).toMatchObject([
      { ...common, accept: 'application/json' },
      { ...common, accept: 'x/y', 'content-type': contentType, 'content-length': '10' },
      { ...common, 'content-type': 'application/json', 'content-length': '2' },
    ]);
    expect(seen[0]![0].headers).not.toHaveProperty('content-type');
  });

  it.each([
    ['another token', ['old', 'new'], 200, ['Bearer old', 'Bearer new']],
    ['the same token', ['old', 'old'], 401, ['Bearer old']],
  ])('asks again with %s when one is refused', async (_, tokens, status, sent) => {
    const seen: unknown[] = [];
    const url = await served(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(headers.authorization === 'Bearer new' ? 200 : 401).end();
    });
    const refusals: unknown[] = [];
    const token = (refused?: string): string => tokens[refusals.push(refused) - 1]!;
    const http = new Http({ url, token });
    expect((await http.call(call)).status).toBe(status);
    http.close();
    expect(seen).toEqual(sent);
    expect(refusals).toEqual([undefined, 'old']);
  });
});

describe('the caller of webhooks', () => {
  const now = machineTime();
  const authority = makeAuthority(now);
  const serving = makeServing(authority, ['127.0.0.1'], now);

  async function called(answer: RequestListener) {
    const port = await listening(createSecureServer(serving, answer));
    const url = `https://127.0.0.1:${port}/first`;
    const body = '{"ask":1}';
    return httpsCaller([])({
      ...{ url, body, userAgent: 'test/1', timeoutMs: 20_000 },
      authority: authority.cert,
    });
  }

  // As Go's client does: after the older redirects nothing is posted any more.
  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{"ask":1}'],
    [308, 'POST', '{"ask":1}'],
  ])('follows %d by %s', async (code, method, text) => {
    const seen: unknown[] = [];
    const reply = await called((request, response) => {
      const { method: by, url } = request;
      if (url === '/first') {
        response.writeHead(code, { location: 'second?x=y' }).end();
        return;
      }
      void textOf(request).then((body) => {
        seen.push(by, url, body);
        response.setHeader('content-type', 'text/x').end('done');
      });
    });
    expect(seen).toEqual([method, '/second?x=y', text]);
    expect(reply).toEqual({ status: 200, contentType: 'text/x', body: 'done' });
  });

  it.each([
    [300, { location: '/second' }],
    [304, { location: '/second' }],
    [302, {}],
    [200, { location: '/second' }],
  ])('takes %d with %j for the answer', async (code, headers) => {
    const reply = await called((_, response) => void response.writeHead(code, headers).end());
    expect(reply).toMatchObject({ status: code, contentType: '' });
  });

  it('does not leave HTTPS', async () => {
    const answer: RequestListener = (_, response) =>
      void response.writeHead(307, { location: 'http://127.0.0.1/' }).end();
    await expect(called(answer)).rejects.toThrow('unsupported protocol scheme "http:"');
  });

  it('reads no more than 16 MiB', async () => {
    const megabyte = Buffer.alloc(1024 * 1024);
    const sending =
      (count: number): RequestListener =>
      (_, response) => {
        for (let n = 0; n < count; n++) response.write(megabyte);
        response.end(count === 16 ? '' : 'x');
      };
    expect((await called(sending(16))).body).toHaveLength(16 * 1024 * 1024);
    await expect(called(sending(17))).rejects.toThrow('longer than 16777216 bytes');
  });
});
