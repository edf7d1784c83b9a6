/** Names and groups that definitions may have. */
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { findErrors } from '#values';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '#types';
import {
  nameFaults,
  requireNames,
  validateGroup,
} from '../../../../src/custom/definition/validation/names.ts';
import { asEstablished } from '../../../../src/custom/definition/status.ts';

const named = (plural: string, group: string, status: object = {}) =>
  ({
    spec: { group, names: { plural, kind: 'Widget' } },
    status,
  }) as unknown as CustomResourceDefinition;

describe('the group of a definition', () => {
  const errorsOf = (group: string): readonly string[] =>
    findErrors((errors) => validateGroup(errors, group), defaultProfile).map(
      ({ field, message }) => `${field}: ${message}`,
    );

  it.each(['example.com', 'a.b'])('may be %s', (group) => {
    expect(errorsOf(group)).toEqual([]);
  });

  it('is there, has a dot, and is a domain', () => {
    expect(errorsOf('')).toEqual(['spec.group: Required value']);
    expect(errorsOf('example')).toEqual([
      'spec.group: Invalid value: "example": should be a domain with at least one dot',
    ]);
    const [fault, ...others] = errorsOf(`A.${'b'.repeat(252)}`);
    expect(fault).toMatch(
      /^spec\.group: Invalid value: "A\..*must be no more than 253 characters,/,
    );
    expect(others).toEqual([]);
  });
});

it('the name of a definition is that of its resource and its group', () => {
  const definition = named('widgets', 'example.com');
  const other = 'must be spec.names.plural+"."+spec.group';
  expect(nameFaults(definition, 'widgets.example.com')).toEqual([]);
  expect(nameFaults(definition, 'gadgets.example.com')).toEqual([other]);
  expect(nameFaults(definition, 'widgets.example.org')).toEqual([other]);
  expect(nameFaults(definition, 'Widgets.example.com')).toHaveLength(2);
});

it.each(['plural', 'singular', 'kind', 'listKind'])('a definition needs the name %s', (name) => {
  const names = { plural: 'ws', singular: 'w', kind: 'W', listKind: 'WList', [name]: '' };
  const errors = findErrors(
    (found) => requireNames(found, names as CustomResourceDefinitionNames, 'spec.names'),
    defaultProfile,
  );
  expect(errors.map(({ field }) => field)).toEqual([`spec.names.${name}`]);
});

it('a definition is established, unless it has a condition already', () => {
  const bare = asEstablished(named('widgets', 'example.com'), 0);
  expect(bare.status.conditions!.map(({ type, status }) => `${type} ${status}`)).toEqual([
    ...['NamesAccepted True', 'Established True'],
  ]);
  expect(bare.status.acceptedNames).toBe(bare.spec.names);
  const conditions = [{ type: 'NamesAccepted', status: 'False' }];
  const refused = named('widgets', 'example.com', { conditions });
  expect(asEstablished(refused, 0)).toBe(refused);
});
