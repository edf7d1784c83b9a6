/** How later releases name fields and groups, and what quotas are about. */
import { expect, it } from 'vitest';
import {
  certificateSigningRequest,
  ingress,
  networkPolicy,
  priorityClass,
  resourceQuota,
  role,
} from '#kinds';
import { isClaimInScope } from '../../../../src/kinds/core/quota/scopes.ts';
import type { PersistentVolumeClaim } from '#types';
import { changeErrorsIn, errorsIn } from './release.ts';

it('names the value of a priority class by its field from 1.25', () => {
  const of = (value: number) => ({ value });
  const field = (minor: number) => changeErrorsIn(minor, priorityClass, of(1), of(2))[0];
  expect(field(24)).toMatch(/^Value: /);
  expect(field(25)).toMatch(/^value: /);
});

it('says from 1.25 that names of ports lack a letter', () => {
  const given = { spec: { ingress: [{ ports: [{ port: '1-1' }] }] } };
  const why = (minor: number) => errorsIn(minor, networkPolicy, given).join();
  expect(why(24)).toContain('letter or number (a-z, 0-9)');
  expect(why(25)).toContain('must contain at least one letter (a-z)');
});

it('lets ingresses name services that begin with a digit from 1.36', () => {
  const given = { spec: { defaultBackend: { service: { name: '1a', port: { number: 1 } } } } };
  expect(errorsIn(35, ingress, given)).toHaveLength(1);
  expect(errorsIn(36, ingress, given)).toEqual([]);
});

it('reports rules without verbs briefly from 1.37', () => {
  const given = { rules: [{ apiGroups: [''], resources: ['a'] }] };
  const text = 'rules[0].verbs: Required value';
  expect(errorsIn(36, role, given)).toEqual([`${text}: verbs must contain at least one value`]);
  expect(errorsIn(37, role, given)).toEqual([text]);
});

it('finds the fault of contrary decisions in their list from 1.34', () => {
  const condition = (type: string) => ({ type, status: 'True' });
  const decided = (...types: readonly string[]) => ({
    status: { conditions: types.map(condition) },
  });
  const fault = (minor: number) =>
    changeErrorsIn(
      minor,
      certificateSigningRequest,
      decided('Approved'),
      decided('Approved', 'Denied'),
      'approval',
    ).find((text) => /exclusive|at most one/.test(text));
  expect(fault(33)).toMatch(/^status\.conditions\[1\]\.type: .*mutually exclusive$/);
  expect(fault(34)).toMatch(/^status\.conditions: .*mutually exclusive$/);
  expect(fault(37)).toMatch(
    /must specify at most one of: `conditions\[\{"type": "Approved"\}\]`, /,
  );
});

it('has quotas about classes of attributes from 1.33', () => {
  const about = (scopeName: string, operator: string, values?: readonly string[]) => ({
    scopeName,
    operator,
    values,
  });
  const gold = about('VolumeAttributesClass', 'In', ['gold']);
  const given = (resource: string) => ({
    spec: { hard: { [resource]: '1' }, scopeSelector: { matchExpressions: [gold] } },
  });
  expect(errorsIn(32, resourceQuota, given('persistentvolumeclaims'))).toEqual([
    expect.stringContaining('unsupported scope'),
  ]);
  expect(errorsIn(33, resourceQuota, given('persistentvolumeclaims'))).toEqual([]);
  expect(errorsIn(33, resourceQuota, given('pods'))).toHaveLength(1);
  const claim = (spec: object, status?: object) => {
    return { spec, status } as unknown as PersistentVolumeClaim;
  };
  const named = claim({ volumeAttributesClassName: 'gold' });
  expect(isClaimInScope(gold, named)).toBe(true);
  expect(isClaimInScope(gold, claim({}))).toBe(false);
  expect(isClaimInScope(gold, claim({}, { currentVolumeAttributesClassName: 'gold' }))).toBe(true);
  expect(isClaimInScope(about('VolumeAttributesClass', 'Exists'), named)).toBe(true);
  expect(isClaimInScope(about('BestEffort', 'Exists'), named)).toBe(false);
});
