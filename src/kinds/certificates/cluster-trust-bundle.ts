/** ClusterTrustBundles: certificates that a cluster trusts, or that a signer asks it to trust. */
import { column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { checkStated } from '../object/stated-checks.ts';
import {
  immutable,
  validateMetadata,
  validateMetadataUpdate,
} from '../object/validate-metadata.ts';
import {
  checkDns1123Subdomain,
  invalid,
  isAuthority,
  latin1Text,
  pemBlocks,
  show,
  tooLong,
  utf8Length,
  type FieldErrors,
  type PemBlock,
} from '#values';
import type { ClusterTrustBundle } from '#types';
import { rareChecks } from '../late-checks.ts';

export const clusterTrustBundle: Kind<ClusterTrustBundle> = defineKind<ClusterTrustBundle>({
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'ClusterTrustBundle',
  plural: 'clustertrustbundles',
  namespaced: false,
  wire: {
    requiresVersion: true,
    selectableFields: { 'spec.signerName': ({ spec }) => spec.signerName ?? '' },
  },
  rules: {
    load: rareChecks.load,
    // What a name may be depends on the signer: checks of the kind look at it.
    metadataChecks: 'last',
    validateName: () => [],
    validate(errors, object) {
      validateBundle(errors, object);
      validateCertificates(errors, object.spec.trustBundle ?? '');
    },
    validateUpdate(errors, object, old, { profile }) {
      validateBundle(errors, object);
      const { signerName = '', trustBundle = '' } = object.spec;
      if (trustBundle !== (old.spec.trustBundle ?? '')) validateCertificates(errors, trustBundle);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      if (signerName === (old.spec.signerName ?? '')) return;
      checkStated(errors, profile, (stated) => {
        stated.add(invalid('spec.signerName', show(signerName), immutable));
      });
    },
  },
  table: {
    columns: [
      column('SignerName', 'string', 'The signer whose certificates these are.', ({ spec }) => {
        return spec.signerName || none;
      }),
    ],
  },
});

function validateBundle(errors: FieldErrors, { metadata, spec }: ClusterTrustBundle): void {
  const { signerName = '' } = spec;
  const validateName = (name: string): readonly string[] => faultsOfName(name, signerName);
  validateMetadata(errors, metadata, { namespaced: false, rules: { validateName } });
  if (signerName !== '') rareChecks.code.validateSignerName(errors, signerName, 'spec.signerName');
}

function faultsOfName(name: string, signer: string): readonly string[] {
  if (signer === '') {
    if (!name.includes(':')) return checkDns1123Subdomain(name);
    return ['ClusterTrustBundle without signer name must not have ":" in its name'];
  }
  const prefix = `${signer.replaceAll('/', ':')}:`;
  if (name.startsWith(prefix)) return checkDns1123Subdomain(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`];
}

const longestBundle = 1024 * 1024;

function validateCertificates(errors: FieldErrors, text: string): void {
  const field = 'spec.trustBundle';
  if (utf8Length(text) > longestBundle) {
    errors.push(tooLong(field, longestBundle, errors.release));
    return;
  }
  const blocks = pemBlocks(text);
  const faults = blocks.flatMap((block, index) => {
    const fault = faultOfBlock(block);
    return fault === undefined ? [] : [`entry ${index} ${fault}`];
  });
  const found = faults.length > 0 ? faults : faultsOfAll(blocks);
  for (const why of found) errors.push(invalid(field, show('<value omitted>'), why));
}

function faultOfBlock({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (hasHeaders) return 'has PEM block headers';
  if (!rareChecks.code.isCertificate(bytes)) return 'does not parse as X.509';
  return isAuthority(bytes) ? undefined : 'does not have the CA bit set';
}

function faultsOfAll(blocks: readonly PemBlock[]): readonly string[] {
  if (blocks.length === 0) return ['at least one trust anchor must be provided'];
  const places = new Map<string, number[]>();
  for (const [index, { bytes }] of blocks.entries()) {
    const key = latin1Text(bytes);
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  return [...places.values()]
    .filter((same) => same.length > 1)
    .map((same) => `duplicate trust anchor (indices [${same.join(' ')}])`);
}
