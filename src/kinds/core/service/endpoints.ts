/** Endpoints: the addresses behind a service. */
import { semanticEqual } from '#values';
import { warningTexts } from '../../late-checks.ts';
import type { Profile } from '../../profile/profile.ts';
import { ageColumn, column, none } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { validateOneList, validateSubsets } from './validate-endpoints.ts';
import type { Endpoints } from '#types';

/** Tables show this many; they only count the others. */
const mostShown = 3;

export const endpoints: Kind<Endpoints> = defineKind<Endpoints>({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  namespaced: true,
  names: { shortNames: ['ep'] },
  wire: { storagePath: 'services/endpoints', createOnUpdate: true },
  rules: {
    validate(errors, object, { profile }) {
      validateSubsets(errors, object.subsets);
      if (profile.enabled('SeedStrict')) validateOneList(errors, object.subsets);
    },
    validateUpdate(errors, object, old, { profile }) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, endpoints);
      const mayStay = profile.enabled('UnchangedEndpointsStay');
      if (!mayStay || !semanticEqual(object.subsets, old.subsets)) {
        validateSubsets(errors, object.subsets);
      }
      if (profile.enabled('SeedStrict')) validateOneList(errors, object.subsets);
    },
    warnings(object, _old, profile) {
      const isCareful = object.metadata.labels?.[managerLabel] === 'endpoint-controller';
      const knows = profile.enabled('AddressesWarnEverywhere');
      return knows && !isCareful ? addressWarnings(object, profile) : [];
    },
  },
  table: {
    columns: [column('Endpoints', 'string', 'Addresses that are ready.', addressesText), ageColumn],
  },
  view: { isMadeByOthers: true },
});

/** Its controller writes addresses as they should be. */
const managerLabel = 'endpoints.kubernetes.io/managed-by';

function addressWarnings({ subsets = [] }: Endpoints, profile: Profile): readonly string[] {
  return subsets.flatMap((subset, index) =>
    (['addresses', 'notReadyAddresses'] as const).flatMap((list) =>
      (subset[list] ?? []).flatMap(({ ip = '' }, at) =>
        warningTexts.code.ipWarnings(`subsets[${index}].${list}[${at}].ip`, ip, profile),
      ),
    ),
  );
}

/**
 * `10.0.0.1:80,10.0.0.2:80,[fd00::1]:80 + 1 more...`: sorted by port; without ports if there are
 * none.
 */
function addressesText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return none;
  const shown: string[] = [];
  let count = 0;
  const add = (text: string): void => {
    if (count++ < mostShown) shown.push(text);
  };
  for (const { addresses = [], ports = [] } of subsets) {
    if (ports.length === 0) for (const { ip } of addresses) add(ip);
    for (const { port } of ports) for (const { ip } of addresses) add(withPort(ip, port));
  }
  const text = shown.join(',');
  return count > mostShown ? `${text} + ${count - mostShown} more...` : text;
}

function withPort(ip: string, port: number): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}
