/** What webhooks answer, read and checked. */
import { describe, expect, it } from 'vitest';
import { pod, type Kind } from '#kinds';
import { checkReview, readAnswer } from '../../../../src/api/admission/webhooks/answer.ts';
import { type ReviewVersion, reviewVersionIn } from '../../../../src/api/webhooks/review.ts';
import { readReply } from '../../../../src/api/webhooks/reply.ts';

const reply = (status: number, body: string, contentType = '') => ({ status, body, contentType });
const failure = (message: string, more: object = {}): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', message, ...more });
const silent = (status: number): string =>
  `the server responded with the status code ${status} but did not return more information`;

describe('an answer over HTTP', () => {
  it.each([
    [200, '{"a":1}', { a: 1 }],
    [206, ' {"a":1}', { a: 1 }],
    [201, 'null', {}],
  ])('of %d with %s', (status, body, found) => {
    expect(readReply(reply(status, body))).toEqual(found);
  });

  it.each([
    [200, '', '', '0-length response with status code: 200 and content type: application/json'],
    [204, '', 'text/x', '0-length response with status code: 204 and content type: text/x'],
    [200, '{"a"', '', "couldn't get version/kind; json parse error: "],
    [200, 'text', '', 'json: cannot unmarshal string into Go value'],
    [200, '[1]', '', 'json: cannot unmarshal array into Go value'],
    [207, '{}', '', silent(207)],
    [199, '{}', '', silent(199)],
    [418, 'short and stout', '', silent(418)],
    [400, '', '', 'the server rejected our request for an unknown reason'],
    [401, '', '', 'the server has asked for the client to provide credentials'],
    [404, 'x', '', 'the server could not find the requested resource'],
    [405, '', '', 'the server does not allow this method on the requested resource'],
    [409, '', '', 'the server reported a conflict'],
    [422, '', '', 'the server rejected our request due to an error in our request'],
    [429, '', '', 'the server has received too many requests and has asked us to try again later'],
    [503, '', '', 'the server is currently unable to handle the request'],
    [
      504,
      '',
      '',
      'the server was unable to return a response in the time allotted, but may still be processing the request',
    ],
    [
      500,
      ' broken ',
      'text/plain',
      'an error on the server ("broken") has prevented the request from succeeding',
    ],
    [
      500,
      'broken',
      'application/json',
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [499, 'x', '', silent(499)],
    [403, ' no ', '', 'no'],
    [415, 'what', '', 'what'],
    [406, 'not this', '', 'not this'],
    [406, '', '', silent(406)],
    [406, 'not this', 'application/json', silent(406)],
    [500, failure('as told'), 'application/json', 'as told'],
    [404, failure('as told', { kind: undefined }), '', 'as told'],
    [404, failure('no', { status: 'Success' }), '', 'the server could not find the requested'],
    [404, failure('no', { kind: 'Other' }), '', 'the server could not find the requested'],
  ])('of %d with "%s" (%s) is an error', (status, body, contentType, message) => {
    let found = '';
    try {
      readReply(reply(status, body, contentType));
    } catch (error) {
      found = (error as Error).message;
    }
    expect(found).toContain(message);
  });

  it('is shown at most in part', () => {
    const long = 'x'.repeat(3000);
    expect(() => readReply(reply(403, long))).toThrow(
      expect.objectContaining({ message: 'x'.repeat(2048) }),
    );
  });
});

it.each<[taken: readonly string[], version: ReviewVersion | undefined]>([
  [['v1', 'v1beta1'], 'v1'],
  [['v2', 'v1beta1', 'v1'], 'v1beta1'],
  [['v2'], undefined],
  [[], undefined],
])('of %j the first that there is is %s', (taken, version) => {
  expect(reviewVersionIn(taken)).toBe(version);
});

const type = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' };
const call = (version: ReviewVersion = 'v1') => ({
  ...{ version, uid: 'u' },
  kind: pod as unknown as Kind,
});

describe('a review', () => {
  const read = (body: object, version: ReviewVersion = 'v1') =>
    readAnswer(reply(200, JSON.stringify(body)), call(version));

  it.each([
    [type, 'v1'],
    [{}, 'v1'],
    [{ ...type, apiVersion: 'admission.k8s.io/v1beta1' }, 'v1beta1'],
  ] as const)('%j is read as %s', (body, version) => {
    expect(read({ ...body, response: { uid: 'u', allowed: true } }, version).response).toEqual({
      uid: 'u',
      allowed: true,
    });
  });

  it.each([
    [
      { ...type, kind: 'Review' },
      'no kind "Review" is registered for version "admission.k8s.io/v1" in scheme "k8s.io/apiserver/pkg/util/webhook/client.go"',
    ],
    [{ ...type, apiVersion: 'admission.k8s.io/v2' }, 'no kind "AdmissionReview" is registered'],
    [{ apiVersion: 'v2', kind: 'Status' }, 'no kind "Status" is registered for version "v2"'],
    [
      { apiVersion: 'v1', kind: 'Status' },
      'converting (v1.Status) to (v1.AdmissionReview): unknown conversion',
    ],
    [
      { ...type, apiVersion: 'admission.k8s.io/v1beta1' },
      'converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
    ],
    [{ ...type, response: { uid: 7 } }, 'json: cannot unmarshal number'],
  ])('%j is refused', (body, message) => {
    expect(() => read(body)).toThrow(message);
  });
});

describe('the response in a review', () => {
  const response = { uid: 'u', allowed: true };
  const patched = { ...response, patch: 'W10=', patchType: 'JSONPatch' };

  it.each([
    [response, true],
    [response, false],
    [patched, true],
  ])('%j, of a mutating webhook: %s, is taken', (answer, isMutating) => {
    expect(checkReview({ ...type, response: answer }, call(), isMutating)).toBe(answer);
  });

  it.each([
    [type, undefined, true, 'webhook response was absent'],
    [type, { ...response, uid: 'v' }, true, 'expected response.uid="u", got "v"'],
    [
      {},
      response,
      true,
      'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=',
    ],
    [
      { ...type, apiVersion: 'v1' },
      response,
      true,
      'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /v1, Kind=AdmissionReview',
    ],
    [
      { ...type, apiVersion: 'a/v1' },
      response,
      true,
      'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got a/v1, Kind=AdmissionReview',
    ],
    [{ ...type, kind: 'Other' }, response, true, 'got admission.k8s.io/v1, Kind=Other'],
    [type, patched, false, 'validating webhook may not return response.patch'],
    [
      type,
      { ...response, patchType: 'JSONPatch' },
      false,
      'validating webhook may not return response.patchType',
    ],
    [
      type,
      { ...response, patch: 'W10=' },
      true,
      'webhook returned response.patch but not response.patchType',
    ],
    [
      type,
      { ...response, patchType: 'JSONPatch' },
      true,
      'webhook returned response.patchType but not response.patch',
    ],
    [
      type,
      { ...patched, patchType: '' },
      true,
      'webhook returned invalid response.patchType of ""',
    ],
  ])('of %j: %j is refused', (review, answer, isMutating, message) => {
    expect(() => checkReview({ ...review, response: answer! }, call(), isMutating)).toThrow(
      message,
    );
  });

  it('of the older version is taken with less', () => {
    const older = { ...patched, uid: 'v', auditAnnotations: {}, status: {}, warnings: ['w'] };
    expect(checkReview({ response: older as never }, call('v1beta1'), false)).toEqual({
      ...{ uid: 'v', allowed: true, status: {}, warnings: ['w'], patch: 'W10=' },
    });
    expect(checkReview({ response }, call('v1beta1'), true)).toEqual(response);
  });
});
