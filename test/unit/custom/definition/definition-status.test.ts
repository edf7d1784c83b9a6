/** The conditions of definitions of custom resources. */
import { describe, expect, it } from 'vitest';
import { formatTime } from '#values';
import { namesAccepted } from '#custom';
import type { CustomResourceDefinition } from '#types';
import {
  asEstablished,
  established,
  isDefinitionTrue,
  withDefinitionCondition,
} from '../../../../src/custom/definition/status.ts';

const names = { plural: 'widgets', kind: 'Widget' };
const definition = (status: object = {}): CustomResourceDefinition =>
  ({ spec: { names }, status }) as unknown as CustomResourceDefinition;
const at = (ms: number): object => ({ lastTransitionTime: formatTime(ms) });
const { conditions } = asEstablished(definition(), 1000).status;

describe('a definition', () => {
  it('gets a condition with its time, and keeps the others', () => {
    expect(conditions).toEqual([
      { ...namesAccepted, ...at(1000) },
      { ...established, ...at(1000) },
    ]);
    expect(asEstablished(definition({ storedVersions: ['v1'] }), 0).status).toMatchObject({
      acceptedNames: names,
      storedVersions: ['v1'],
    });
  });

  it('is the same one when it has the condition, or any', () => {
    const whole = definition({ conditions });
    expect(withDefinitionCondition(whole, established, 5000)).toBe(whole);
    expect(asEstablished(whole, 5000)).toBe(whole);
  });

  it('has the time of a change of the status, not of the message', () => {
    const changed = (condition: object) =>
      withDefinitionCondition(definition({ conditions }), { ...established, ...condition }, 5000)
        .status.conditions![1];
    expect(changed({ message: 'other' })).toEqual({
      ...established,
      message: 'other',
      ...at(1000),
    });
    expect(changed({ status: 'False' })).toEqual({ ...established, status: 'False', ...at(5000) });
  });

  it.each([
    [undefined, false],
    [[], false],
    [null, false],
    [[{ ...established, status: 'False' }], false],
    [[namesAccepted], false],
    [[namesAccepted, established], true],
  ])('with %j is established: %s', (present, expected) => {
    expect(isDefinitionTrue(definition({ conditions: present }), 'Established')).toBe(expected);
  });
});
