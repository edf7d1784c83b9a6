/** IPAddresses: who uses an address of the Services. */
import { column, none, ageOf } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import type { Profile } from '../profile/profile.ts';
import { checkStated, type StatedErrors } from '../object/stated-checks.ts';
import { faultOfIp } from '../object/validate-addresses.ts';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import {
  checkDns1123Subdomain,
  checkPathSegment,
  invalidFor,
  semanticEqual,
  type FieldErrors,
} from '#values';
import type { IPAddress, ParentReference } from '#types';

export const ipAddress: Kind<IPAddress> = defineKind<IPAddress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  plural: 'ipaddresses',
  namespaced: false,
  names: { shortNames: ['ip'] },
  rules: {
    namedByPrefix: true,
    validateName(name) {
      const fault = faultOfIp(name);
      return fault === undefined ? [] : [fault];
    },
    validate(errors, { spec }, { profile }) {
      checkStated(errors, profile, (stated) => validateParent(errors, stated, spec.parentRef));
    },
    validateUpdate(errors, object, old, { profile }) {
      validateMetadata(errors, object.metadata, ipAddress);
      checkStated(errors, profile, (stated) => {
        validateParent(errors, stated, object.spec.parentRef);
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        if (semanticEqual(object.spec.parentRef, old.spec.parentRef)) return;
        stated.immutable('spec.parentRef', () => showParent(object.spec.parentRef, profile));
      });
    },
  },
  table: {
    columns: [
      column('ParentRef', 'string', 'The object that uses it.', ({ spec }) => parentText(spec)),
      // Rows have an age for which no column is declared.
      {
        ...column('', 'string', '', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now)),
        isUndeclared: true,
      },
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

/** Shows who uses an address as messages of the release do. */
function showParent(parent: ParentReference | null | undefined, profile: Profile): string {
  if (parent == null) return 'null';
  const { group = '', resource = '', name = '', namespace = '' } = parent;
  const fields = Object.entries({ group, resource, namespace, name }).map(
    ([key, value]) => [`${key[0]!.toUpperCase()}${key.slice(1)}`, JSON.stringify(value)] as const,
  );
  if (profile.enabled('JsonValuesInMessages')) {
    return `{${fields.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
  }
  return `networking.ParentReference{${fields.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

function validateParent(
  errors: FieldErrors,
  stated: StatedErrors,
  parent: ParentReference | null | undefined,
): void {
  const field = 'spec.parentRef';
  if (parent == null) return stated.required(field);
  const { group = '', resource = '', name = '', namespace = '' } = parent;
  if (group !== '') invalidFor(errors, `${field}.group`, group, checkDns1123Subdomain(group));
  for (const [key, value] of Object.entries({ resource, name, namespace })) {
    const at = `${field}.${key}`;
    if (value !== '') invalidFor(errors, at, value, checkPathSegment(value));
    else if (key !== 'namespace') stated.required(at);
  }
}

/** `services/default/kubernetes` */
function parentText({ parentRef }: IPAddress['spec']): string {
  if (parentRef == null) return none;
  const { group = '', resource = '', name = '', namespace = '' } = parentRef;
  const kind = (group === '' ? resource : `${resource}.${group}`).toLowerCase();
  return [kind, ...(namespace === '' ? [] : [namespace]), name].join('/');
}
