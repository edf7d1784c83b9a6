import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { adminToken } from '../../support/server.ts';
import { answer, patching, type Behaviour, type Reply } from '../../support/webhook-server.ts';
import { maps, ruleFor, webhookRig } from './rig.ts';

const rig = webhookRig();
const denied = 'admission webhook "hook.example.com" denied the request';

describe('a denial', () => {
  it.each<
    [
      what: string,
      status: object | undefined,
      code: number,
      reason: string | undefined,
      message: string,
    ]
  >([
    ['without a status', undefined, 400, undefined, `${denied} without explanation`],
    ['with a message', { message: 'no way' }, 400, undefined, `${denied}: no way`],
    ['with a code', { message: 'teapot', code: 418 }, 418, undefined, `${denied}: teapot`],
    [
      'with a reason',
      { reason: 'Conflict', message: 'busy', code: 409 },
      409,
      'Conflict',
      `${denied}: busy`,
    ],
    ['with a reason only', { reason: 'odd reason' }, 400, 'odd reason', `${denied}: odd reason`],
    ['with a code of success', { code: 200, message: 'hm' }, 400, undefined, `${denied}: hm`],
  ])('%s', async (_, status, code, reason, message) => {
    const reply = { allowed: false, warnings: ['mind this'], ...(status && { status }) };
    rig.hooks.behaviours.set('/hook', answer(reply));
    await rig.configure('validating', [rig.hook('/hook', { failurePolicy: 'Ignore' })]);
    const { status: answered, headers, body } = await rig.createMap();
    expect(answered).toBe(code);
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason !== undefined && { reason }),
      code,
    });
    expect(headers.get('warning')).toBe('299 - "mind this"');
    expect((await rig.send('GET', `${maps}/x`)).status).toBe(404);
  });

  it('passes details on', async () => {
    const details = { causes: [{ field: 'data', message: 'bad', reason: 'Odd' }] };
    rig.hooks.behaviours.set('/hook', answer({ allowed: false, status: { details } }));
    await rig.configure('validating', [rig.hook('/hook')]);
    expect((await rig.createMap()).body.details).toEqual(details);
  });

  it('ends the round of mutating webhooks', async () => {
    rig.hooks.behaviours.set('/first', answer({ allowed: false }));
    await rig.configure('mutating', [rig.hook('/first'), rig.hook('/second')]);
    await rig.configure('validating', [rig.hook('/third')]);
    expect((await rig.createMap()).status).toBe(400);
    expect(rig.hooks.paths).toEqual(['/first']);
  });

  it('of one of several validating webhooks waits for the others', async () => {
    rig.hooks.behaviours.set('/a', answer({ allowed: false, status: { message: 'a' } }));
    rig.hooks.behaviours.set('/b', answer({ allowed: false, status: { message: 'b' } }));
    await rig.configure('validating', [rig.hook('/a'), rig.hook('/b'), rig.hook('/c')]);
    expect((await rig.createMap()).body.message).toMatch(/denied the request: [ab]$/);
    expect(rig.hooks.paths.toSorted()).toEqual(['/a', '/b', '/c']);
  });
});

const failed = 'failed calling webhook "hook.example.com": ';
const call = `${failed}failed to call webhook: `;
const invalid = `${failed}received invalid webhook response: `;
const scanned =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function body(value: unknown, more: object = {}): Behaviour {
  return () => ({ body: value, ...more }) as Reply;
}

function review(parts: object, response: object = {}): Behaviour {
  return ({ review: { request } }) => ({
    body: {
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      response: { uid: request.uid, allowed: true, ...response },
      ...parts,
    },
  });
}

describe('a failure', () => {
  const post = (): string => `Post "${rig.hooks.url}/hook?timeout=10s": `;
  const rows: readonly [what: string, behaviour: Behaviour, text: () => string][] = [
    ['closed without an answer', () => 'close', () => `${call}${post()}EOF`],
    [
      'an error with text',
      body('boom', { status: 500, contentType: 'text/plain' }),
      () => `${call}an error on the server ("boom") has prevented the request from succeeding`,
    ],
    [
      'an error with JSON',
      body({ a: 1 }, { status: 500 }),
      () => `${call}an error on the server ("unknown") has prevented the request from succeeding`,
    ],
    [
      '404',
      body('', { status: 404 }),
      () => `${call}the server could not find the requested resource`,
    ],
    [
      'a Status',
      body(
        { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'told' },
        { status: 400 },
      ),
      () => `${call}told`,
    ],
    [
      'an odd code',
      body('', { status: 418 }),
      () =>
        `${call}the server responded with the status code 418 but did not return more information`,
    ],
    [
      'no body',
      body(''),
      () => `${call}0-length response with status code: 200 and content type: application/json`,
    ],
    [
      'a string',
      body('hello', { contentType: 'text/html' }),
      () =>
        `${call}couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type ${scanned}`,
    ],
    [
      'broken JSON',
      body('{"a"'),
      () => `${call}couldn't get version/kind; json parse error: unexpected end of JSON input`,
    ],
    ['an empty object', body({}), () => `${invalid}webhook response was absent`],
    ['null', body('null'), () => `${invalid}webhook response was absent`],
    [
      'no type',
      review({ kind: undefined, apiVersion: undefined }),
      () =>
        `${invalid}expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=`,
    ],
    [
      'another version',
      review({ apiVersion: 'admission.k8s.io/v1beta1' }),
      () =>
        `${call}converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion`,
    ],
    [
      'another uid',
      review({}, { uid: 'x' }),
      () => `${invalid}expected response.uid="${rig.hooks.asked[0]!.review.request.uid}", got "x"`,
    ],
    [
      'a wrong type',
      review({}, { allowed: 'yes' }),
      () =>
        `${call}json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool`,
    ],
    [
      'a patch',
      review({}, { patchType: 'JSONPatch', patch: 'W10=' }),
      () => `${invalid}validating webhook may not return response.patch`,
    ],
    [
      'a type of patch',
      review({}, { patchType: 'JSONPatch' }),
      () => `${invalid}validating webhook may not return response.patchType`,
    ],
  ];

  it.each(rows)('of a validating webhook: %s', async (_, behaviour, text) => {
    rig.hooks.behaviours.set('/hook', behaviour);
    await rig.configure('validating', [rig.hook('/hook')]);
    const { status, body: told } = await rig.createMap();
    const message = `Internal error occurred: ${text()}`;
    expect(told).toMatchObject({ reason: 'InternalError', message, code: 500 });
    expect(told.details).toEqual({ causes: [{ message: text() }] });
    expect(status).toBe(500);
  });

  it.each<[what: string, response: object, text: string]>([
    [
      'a patch without its type',
      { patch: 'W10=' },
      'webhook returned response.patch but not response.patchType',
    ],
    [
      'a type without a patch',
      { patchType: 'JSONPatch' },
      'webhook returned response.patchType but not response.patch',
    ],
    [
      'an empty type',
      { patchType: '', patch: 'W10=' },
      'webhook returned invalid response.patchType of ""',
    ],
  ])('of a mutating webhook: %s', async (_, response, text) => {
    rig.hooks.behaviours.set('/hook', review({}, response));
    await rig.configure('mutating', [rig.hook('/hook')]);
    expect((await rig.createMap()).body.message).toBe(`Internal error occurred: ${invalid}${text}`);
  });

  it('of another kind', async () => {
    rig.hooks.behaviours.set('/hook', review({ kind: 'Thing' }));
    await rig.configure('validating', [rig.hook('/hook')]);
    const expected = `Internal error occurred: ${call}no kind "Thing" is registered for version "admission.k8s.io/v1" in scheme "`;
    expect((await rig.createMap()).body.message.startsWith(expected)).toBe(true);
  });

  it('is ignored where the policy says so', async () => {
    rig.hooks.behaviours.set('/hook', () => 'close');
    const ignoring = [rig.hook('/hook', { failurePolicy: 'Ignore' })];
    await rig.configure('mutating', ignoring);
    await rig.configure('validating', ignoring);
    expect((await rig.createMap()).status).toBe(201);
    expect(rig.hooks.paths).toEqual(['/hook', '/hook']);
  });

  it('is a certificate of an unknown authority, or of another name', async () => {
    const { url, caBundle } = rig.hooks;
    await rig.configure(
      'validating',
      [rig.hook('/hook', { clientConfig: { url: `${url}/hook` } })],
      'a',
    );
    expect((await rig.createMap()).body.message).toBe(
      `Internal error occurred: ${call}${post()}x509: certificate signed by unknown authority`,
    );
    await rig.send(
      'DELETE',
      '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    );
    const other = url.replace('localhost', '127.0.0.2');
    await rig.configure('validating', [
      rig.hook('/hook', { clientConfig: { url: `${other}/hook`, caBundle } }),
    ]);
    expect((await rig.createMap()).body.message).toMatch(
      /connection refused$|x509: certificate is valid for 127.0.0.1, not 127.0.0.2$/,
    );
  });

  it('comes when the time is over, and virtual time stands still until then', async () => {
    rig.hooks.behaviours.set('/hook', () => 'hang');
    await rig.configure('validating', [rig.hook('/hook', { timeoutSeconds: 1 })]);
    const before = rig.server.clock.now();
    const creating = rig.createMap();
    await expect.poll(() => rig.hooks.asked.length).toBe(1);
    const advancing = rig.server.clock.advanceBy(60_000).then(() => 'advanced');
    expect(rig.hooks.asked[0]!.query).toBe('timeout=1s');
    expect(rig.server.clock.now()).toBe(before);
    expect((await creating).body.message).toBe(
      `Internal error occurred: ${call}Post "${rig.hooks.url}/hook?timeout=1s": context deadline exceeded`,
    );
    expect(await advancing).toBe('advanced');
  });

  it('comes when the time of the request is over, whatever the policy', async () => {
    rig.hooks.behaviours.set('/hook', () => 'hang');
    await rig.configure('validating', [rig.hook('/hook', { failurePolicy: 'Ignore' })]);
    const { status, body: told } = await rig.createMap('x', {}, '?timeout=100ms');
    expect(status).toBe(504);
    expect(told.message).toBe('Timeout: request did not complete within the allotted timeout');
    expect(rig.hooks.asked[0]!.query).toBe('timeout=1s');
  });
});

describe('a patch that cannot be used', () => {
  const why = 'Internal error occurred: ';
  it.each<[what: string, operations: readonly object[], message: string]>([
    [
      'a missing path',
      [{ op: 'replace', path: '/nope/x', value: 1 }],
      `${why}replace operation does not apply: doc is missing path: /nope/x: missing value`,
    ],
    [
      'a failed test',
      [{ op: 'test', path: '/metadata/name', value: 'y' }],
      `${why}testing value /metadata/name failed: test failed`,
    ],
    [
      'a wrong type',
      [{ op: 'add', path: '/data/a', value: 1 }],
      `${why}json: cannot unmarshal number into Go struct field ConfigMap.data of type string`,
    ],
    [
      'another kind',
      [{ op: 'replace', path: '/kind', value: 'Secret' }],
      'converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
  ])('%s', async (_, operations, message) => {
    rig.hooks.behaviours.set('/hook', patching(...operations));
    await rig.configure('mutating', [rig.hook('/hook', { failurePolicy: 'Ignore' })]);
    const { status, body: told } = await rig.createMap();
    expect([status, told.message]).toEqual([500, message]);
  });

  it.each([
    ['{}', 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['x', "invalid character 'x' looking for beginning of value"],
  ])('%j', async (text, message) => {
    const patch = Buffer.from(text).toString('base64');
    rig.hooks.behaviours.set('/hook', answer({ allowed: true, patchType: 'JSONPatch', patch }));
    await rig.configure('mutating', [rig.hook('/hook')]);
    expect((await rig.createMap()).body.message).toBe(`${why}${message}`);
  });

  it('an invalid object', async () => {
    rig.hooks.behaviours.set('/hook', patching({ op: 'add', path: '/data/a b', value: 'c' }));
    await rig.configure('mutating', [rig.hook('/hook')]);
    await rig.configure('validating', [rig.hook('/never')]);
    expect((await rig.createMap()).status).toBe(422);
    expect(rig.hooks.paths).toEqual(['/hook']);
  });

  it('on a deletion', async () => {
    await rig.createMap();
    rig.hooks.behaviours.set('/hook', patching({ op: 'add', path: '/data', value: {} }));
    await rig.configure('mutating', [rig.hook('/hook')]);
    expect((await rig.send('DELETE', `${maps}/x`)).body.message).toBe(
      `${why}admission webhook "hook.example.com" attempted to modify the object, which is not supported for this operation`,
    );
    expect((await rig.send('GET', `${maps}/x`)).status).toBe(200);
  });
});

describe('a dry run', () => {
  it('asks webhooks without side effects', async () => {
    await rig.configure('validating', [rig.hook('/hook', { sideEffects: 'NoneOnDryRun' })]);
    expect((await rig.createMap('x', {}, '?dryRun=All')).status).toBe(201);
    const { dryRun, options } = rig.hooks.asked[0]!.review.request;
    expect([dryRun, options]).toEqual([
      true,
      { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', dryRun: ['All'] },
    ]);
  });
});

describe('denials of what is not a plain object', () => {
  it('of a connection', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const containers = [{ name: 'c', image: 'i' }];
    await rig.send('POST', pods, { metadata: { name: 'p' }, spec: { containers } });
    const message = "attaching to pod 'p' is not allowed";
    rig.hooks.behaviours.set('/hook', answer({ allowed: false, status: { message } }));
    const rules = [ruleFor({ operations: ['CONNECT'], resources: ['pods/attach'] })];
    await rig.configure('validating', [rig.hook('/hook', { rules })]);
    const told = await rig.send('POST', `${pods}/p/attach`);
    expect([told.status, told.body.message]).toEqual([400, `${denied}: ${message}`]);
    const headers = {
      authorization: `Bearer ${adminToken}`,
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
    };
    const upgraded = await new Promise<string>((resolve, reject) => {
      const url = `${rig.server.url}${pods}/p/attach`;
      httpRequest(url, { method: 'POST', headers }, (res) => {
        res.setEncoding('utf8').on('data', resolve).on('error', reject);
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(upgraded)).toMatchObject({ code: 400, message: `${denied}: ${message}` });
  });
});
