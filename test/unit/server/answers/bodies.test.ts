/** What requests with a body are answered. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../support/ask.ts';
import { adminToken } from '../../../support/server.ts';
import { answeringServer, maps, pods } from '../../../support/answers.ts';

const { asked } = answeringServer();

describe('a request with a body', () => {
  const body = (name: string, more: object = {}): string =>
    JSON.stringify({ metadata: { name }, ...more });
  const patch = (kind: string) => ({ 'content-type': `application/${kind}` });
  it.each<[name: string, Asked, number, object]>([
    ['creates', { method: 'POST', path: maps, body: body('new') }, 201, { kind: 'ConfigMap' }],
    [
      'creates once',
      { method: 'POST', path: maps, body: body('a') },
      409,
      { reason: 'AlreadyExists' },
    ],
    [
      'creates in none',
      { method: 'POST', path: `${maps}?dryRun=All`, body: body('dry') },
      201,
      { metadata: { name: 'dry' } },
    ],
    ['which was none', { path: `${maps}/dry` }, 404, { reason: 'NotFound' }],
    [
      'updates',
      { method: 'PUT', path: `${maps}/new`, body: body('new', { data: { a: 'b' } }) },
      200,
      { data: { a: 'b' } },
    ],
    [
      'names its manager',
      {
        ...{ method: 'PUT', path: `${maps}/b?fieldManager=me` },
        body: body('b', { data: { a: 'c' } }),
      },
      200,
      {
        metadata: {
          managedFields: expect.arrayContaining([expect.objectContaining({ manager: 'me' })]),
        },
      },
    ],
    [
      'updates another',
      { method: 'PUT', path: `${maps}/new`, body: body('other') },
      400,
      { message: 'the name of the object (other) does not match the name on the URL (new)' },
    ],
    [
      'patches',
      {
        method: 'PATCH',
        path: `${maps}/new`,
        headers: patch('merge-patch+json'),
        body: '{"data":{"x":"y"}}',
      },
      200,
      { data: { x: 'y' } },
    ],
    [
      'patches by an unknown type',
      { method: 'PATCH', path: `${maps}/new`, headers: patch('json'), body: '{}' },
      415,
      { reason: 'UnsupportedMediaType' },
    ],
    [
      'applies without a manager',
      { method: 'PATCH', path: `${maps}/new`, headers: patch('apply-patch+yaml'), body: 'a: b' },
      422,
      {
        message: expect.stringContaining(
          'fieldManager: Required value: is required for apply patch',
        ),
      },
    ],
    [
      'applies what is new',
      {
        ...{ method: 'PATCH', path: `${maps}/applied?fieldManager=me` },
        headers: patch('apply-patch+yaml'),
        body: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: applied}\n',
      },
      201,
      { metadata: { name: 'applied' } },
    ],
    [
      'in a type that is none',
      { method: 'POST', path: maps, headers: { 'content-type': 'text/x' }, body: 'x' },
      415,
      { reason: 'UnsupportedMediaType' },
    ],
    [
      'that is not JSON',
      { method: 'POST', path: maps, body: 'x' },
      400,
      {
        message: expect.stringContaining(
          'the object provided is unrecognized (must be of type ConfigMap)',
        ),
      },
    ],
    [
      'that is empty',
      { method: 'POST', path: maps, body: '' },
      400,
      { message: expect.stringContaining('(<empty>)') },
    ],
    [
      'that is shown by its bytes',
      { method: 'POST', path: maps, body: 'x'.repeat(31) },
      400,
      { message: expect.stringContaining(`(${'78'.repeat(30)} ...)`) },
    ],
    [
      'that is shown as text',
      { method: 'POST', path: maps, body: '{"a":}' },
      400,
      { message: expect.stringContaining('({"a":})') },
    ],
    [
      'deletes',
      { method: 'DELETE', path: `${maps}/applied` },
      200,
      { kind: 'Status', status: 'Success', details: { name: 'applied', kind: 'configmaps' } },
    ],
    ['deletes what is not there', { method: 'DELETE', path: `${maps}/applied` }, 404, {}],
    [
      'deletes many',
      { method: 'DELETE', path: `${maps}?fieldSelector=metadata.name%3Dnew` },
      200,
      { kind: 'ConfigMapList', items: [{ metadata: { name: 'new' } }] },
    ],
    [
      'deletes a pod in time',
      { method: 'DELETE', path: `${pods}/bound?dryRun=All` },
      200,
      { kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30 } },
    ],
    [
      'binds a pod',
      {
        ...{ method: 'POST', path: '/api/v1/namespaces/default/bindings?dryRun=All' },
        body: body('pending', { target: { name: 'n' } }),
      },
      201,
      { kind: 'Status', status: 'Success', code: 201 },
    ],
    [
      'asks who may',
      {
        ...{ method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' },
        body: JSON.stringify({ spec: { nonResourceAttributes: { path: '/', verb: 'get' } } }),
      },
      201,
      { status: { allowed: true } },
    ],
    [
      'asks whose token it is',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        body: JSON.stringify({ spec: { token: adminToken } }),
      },
      201,
      { status: { authenticated: true, user: { username: 'admin' } } },
    ],
    [
      'asks whose token it is elsewhere',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        body: JSON.stringify({ spec: { token: adminToken, audiences: ['vault'] } }),
      },
      201,
      { status: { user: {} } },
    ],
    [
      'binds a pod by its own part',
      {
        ...{ method: 'POST', path: `${pods}/pending/binding?dryRun=All` },
        body: body('pending', { target: { name: 'n' } }),
      },
      201,
      { kind: 'Status', status: 'Success', code: 201 },
    ],
    [
      'asks for a review in a table',
      {
        ...{ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews' },
        headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' },
        body: JSON.stringify({ spec: { token: 'x' } }),
      },
      406,
      { reason: 'NotAcceptable' },
    ],
    ['lists no reviews', { path: '/apis/authentication.k8s.io/v1/tokenreviews' }, 405, {}],
    ['binds below a namespace', { method: 'POST', path: '/api/v1/bindings', body: '{}' }, 404, {}],
  ])('%s', async (_, request, status, expected) => {
    const answer = await asked(request);
    expect(answer.status, answer.text).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject(expected);
  });
});
