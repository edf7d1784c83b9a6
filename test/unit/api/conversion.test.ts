import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#values';
import { convertedOf, UnreadableObject } from '../../../src/api/conversion/answered.ts';
import { convertedBy, type ConversionRequest } from '../../../src/api/conversion/review.ts';
import type { ReviewVersion } from '../../../src/api/webhooks/review.ts';

const metadata = { name: 'a', namespace: 'n', uid: 'u', labels: { l: 'x' }, generation: 1 };
const object = { apiVersion: 'g/v1', kind: 'Widget', metadata } as unknown as KubeObject;
const requestOf = (version: ReviewVersion): ConversionRequest => ({
  uid: 'U',
  version,
  object,
  desired: 'g/v2',
});

function reply(body: unknown) {
  return { status: 200, contentType: 'application/json', body: JSON.stringify(body) };
}

describe('what a webhook answers to a conversion', () => {
  const type = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' };
  const good = { uid: 'U', result: { status: 'Success' }, convertedObjects: [1] };
  const scheme = 'in scheme "k8s.io/apiserver/pkg/util/webhook/client.go"';

  it.each<[what: string, body: unknown, text: string]>([
    [
      'no type',
      { response: good },
      'expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=',
    ],
    [
      'another kind',
      { ...type, kind: 'Thing', response: good },
      `no kind "Thing" is registered for version "apiextensions.k8s.io/v1" ${scheme}`,
    ],
    [
      'another group',
      { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response: good },
      `no kind "AdmissionReview" is registered for version "admission.k8s.io/v1" ${scheme}`,
    ],
    [
      'another version',
      { ...type, apiVersion: 'apiextensions.k8s.io/v1beta1', response: good },
      'converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion',
    ],
    [
      'a Status',
      { apiVersion: 'v1', kind: 'Status', status: 'Failure' },
      'converting (v1.Status) to (v1.ConversionReview): unknown conversion',
    ],
    ['no response', type, 'no response provided'],
    [
      'a wrong type',
      { ...type, response: { uid: 5 } },
      'json: cannot unmarshal number into Go struct field ConversionResponse.response.uid of type types.UID',
    ],
    [
      'another uid',
      { ...type, response: { ...good, uid: 'V' } },
      'expected response.uid="U", got "V"',
    ],
    [
      'a null result',
      { ...type, response: { ...good, result: null } },
      "response.result.status was '', not 'Success'",
    ],
    [
      'a failure',
      { ...type, response: { ...good, result: { status: 'Failure', message: 'cannot' } } },
      'cannot',
    ],
  ])('%s fails', (_, body, text) => {
    expect(() => convertedBy(reply(body), requestOf('v1'))).toThrow(new Error(text));
  });

  it('in the older version needs neither type nor uid', () => {
    const body = { response: { ...good, uid: 'V' } };
    expect(convertedBy(reply(body), requestOf('v1beta1'))).toEqual([1]);
  });

  it('without objects has none', () => {
    const { uid, result } = good;
    expect(convertedBy(reply({ ...type, response: { uid, result } }), requestOf('v1'))).toEqual([]);
  });
});

describe('a converted object', () => {
  const converted = { ...object, apiVersion: 'g/v2' };
  const withMetadata = (more: object): object => ({
    ...converted,
    metadata: { ...metadata, ...more },
  });
  const convert = (value: unknown): KubeObject => convertedOf([value], requestOf('v1'));

  it.each<[value: unknown, text: string]>([
    [null, 'unexpected end of JSON input'],
    [5, 'json: cannot unmarshal number into Go value of type map[string]interface {}'],
    ['s', 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    [{ a: 1 }, `Object 'Kind' is missing in '{"a":1}'`],
  ])('%j is not one, which is reported as it is', (value, text) => {
    expect(() => convert(value)).toThrow(new UnreadableObject(text));
  });

  const invalid = 'returned invalid metadata: ';
  it.each<[what: string, value: unknown, text: string]>([
    [
      'labels of another type',
      withMetadata({ labels: 'x' }),
      `${invalid}invalid metadata.labels of type string in converted object`,
    ],
    [
      'annotations of another type',
      withMetadata({ annotations: [] }),
      `${invalid}invalid metadata.annotations of type []interface {} in converted object`,
    ],
    [
      'a label of another type',
      withMetadata({ labels: { a: 1 } }),
      `${invalid}metadata.labels[a] must be a string, but is int64 in converted object`,
    ],
    [
      'an annotation of another type',
      withMetadata({ annotations: { a: 1.5 } }),
      `${invalid}metadata.annotations[a] must be a string, but is float64 in converted object`,
    ],
    [
      'another namespace',
      withMetadata({ namespace: 'm' }),
      'returned invalid object: must have the same namespace: n != m',
    ],
    [
      'another uid',
      withMetadata({ uid: 'v' }),
      'returned invalid object: must have the same UID: u != v',
    ],
    [
      'no metadata',
      { ...converted, metadata: undefined },
      'returned invalid object: must have the same name: a != ',
    ],
  ])('with %s is rejected', (_, value, text) => {
    expect(() => convert(value)).toThrow(new Error(text));
  });

  it('with an invalid label is rejected, unless the object had it before', () => {
    const labels = { l: 'not valid' };
    expect(() => convert(withMetadata({ labels }))).toThrow(
      /^returned invalid metadata: metadata.labels: Invalid value: "not valid": /,
    );
    const old = { ...object, metadata: { ...object.metadata, labels } };
    const request = { ...requestOf('v1'), object: old };
    expect(convertedOf([withMetadata({ labels })], request).metadata.labels).toEqual(labels);
  });

  it.each<[what: string, given: object, kept: object]>([
    ['null as labels', { labels: null }, { labels: undefined }],
    ['other labels', { labels: { m: 'y' } }, { labels: { m: 'y' } }],
    ['annotations', { annotations: { b: 'c' } }, { annotations: { b: 'c' } }],
    ['what it may not change', { generation: 9, finalizers: ['a/b'] }, {}],
  ])('with %s keeps the other metadata', (_, given, kept) => {
    expect(convert(withMetadata(given)).metadata).toEqual({ ...metadata, ...kept });
  });
});
