/** Policies of admission over HTTP: what they refuse, warn about and take from parameters. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminToken, serverRig } from '../../support/server.ts';

type Rig = Awaited<ReturnType<typeof serverRig>>;

let rig: Rig;
beforeEach(async () => {
  rig = await serverRig({ minor: 30 });
});
afterEach(() => rig.close());

const group = '/apis/admissionregistration.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';

interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly reason?: string;
  readonly warning: string | null;
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as object;
  return { ...answer, status: response.status, warning: response.headers.get('warning') };
}

function policy(spec: object): Promise<Answer> {
  const matchConstraints = {
    resourceRules: [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
    ],
  };
  return post(`${group}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints, ...spec },
  });
}

function bind(spec: object = {}): Promise<Answer> {
  return post(`${group}/validatingadmissionpolicybindings`, {
    metadata: { name: 'b' },
    spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
  });
}

const write = (name: string, data?: object): Promise<Answer> =>
  post(maps, { metadata: { name }, data });

const validations = [{ expression: 'object.data.ok == "yes"', message: 'not ok' }];

describe('a policy that validates', () => {
  it('refuses what its expression does not hold for, once it is bound', async () => {
    expect((await policy({ validations })).status).toBe(201);
    expect((await write('a', { ok: 'no' })).status).toBe(201);
    await bind();
    expect((await write('b', { ok: 'yes' })).status).toBe(201);
    expect(await write('c', { ok: 'no' })).toMatchObject({
      status: 422,
      reason: 'Invalid',
      message: `configmaps "c" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: not ok`,
    });
    expect((await write('d')).message).toMatch(/resulted in error: no such key: data$/);
  });

  it('only warns where its binding says so', async () => {
    await policy({ validations });
    await bind({ validationActions: ['Warn'] });
    const { status, warning } = await write('a', { ok: 'no' });
    expect(status).toBe(201);
    expect(warning).toBe(
      `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': not ok"`,
    );
  });

  it('ignores errors of expressions where its failure policy says so', async () => {
    await policy({ validations, failurePolicy: 'Ignore' });
    await bind();
    expect((await write('a')).status).toBe(201);
    expect((await write('b', { ok: 'no' })).status).toBe(422);
  });

  it('is evaluated with the parameters of its binding, and with its variables', async () => {
    await write('most', { most: '2' });
    await policy({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'most', expression: 'int(params.data.most)' }],
      matchConditions: [{ name: 'other', expression: 'request.name != "free"' }],
      validations: [
        {
          expression: 'size(object.data) <= variables.most',
          messageExpression: '"at most " + string(variables.most)',
          reason: 'Forbidden',
        },
      ],
    });
    await bind({ paramRef: { name: 'most', parameterNotFoundAction: 'Deny' } });
    const data = { a: '1', b: '2', c: '3' };
    expect(await write('a', data)).toMatchObject({ status: 403, reason: 'Forbidden' });
    expect((await write('b', data)).message).toMatch(/: at most 2$/);
    expect((await write('free', data)).status).toBe(201);
  });

  it('says which variable has no value, and so has none of another', async () => {
    const variables = [
      { name: 'x', expression: 'object.data.none' },
      { name: 'y', expression: 'variables.x + "!"' },
    ];
    await policy({ variables, validations: [{ expression: 'variables.y == "a!"' }] });
    await bind();
    const of = (name: string) => `composited variable "${name}" fails to evaluate: `;
    const why = `resulted in error: ${of('y')}${of('x')}no such key: none`;
    expect((await write('a', { ok: 'no' })).message).toContain(why);
  });

  it('finds no fields in the object of a deletion, which is null', async () => {
    const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
    const matchConstraints = { resourceRules: [{ ...rule, operations: ['DELETE'] }] };
    await policy({ matchConstraints, validations });
    await bind();
    await write('a', { ok: 'yes' });
    const headers = { authorization: `Bearer ${adminToken}` };
    const response = await fetch(`${rig.url}${maps}/a`, { method: 'DELETE', headers });
    const { message } = (await response.json()) as Answer;
    expect(message).toMatch(/'object.data.ok == "yes"' resulted in error: no such key: data$/);
  });

  it('asks the authorizer about users and service accounts', async () => {
    const account = `authorizer.serviceAccount('default', 'none').group('').resource('pods')`;
    await policy({
      validations: [
        { expression: `authorizer.group('').resource('pods').check('get').allowed()` },
        { expression: `!${account}.check('get').allowed()`, message: 'account' },
      ],
    });
    await bind();
    expect((await write('a', {})).status).toBe(201);
  });

  it('is refused with what is wrong with its expressions', async () => {
    const expressions = ['object.x', 'self.x == 1', 'params.x == 1', 'request.none == 1'];
    for (const expression of expressions) {
      const { status, message } = await policy({ validations: [{ expression }] });
      expect(status).toBe(422);
      expect(message).toMatch(/must evaluate to bool|undeclared reference|undefined field/);
    }
  });

  it('is not served before 1.30', async () => {
    await rig.close();
    rig = await serverRig({ minor: 29 });
    expect((await policy({ validations })).status).toBe(404);
  });
});
