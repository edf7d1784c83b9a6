import { describe, expect, it } from 'vitest';
import {
  alreadyExists,
  type ApiError,
  applyConflict,
  badRequest,
  beingDeleted,
  conflict,
  expired,
  forbiddenObject,
  forbiddenPath,
  generatedNameTaken,
  internalError,
  invalid,
  invalidObject,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNamespaceTerminating,
  isNotFound,
  methodNotSupported,
  namespaceTerminating,
  notAcceptable,
  notAcceptableForm,
  notFound,
  required,
  requestEntityTooLarge,
  serverError,
  show,
  staleWrite,
  timeout,
  tooLargeResourceVersion,
  tooManyRequests,
  unauthorized,
  unknownPath,
  unprocessable,
  unsupportedMediaType,
  watchRevisionTooOld,
} from '#values';

const deployments = { group: 'apps', plural: 'deployments' };
const pods = { group: '', plural: 'pods' };
const mediaTypes = ['application/json', 'application/yaml'];

/** Code, reason, message and details. */
type Row = readonly [ApiError, number, string | undefined, string, unknown];

const rows: readonly Row[] = [
  [badRequest('no'), 400, 'BadRequest', 'no', undefined],
  [unauthorized(), 401, 'Unauthorized', 'Unauthorized', undefined],
  [
    forbiddenObject(pods, 'x', 'this is why'),
    403,
    'Forbidden',
    'pods "x" is forbidden: this is why',
    { name: 'x', kind: 'pods' },
  ],
  [
    forbiddenObject(deployments, '', 'this is why'),
    403,
    'Forbidden',
    'deployments.apps is forbidden: this is why',
    { group: 'apps', kind: 'deployments' },
  ],
  [
    forbiddenPath('User "u" cannot get path "/foo"'),
    403,
    'Forbidden',
    'forbidden: User "u" cannot get path "/foo"',
    {},
  ],
  [
    namespaceTerminating(pods, 'b', 'nn'),
    403,
    'Forbidden',
    'pods "b" is forbidden: unable to create new content in namespace nn because it is being terminated',
    {
      name: 'b',
      kind: 'pods',
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: 'namespace nn is being terminated',
          field: 'metadata.namespace',
        },
      ],
    },
  ],
  [
    notFound(deployments, 'x'),
    404,
    'NotFound',
    'deployments.apps "x" not found',
    { name: 'x', group: 'apps', kind: 'deployments' },
  ],
  [unknownPath(), 404, 'NotFound', 'the server could not find the requested resource', {}],
  [
    methodNotSupported(),
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  ],
  [notAcceptable(), 406, 'NotAcceptable', '406: Not Acceptable', {}],
  [
    notAcceptableForm(mediaTypes),
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml',
    undefined,
  ],
  [
    alreadyExists(pods, 'a'),
    409,
    'AlreadyExists',
    'pods "a" already exists',
    { name: 'a', kind: 'pods' },
  ],
  [
    beingDeleted(alreadyExists(pods, 'a')),
    409,
    'AlreadyExists',
    'object is being deleted: pods "a" already exists',
    { name: 'a', kind: 'pods' },
  ],
  [
    generatedNameTaken(pods, 'a'),
    409,
    'AlreadyExists',
    'pods "a" already exists, the server was not able to generate a unique name for the object',
    { name: 'a', kind: 'pods', retryAfterSeconds: 1 },
  ],
  [
    conflict(deployments, 'd1', staleWrite),
    409,
    'Conflict',
    'Operation cannot be fulfilled on deployments.apps "d1": the object has been modified; please apply your changes to the latest version and try again',
    { name: 'd1', group: 'apps', kind: 'deployments' },
  ],
  [
    applyConflict([{ manager: '"m1"', path: '.data.a' }]),
    409,
    'Conflict',
    'Apply failed with 1 conflict: conflict with "m1": .data.a',
    {
      causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.data.a' }],
    },
  ],
  [
    applyConflict([
      { manager: '"m1"', path: '.data.a' },
      { manager: '"m1"', path: '.data.b' },
    ]),
    409,
    'Conflict',
    'Apply failed with 2 conflicts: conflicts with "m1":\n- .data.a\n- .data.b',
    {
      causes: [
        { reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.data.a' },
        { reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.data.b' },
      ],
    },
  ],
  [
    expired(watchRevisionTooOld(5, 671)),
    410,
    'Expired',
    'too old resource version: 5 (671)',
    undefined,
  ],
  [
    requestEntityTooLarge('limit is 3145728'),
    413,
    'RequestEntityTooLarge',
    'Request entity too large: limit is 3145728',
    undefined,
  ],
  [
    unsupportedMediaType(mediaTypes),
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
    undefined,
  ],
  [
    unprocessable(),
    422,
    'Invalid',
    'the server rejected our request due to an error in our request',
    {},
  ],
  [
    tooManyRequests('wait', { retryAfterSeconds: 10 }),
    429,
    'TooManyRequests',
    'wait',
    { retryAfterSeconds: 10 },
  ],
  [
    internalError('oh'),
    500,
    'InternalError',
    'Internal error occurred: oh',
    { causes: [{ message: 'oh' }] },
  ],
  [serverError('bare'), 500, undefined, 'bare', undefined],
  [timeout('too slow'), 504, 'Timeout', 'Timeout: too slow', undefined],
  [
    tooLargeResourceVersion(999999, 415),
    504,
    'Timeout',
    'Timeout: Too large resource version: 999999, current: 415',
    {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  ],
];

describe('errors of the API', () => {
  it.each(rows.map((row) => [row[3], row] as const))(
    '%s',
    (_, [error, code, reason, message, details]) => {
      expect(error.status).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message,
        ...(reason !== undefined && { reason }),
        ...(details !== undefined && { details }),
        code,
      });
      expect(error.message).toBe(message);
    },
  );

  it('prints a single field error without brackets', () => {
    const error = invalidObject('apps', 'DaemonSet', 'dd', [required('spec.x')]);
    expect(error.message).toBe('DaemonSet.apps "dd" is invalid: spec.x: Required value');
    expect(error.details).toEqual({
      name: 'dd',
      group: 'apps',
      kind: 'DaemonSet',
      causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.x' }],
    });
  });

  it('prints a repeated field error once and keeps both causes', () => {
    const twice = [invalid('a', show(1), 'no'), invalid('a', show(1), 'no'), required('b')];
    const error = invalidObject('', 'Pod', 'p', twice);
    expect(error.message).toBe('Pod "p" is invalid: [a: Invalid value: 1: no, b: Required value]');
    expect(error.details?.causes).toHaveLength(3);
  });

  it('has no kind for a patch that cannot be decoded', () => {
    const error = invalidObject('', '', '', [invalid('patch', '"x"', 'bad')]);
    expect(error.message).toBe(' "" is invalid: patch: Invalid value: "x": bad');
    expect(Object.keys(error.details!)).toEqual(['causes']);
  });

  it('is distinguished by predicates', () => {
    const predicates = {
      isNotFound,
      isConflict,
      isAlreadyExists,
      isExpired,
      isForbidden,
      isInvalid,
      isNamespaceTerminating,
    };
    const holding = (error: unknown): readonly string[] =>
      Object.entries(predicates).flatMap(([name, holds]) => (holds(error) ? [name] : []));
    expect(holding(notFound(pods, 'x'))).toEqual(['isNotFound']);
    expect(holding(conflict(pods, 'x', staleWrite))).toEqual(['isConflict']);
    expect(holding(beingDeleted(alreadyExists(pods, 'x')))).toEqual(['isAlreadyExists']);
    expect(holding(expired('old'))).toEqual(['isExpired']);
    expect(holding(forbiddenObject(pods, 'x', 'no'))).toEqual(['isForbidden']);
    expect(holding(namespaceTerminating(pods, 'x', 'n'))).toEqual([
      'isForbidden',
      'isNamespaceTerminating',
    ]);
    expect(holding(unprocessable())).toEqual(['isInvalid']);
    expect(holding(new Error('NotFound'))).toEqual([]);
    expect(holding({ reason: 'NotFound' })).toEqual([]);
  });
});
