/** Objects inside custom resources: how they are read, and what is wrong with them. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import type { FieldErrors } from '#values';
import type { JSONSchemaProps } from '#types';
import { checkEmbedded } from '../../../src/custom/checks/embedded.ts';
import { coerceEmbedded } from '../../../src/custom/embedded.ts';
import { Structure } from '../../../src/schema/structure/structure.ts';

const embedded = { 'x-kubernetes-embedded-resource': true };
const metadata = defaultProfile.schemas.of('meta/v1', 'ObjectMeta');
const e = new Structure({ properties: { e: embedded } }, true);

describe('an embedded object is read', () => {
  it.each<[what: string, given: object, read?: object]>([
    ['as it is', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { b: 1 } }],
    ['with texts that are empty', { apiVersion: '', kind: '' }],
    [
      'without unknown fields of its metadata',
      { metadata: { name: 'a', odd: 1 }, odd: 1 },
      { metadata: { name: 'a' }, odd: 1 },
    ],
    ['without nulls in its metadata', { metadata: { name: null } }, { metadata: {} }],
    ['with metadata for null', { metadata: null }, { metadata: {} }],
    [
      'without a time of creation that is not set',
      { metadata: { creationTimestamp: null, name: 'a' } },
      { metadata: { name: 'a' } },
    ],
    [
      'with a time of creation that is set',
      { metadata: { creationTimestamp: '2026-01-01T00:00:00Z' } },
    ],
  ])('%s', (_, given, read = given) => {
    expect(coerceEmbedded(e, { e: given }, { metadata })).toEqual({ e: read });
  });

  it.each<[given: object, message: string]>([
    [{ apiVersion: 1 }, 'e.apiVersion: Invalid value: 1: must be a string'],
    [{ kind: [] }, 'e.kind: Invalid value: []interface {}{}: must be a string'],
    [{ metadata: 'x' }, 'e.metadata: Invalid value: "x": '],
    [
      { metadata: { labels: 'x' } },
      'cannot unmarshal string into Go struct field ObjectMeta.labels',
    ],
  ])('only of a good form: %j', (given, message) => {
    expect(() => coerceEmbedded(e, { e: given }, { metadata })).toThrow(message);
  });

  it('in fields, lists and maps, by the path where it stands', () => {
    const item: JSONSchemaProps = { type: 'object', properties: { e: embedded } };
    const structure = new Structure({
      properties: {
        field: item,
        list: { type: 'array', items: item },
        map: { type: 'object', additionalProperties: item },
      },
    });
    const wrong = { e: { kind: 1 } };
    const messageOf = (value: object): string => {
      try {
        coerceEmbedded(structure, value, { metadata });
      } catch (error) {
        return (error as Error).message.split(':')[0]!;
      }
      return '';
    };
    expect(messageOf({ field: wrong })).toBe('field.e.kind');
    expect(messageOf({ list: [{}, wrong] })).toBe('list[1].e.kind');
    expect(messageOf({ map: { k: wrong } })).toBe('map[k].e.kind');
    expect(messageOf({ unknown: wrong })).toBe('');
  });

  it('but not the object itself, whose metadata are read elsewhere', () => {
    const root = new Structure(embedded, true);
    const value = { kind: 1, metadata: { odd: 1 } };
    expect(coerceEmbedded(root, value, { metadata })).toEqual(value);
  });
});

describe('an embedded object is checked', () => {
  const errorsOf = (structure: Structure, value: object): readonly string[] => {
    const found: FieldErrors = [];
    checkEmbedded(found, structure, value);
    return found.map(({ field, message }) => `${field}: ${message}`);
  };
  const good = { apiVersion: 'apps/v1', kind: 'Pod' };
  const label =
    "may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

  it.each<[value: object, ...errors: string[]]>([
    [good],
    [{ ...good, metadata: {} }],
    [{ ...good, metadata: { name: '', namespace: 'a' } }],
    [{ ...good, metadata: 'x' }],
    [
      { ...good, apiVersion: 'a/b/c' },
      'e.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    ],
    [{ ...good, kind: 'my_Pod' }, `e.kind: Invalid value: "my_Pod": ${label}`],
    [{ ...good, kind: '' }, 'e.kind: Required value: must not be empty'],
    [{ ...good, kind: false }, 'e.kind: Invalid value: false: must be a string'],
    [
      { ...good, metadata: { name: 'a%' } },
      'e.metadata.name: Invalid value: "a%": may not contain \'%\'',
    ],
    [
      { ...good, metadata: { generation: -1 } },
      'e.metadata.generation: Invalid value: -1: must be greater than or equal to 0',
    ],
  ])('%j', (value, ...errors) => {
    expect(errorsOf(e, { e: value })).toEqual(errors);
  });

  it('in fields, lists and maps, by the path where it stands', () => {
    const item: JSONSchemaProps = { type: 'object', properties: { e: embedded } };
    const structure = new Structure({
      properties: {
        field: item,
        list: { type: 'array', items: item },
        free: { type: 'array' },
        map: { type: 'object', additionalProperties: item },
      },
    });
    const wrong = { e: { apiVersion: 'v1' } };
    const value = {
      ...{ field: wrong, list: [{}, wrong], free: [wrong], map: { k: wrong }, unknown: wrong },
    };
    const needs = 'Required value: must not be empty';
    expect(errorsOf(structure, value)).toEqual([
      `field.e.kind: ${needs}`,
      `list[1].e.kind: ${needs}`,
      `map[k].e.kind: ${needs}`,
    ]);
  });

  it('but not the object itself', () => {
    expect(errorsOf(new Structure(embedded, true), {})).toEqual([]);
  });
});
