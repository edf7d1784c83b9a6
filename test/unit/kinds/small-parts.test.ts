/** Parts of kinds that are a few lines each. */
import { expect, it } from 'vitest';
import { parseQuantityJson } from '#values';
import type { Pod, Service } from '#types';
import {
  isMethodNotSupported,
  isUnsupportedMediaType,
} from '../../../src/values/errors/error-codes.ts';
import {
  isTooLargeVersion,
  methodNotSupported,
  terminatingKind,
  timeout,
  tooLargeResourceVersion,
  unsupportedMediaType,
  unsupportedPatchType,
  verbNotSupported,
} from '../../../src/values/errors/errors.ts';
import { notRegistered } from '../../../src/schema/decode/mismatch.ts';
import {
  parseFieldSelector,
  unescapeFieldValue,
} from '../../../src/values/selectors/field-selector.ts';
import { selectorString } from '../../../src/values/go/show.ts';
import { parseLabelSelector } from '../../../src/values/selectors/label-selector.ts';
import { regexOf } from '../../../src/values/text/regex.ts';
import { isPodInScope } from '../../../src/kinds/core/quota/scopes.ts';
import { ipsOfService, portsOfService } from '../../../src/kinds/core/service/service-numbers.ts';
import { isPassedOn, specListPart } from '../../../src/kinds/object/subresources.ts';
import { stableSorted } from '../../../src/values/objects/stable-sort.ts';
import { podOf } from './samples.ts';

const widgets = { group: 'example.com', plural: 'widgets' };

it.each([
  [
    verbNotSupported(widgets, 'patch'),
    [405, 'MethodNotAllowed', 'patch is not supported on resources of kind "widgets.example.com"'],
    { group: 'example.com', kind: 'widgets' },
  ],
  [
    terminatingKind(widgets),
    [
      ...[405, 'MethodNotAllowed'],
      'create not allowed while custom resource definition is terminating',
    ],
    { group: 'example.com', kind: 'widgets' },
  ],
  [unsupportedPatchType(), [415, 'UnsupportedMediaType', '415: Unsupported Media Type'], {}],
])('%s', ({ code, reason, message, details }, expected, about) => {
  expect([code, reason, message]).toEqual(expected);
  expect(details).toEqual(about);
});

it('errors are known by their codes', () => {
  const tooLarge = tooLargeResourceVersion(2, 1);
  const errors = [
    methodNotSupported(),
    unsupportedMediaType([]),
    tooLarge,
    timeout('x'),
    new Error('x'),
  ];
  expect(errors.map(isMethodNotSupported)).toEqual([true, false, false, false, false]);
  expect(errors.map(isUnsupportedMediaType)).toEqual([false, true, false, false, false]);
  expect(errors.map(isTooLargeVersion)).toEqual([false, false, true, false, false]);
  for (const is of [isMethodNotSupported, isUnsupportedMediaType, isTooLargeVersion]) {
    expect([405, 415, 504].map((code) => is({ code }))).toEqual([false, false, false]);
  }
});

it.each([
  ['v1', 'no kind "K" is registered for version "v1" in scheme "s"'],
  ['a/__internal', 'no kind "K" is registered for the internal version of group "a" in scheme "s"'],
])('a kind in %s that does not exist', (apiVersion, message) => {
  expect(notRegistered(apiVersion, 'K', 's')).toBe(message);
  expect(notRegistered(apiVersion, 'K')).toBe(
    message.replace('"s"', '"k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"'),
  );
});

it.each<[raw: string, text: string]>([
  ['null', '0'],
  ['"5"', '5'],
  ['" 5Mi "', '5Mi'],
  ['1500', '1500'],
  ['1.5', '1500m'],
])('the quantity %s is %s', (raw, text) => {
  expect(parseQuantityJson(raw).toString()).toBe(text);
});

it.each(['"', '"5', '5"', '""', '"x"', 'true'])('%s is not a quantity', (raw) => {
  expect(() => parseQuantityJson(raw)).toThrow();
});

it.each<[labels: object, text: string]>([
  [
    {},
    '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}',
  ],
  [
    {
      matchLabels: { b: '2', a: '1' },
      matchExpressions: [
        { key: 'k', operator: 'In', values: ['x', 'y'] },
        { key: 'l', operator: 'Exists' },
      ],
    },
    '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},MatchExpressions:[]LabelSelectorRequirement{' +
      'LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},LabelSelectorRequirement{Key:l,Operator:Exists,Values:[],},},}',
  ],
])('the selector %j is shown', (labels, text) => {
  expect(selectorString(labels)).toBe(text);
});

it.each<[text: string, why: string]>([
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
  ['a,', "found '', expected: identifier after ','"],
  ['a=b c', "found 'c', expected: ',' or 'end of string'"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
])('the selector %j is refused', (text, why) => {
  expect(() => parseLabelSelector(text)).toThrow(new Error(why));
});

it('selectors of fields know when they are empty, and what is not escaped', () => {
  expect(['', ',', 'a=b'].map((text) => parseFieldSelector(text).isEmpty())).toEqual([
    ...[true, true, false],
  ]);
  expect(unescapeFieldValue('a\\,b\\=c\\\\d')).toBe('a,b=c\\d');
  const refusals: readonly (readonly [string, string])[] = [
    ['a,b', 'unescaped character in value: 44'],
    ['a=b', 'unescaped character in value: 61'],
    ['a\\b', 'invalid escape sequence: \\b'],
    ['a\\', 'invalid escape sequence: \\'],
  ];
  for (const [text, why] of refusals) {
    expect(() => unescapeFieldValue(text)).toThrow(new Error(`invalid field selector: ${why}`));
  }
});

it.each<[spec: object, ips: readonly number[], ports: readonly number[]]>([
  [{}, [], []],
  [{ clusterIPs: ['0.0.1.2', '::1', 'None'], ports: [{}, { nodePort: 0 }] }, [258], []],
  [{ ports: [{ nodePort: 5 }, { nodePort: 7 }], healthCheckNodePort: 9 }, [], [5, 7, 9]],
  [{ healthCheckNodePort: 0 }, [], []],
])('a service %j has the numbers %j %j', (spec, ips, ports) => {
  const service = { spec } as Service;
  expect([ipsOfService(service), portsOfService(service)]).toEqual([ips, ports]);
  expect([ipsOfService(undefined), portsOfService(undefined)]).toEqual([[], []]);
});

const term = (more: object): object => ({ topologyKey: 'zone', ...more });
const required = (terms: readonly object[]): object => ({
  requiredDuringSchedulingIgnoredDuringExecution: terms,
});
const preferred = (terms: readonly object[]): object => ({
  preferredDuringSchedulingIgnoredDuringExecution: terms.map((podAffinityTerm) => ({
    ...{ weight: 1, podAffinityTerm },
  })),
});

it.each<[affinity: object | undefined, elsewhere: boolean]>([
  [undefined, false],
  [{}, false],
  [{ podAffinity: required([term({})]) }, false],
  [{ podAffinity: required([term({ namespaces: [] })]) }, false],
  [{ podAffinity: required([term({}), term({ namespaces: ['a'] })]) }, true],
  [{ podAntiAffinity: required([term({ namespaceSelector: {} })]) }, true],
  [{ podAffinity: preferred([term({ namespaces: ['a'] })]) }, true],
  [{ podAntiAffinity: preferred([term({}), term({ namespaceSelector: {} })]) }, true],
])('pods with the affinity %j look into other namespaces: %s', (affinity, elsewhere) => {
  const pod: Pod = podOf({ affinity });
  const isIn = (scopeName: string): boolean => isPodInScope({ scopeName, operator: 'Exists' }, pod);
  expect(isIn('CrossNamespacePodAffinity')).toBe(elsewhere);
  expect(isIn('Odd')).toBe(false);
});

it.each<[stream: string | undefined, passed: boolean]>([
  [undefined, false],
  ['text', false],
  ['connection', true],
  ['proxy', true],
])('a subresource with the stream %s is passed on: %s', (stream, passed) => {
  expect(isPassedOn({ ...(stream && { stream: stream as 'text' }) })).toBe(passed);
});

it.each<[wanted: unknown, taken: object]>([
  [['a'], { other: 1, list: ['a'] }],
  [[], { other: 1 }],
  [undefined, { other: 1 }],
  ['x', { other: 1 }],
])('of a list that is written by itself, %j is taken as %j', (wanted, taken) => {
  const part = specListPart('list', { verbs: ['update'], keeps: ['status'] });
  const old = { metadata: {}, spec: { other: 1, list: ['old'] } } as never;
  const metadata = { name: 'm' } as never;
  const next = part.part!.take({ spec: { list: wanted, other: 2 } } as never, old, metadata);
  expect(next).toEqual({ metadata, spec: taken });
  expect([part.verbs, part.part!.keeps, part.hasNoTable]).toEqual([['update'], ['status'], true]);
});

it('expressions have a limit of length and of repetition', () => {
  const tooMuch = 'the regular expression repeats too much; expected smaller numbers in { }';
  expect(regexOf('a{3}', 4).test('aaa')).toBe(true);
  expect(() => regexOf('a{3}b', 4)).toThrow(
    new SyntaxError('a regular expression has at most 4 characters, found 5'),
  );
  expect(() => regexOf(`${'(a{1000}){1000}'.repeat(100)}`, 10_000)).toThrow(
    new SyntaxError(tooMuch),
  );
});

it('long lists are sorted in parts, each by what it has', () => {
  const circle = (a: number, b: number): number => [0, -1, 1][(b - a + 3) % 3]!;
  const list = Array.from({ length: 71 }, (_, index) => (index * 7) % 3);
  const ascending = Array.from({ length: 71 }, (_, index) => (index * 37) % 71);
  expect(stableSorted(ascending, (a, b) => a - b)).toEqual(ascending.map((_, index) => index));
  expect(stableSorted(list, circle).join('')).toMatchInlineSnapshot(
    `"22222222222222222200000000000000000000000011111111111111111111111122222"`,
  );
});
