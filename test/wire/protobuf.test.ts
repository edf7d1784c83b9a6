/** Requests, answers and watches in protobuf, as Go clients make them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawJson } from '#values';
import { schemas } from '#kinds';
import { ProtobufCodec } from '../../src/server/protobuf/codec.ts';
import type { SeenRequest } from '../../src/server/observers/seen-request.ts';
import { adminToken, serverRig, type ServerRig } from '../support/server.ts';

const type = 'application/vnd.kubernetes.protobuf';
const codec = new ProtobufCodec(schemas);
const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };
const path = '/api/v1/namespaces/default/configmaps';

let rig: ServerRig;
beforeAll(async () => void (rig = await serverRig()));
afterAll(() => rig.close());

interface Call {
  readonly method?: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: Uint8Array;
}

function call(
  to: string,
  { method = 'GET', accept = type, contentType = type, body }: Call = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${adminToken}`, accept, 'content-type': contentType };
  return fetch(`${rig.url}${to}`, { method, headers, body: body && Buffer.from(body) });
}

function encoded(name: string, data: Readonly<Record<string, string>> = {}): Uint8Array {
  return codec.encode({ metadata: { name }, data }, configMap);
}

async function decoded(answer: Response): Promise<object> {
  return codec.decode(new Uint8Array(await answer.arrayBuffer())).object;
}

describe('for those who judge clients', () => {
  const seen: SeenRequest[] = [];
  let judging: ServerRig;
  beforeAll(async () => {
    judging = await serverRig({ prefersJson: true, onRequest: (each) => void seen.push(each) });
  });
  afterAll(() => judging.close());
  const ask = (accept: string, body?: Uint8Array, to = path): Promise<Response> =>
    fetch(`${judging.url}${to}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${adminToken}`, accept, 'content-type': type },
      ...(body !== undefined && { body: Buffer.from(body) }),
    });

  const json = 'application/json';
  const metadata = ';as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
  it.each([
    [`${type},${json}`, json, 'ConfigMapList'],
    [`${type}, */*`, json, 'ConfigMapList'],
    [type, type, undefined],
    [`${type}${metadata},${json}${metadata},${json}`, json, 'PartialObjectMetadataList'],
    // Its metadata are worth more than JSON.
    [`${type}${metadata},${json}`, type, undefined],
  ])('answers are in JSON where it is accepted: %s', async (accept, expected, kind) => {
    const answer = await ask(accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expected]);
    if (kind !== undefined) expect(await answer.json()).toMatchObject({ kind });
  });

  it('a watch is in JSON too', async () => {
    const answer = await ask(`${type};stream=watch,${json}`, undefined, `${path}?watch=1`);
    expect(answer.headers.get('content-type')).toBe(json);
    await answer.body?.cancel();
  });

  it.each([
    ['an object', encoded('readable', { a: 'b' }), { metadata: { name: 'readable' } }],
    ['what is not protobuf', Buffer.from('no'), undefined],
    ['more than is kept', encoded('long', { a: 'b'.repeat(300_000) }), undefined],
  ])('bodies are shown in JSON: %s', async (_, body, expected) => {
    await ask(json, body);
    const { body: shown } = seen.at(-1)!;
    if (expected === undefined) expect(shown).toBe('');
    else expect(JSON.parse(shown)).toMatchObject({ kind: 'ConfigMap', ...expected });
  });
});

let count = 0;
let name = '';
beforeEach(() => void (name = `m${count++}`));

describe('raw JSON', () => {
  const revision = { apiVersion: 'apps/v1', kind: 'ControllerRevision' };
  const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  // A patch goes through JSON, which writes it compact and with escapes: a revision may not change so.
  it.each([
    ['{"args":["a \\u0026\\u0026 b","\\u003cp\\u003e"],"10":1,"9":2}', 200],
    ['{ "a" : 1.0, "b": [1e3, 12345678901234567890] }', 422],
    ['{"plain":"a && b"}', 422],
  ])('keeps its bytes: %s, and a patch of its labels is answered with %i', async (text, code) => {
    const body = codec.encode({ metadata: { name }, data: rawJson(text), revision: 1 }, revision);
    const answers = [await call(revisions, { method: 'POST', body })];
    answers.push(await call(`${revisions}/${name}`), await call(revisions));
    for (const answer of answers) expect((await bytesOf(answer)).includes(text)).toBe(true);
    const labelled = await call(`${revisions}/${name}`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: Buffer.from('{"metadata":{"labels":{"a":"b"}}}'),
    });
    expect(labelled.status).toBe(code);
    expect((await bytesOf(labelled)).includes(text)).toBe(code === 200);
  });

  it('is compact, with escapes, in JSON, and keeps how numbers are written', async () => {
    const text = `{"metadata":{"name":"${name}"},"data":{ "b": 1.0, "10": "a && b" , "9":[] } }`;
    const contentType = 'application/json';
    const accept = contentType;
    await call(revisions, { method: 'POST', contentType, body: Buffer.from(text) });
    const answer = await call(`${revisions}/${name}`, { accept });
    expect(await answer.text()).toContain('"data":{"b":1.0,"10":"a \\u0026\\u0026 b","9":[]}');
    const sent = await bytesOf(await call(`${revisions}/${name}`));
    expect(sent.includes('{ "b": 1.0, "10": "a && b" , "9":[] }')).toBe(true);
  });
});

describe('objects', () => {
  it('are created and answered', async () => {
    const answer = await call(path, { method: 'POST', body: encoded(name, { a: 'ü' }) });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await decoded(answer)).toMatchObject({
      ...configMap,
      metadata: { name, namespace: 'default', uid: expect.any(String) },
      data: { a: 'ü' },
    });
  });

  it('are the same in JSON', async () => {
    const created = await decoded(await call(path, { method: 'POST', body: encoded(name) }));
    const answer = await call(`${path}/${name}`, { accept: 'application/json' });
    expect(await answer.json()).toEqual(created);
    expect(await decoded(await call(`${path}/${name}`))).toEqual(created);
  });

  it('get the defaults of what Go writes although no client set it', async () => {
    const meta = { apiVersion: 'apps/v1', kind: 'Deployment' };
    const template = {
      metadata: { labels: { a: name } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    };
    const spec = { selector: { matchLabels: { a: name } }, template, strategy: {} };
    const body = codec.encode({ metadata: { name }, spec, status: {} }, meta);
    const answer = await call('/apis/apps/v1/namespaces/default/deployments', {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(201);
    expect(await decoded(answer)).toMatchObject({
      spec: {
        replicas: 1,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
      },
    });
  });

  it('are listed', async () => {
    await call(path, { method: 'POST', body: encoded(name) });
    const list = await decoded(await call(`${path}?fieldSelector=metadata.name%3D${name}`));
    expect(list).toMatchObject({ kind: 'ConfigMapList', items: [{ metadata: { name } }] });
  });

  it('are reduced to their metadata', async () => {
    await call(path, { method: 'POST', body: encoded(name) });
    const accept = `${type};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`;
    expect(await decoded(await call(`${path}/${name}`, { accept }))).toMatchObject({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
      metadata: { name },
    });
  });

  it('are deleted with options', async () => {
    await call(path, { method: 'POST', body: encoded(name) });
    const options = { dryRun: ['All'] };
    const body = codec.encode(options, { apiVersion: 'v1', kind: 'DeleteOptions' });
    const answer = await call(`${path}/${name}`, { method: 'DELETE', body });
    expect(await decoded(answer)).toMatchObject({ kind: 'Status', status: 'Success' });
    expect((await call(`${path}/${name}`)).status).toBe(200);
  });
});

describe('refusals', () => {
  it('of bytes that are none', async () => {
    const answer = await call(path, { method: 'POST', body: Buffer.from('{}') });
    expect(answer.status).toBe(400);
    const { message } = (await decoded(answer)) as { message: string };
    expect(message).toContain('(must be of type ConfigMap): provided data does not appear to be');
  });

  it('of another kind', async () => {
    const body = codec.encode({ metadata: { name } }, { apiVersion: 'v1', kind: 'Secret' });
    const answer = await call(path, { method: 'POST', body });
    expect(answer.status).toBe(400);
    expect(await decoded(answer)).toMatchObject({
      message:
        'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    });
  });

  it('of tables: those who take JSON too get it', async () => {
    const table = 'as=Table;g=meta.k8s.io;v=v1';
    expect((await call(path, { accept: `${type};${table}` })).status).toBe(406);
    const answer = await call(path, { accept: `${type};${table},application/json;${table}` });
    expect(await answer.json()).toMatchObject({ kind: 'Table' });
  });
});

describe('a watch', () => {
  it('sends frames', async () => {
    await call(path, { method: 'POST', body: encoded(name, { a: '1' }) });
    const answer = await call(
      `${path}?watch=1&fieldSelector=metadata.name%3D${name}&timeoutSeconds=60`,
    );
    expect(answer.headers.get('content-type')).toBe(`${type};stream=watch`);
    const reader = answer.body!.getReader();
    let bytes = Buffer.alloc(0);
    while (bytes.length < 4 || bytes.length < 4 + bytes.readUInt32BE()) {
      const { value } = await reader.read();
      bytes = Buffer.concat([bytes, value!]);
    }
    await reader.cancel();
    // A watch event: its type, and within a message the object with all that is around it.
    const event = bytes.subarray(4, 4 + bytes.readUInt32BE());
    expect(event.subarray(0, 7).toString('latin1')).toBe('\n\x05ADDED');
    const object = event.subarray(event.indexOf(Buffer.from('6b387300', 'hex')));
    expect(codec.decode(object).object).toMatchObject({ ...configMap, data: { a: '1' } });
  });
});
