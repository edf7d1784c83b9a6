import { expect, it } from 'vitest';
import { groupLabel, nameOf } from '../../../../src/server/openapi/names.ts';

// As v1.24's ToValidOperationID makes them.
it.each([
  ['', 'core', 'CoreV1'],
  ['apps', 'apps', 'AppsV1'],
  ['rbac.authorization.k8s.io', 'rbacAuthorization', 'RbacAuthorizationV1'],
  ['stable.example.com', 'stableExampleCom', 'StableExampleComV1'],
  ['x-foo.io', 'xFooIo', 'XFooIoV1'],
  ['a-b.c--d.io', 'aBCDIo', 'ABCDIoV1'],
  ['3scale.net', 'ScaleNet', 'ScaleNetV1'],
  ['v2-3.io', 'v23Io', 'V23IoV1'],
])('calls the group %j %s, and its version %s', (group, label, name) => {
  expect(groupLabel(group)).toBe(label);
  expect(nameOf({ group, version: 'v1', path: '', resources: [] })).toBe(name);
});
