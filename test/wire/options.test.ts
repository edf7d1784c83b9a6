/** Options of requests in the query. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { configMap, configMaps, request, type Sent } from './client.ts';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

const ask = (method: string, path: string, sent?: Sent) => request(rig, method, path, sent);

describe('options', () => {
  const put = (query: string) => ask('POST', `${configMaps}?${query}`, { body: configMap('o') });
  it.each([
    ['dryRun=Some', 'dryRun: Unsupported value: []string{"Some"}: supported values: "All"'],
    [
      'fieldManager=%0Afoo',
      'fieldManager: Invalid value: "\\nfoo": invalid character U+000A (at position 0)',
    ],
    [`fieldManager=${'m'.repeat(129)}`, 'fieldManager: Too long: must have at most 128 bytes'],
    [
      'fieldValidation=foo',
      'fieldValidation: Unsupported value: "foo": supported values: "", "Ignore", "Strict", "Warn"',
    ],
  ])('%.30s', async (query, message) => {
    const { status, body } = await put(query);
    expect([status, body.message]).toEqual([
      422,
      `CreateOptions.meta.k8s.io "" is invalid: ${message}`,
    ]);
  });

  it.each([
    ['kubectl/v1.24.17 (linux/amd64)', 'kubectl'],
    ['kubectl', 'kubectl'],
    ['/v1', 'unknown'],
  ])('the user agent %j is the manager %j', async (agent, manager) => {
    const { body } = await ask('POST', `${configMaps}?dryRun=All`, {
      headers: { 'user-agent': agent },
      body: { metadata: { name: 'o' }, data: { a: 'b' } },
    });
    expect(body.metadata.managedFields).toMatchObject([{ manager }]);
  });

  it('a dry run leaves nothing behind', async () => {
    expect((await put('dryRun=All')).status).toBe(201);
    expect((await ask('GET', `${configMaps}/o`)).status).toBe(404);
  });

  it('which version of a list is asked for needs one that is named', async () => {
    const { status, body } = await ask('GET', `${configMaps}?resourceVersionMatch=Exact`);
    expect([status, body.message]).toEqual([
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ]);
  });

  it.each([
    ['GET', 'limit=abc'],
    ['GET', 'timeoutSeconds=abc'],
    ['GET', 'watch=1&timeoutSeconds=abc'],
    ['DELETE', 'timeoutSeconds=abc'],
  ])('%s %s is not a number', async (method, query) => {
    const { status, body } = await ask(method, `${configMaps}?${query}`);
    expect([status, body.message]).toEqual([
      400,
      'strconv.ParseInt: parsing "abc": invalid syntax',
    ]);
  });

  it.each([
    ['GET', '/version'],
    ['GET', '/nope'],
    ['GET', configMaps],
    ['GET', `${configMaps}/none`],
    ['POST', configMaps],
    ['DELETE', configMaps],
  ])('timeout has to be a duration: %s %s', async (method, path) => {
    const sent = { token: 'no-such-token' };
    const { status, body } = await ask(method, `${path}?timeout=invalid`, sent);
    expect([status, body.reason, body.message]).toEqual([
      400,
      'BadRequest',
      'invalid timeout specified in the request URL - time: invalid duration "invalid"',
    ]);
  });

  it.each(['32s', '0', '', '1h2m'])('timeout=%s is one', async (timeout) => {
    expect((await ask('GET', `${configMaps}?timeout=${timeout}`)).status).toBe(200);
  });

  it.each([
    [`${configMaps}?watch=1&limit=a`, 'strconv.ParseInt: parsing "a": invalid syntax'],
    ['/api/v1/namespaces/default/pods/none/log?container=a', 'pods "none" not found'],
  ])('requests without an end have no timeout: %s', async (path, message) => {
    expect((await ask('GET', `${path}&timeout=invalid`)).body.message).toBe(message);
  });

  it('unknown fields are warned of or refused once the gate is on', async () => {
    const strict = await serverRig({ features: { ServerSideFieldValidation: true } });
    const body = '{"metadata":{"name":"f"},"data":{"a":"1","a":"2"},"colour":"red"}';
    const told = await request(strict, 'POST', configMaps, { body });
    expect(told.headers.get('warning')).toBe(
      '299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"colour\\""',
    );
    const refused = await request(strict, 'POST', `${configMaps}?fieldValidation=Strict`, { body });
    expect(refused.body.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a", unknown field "colour"',
    );
    await strict.close();
  });
});
