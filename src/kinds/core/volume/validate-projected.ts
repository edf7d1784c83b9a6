/** Checks of volumes whose files come from several places. */
import {
  checkDns1123Subdomain,
  checkQualifiedName,
  forbidden,
  goJson,
  invalid,
  invalidFor,
  isSince,
  required,
  show,
  type FieldErrors,
} from '#values';
import { validateSignerName } from '../../certificates/validate-signer-name.ts';
import { validateLabelSelector } from '../../object/validate-labels.ts';
import { validateFileMode, validateFilePath } from '../../object/validate-paths.ts';
import { validateOneOf } from '../../object/validate-values.ts';
import type {
  ClusterTrustBundleProjection,
  PodCertificateProjection,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '#types';
import { validateFile, validateItem } from './validate-volume-sources.ts';

/** The paths of the files so far. */
interface Taken {
  /** Adds a path; `shown` is what an error about it says. */
  add(path: string | undefined, shown: string | undefined): void;
}

/** No two files of all the sources may have the same path. */
export function validateProjected(
  errors: FieldErrors,
  { defaultMode, sources }: ProjectedVolumeSource,
  field: string,
): void {
  validateFileMode(errors, defaultMode, `${field}.defaultMode`);
  const paths = new Set<string>();
  const taken: Taken = {
    add(path, shown = '') {
      if (!path) return;
      if (paths.has(path)) errors.push(invalid(field, show(shown), 'conflicting duplicate paths'));
      paths.add(path);
    },
  };
  for (const [index, source] of (sources ?? []).entries()) {
    const at = `${field}.sources[${index}]`;
    if (validateSources(errors, source, taken, at, field) < 2) continue;
    const each = isSince(errors, 'SourcesCountedEach') ? ' per source' : '';
    errors.push(forbidden(at, `may not specify more than 1 volume type${each}`));
  }
}

/** Returns how many there are. `volume` is the path of the volume. */
function validateSources(
  errors: FieldErrors,
  source: VolumeProjection,
  taken: Taken,
  field: string,
  volume: string,
): number {
  const { downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } = source;
  for (const name of ['secret', 'configMap'] as const) {
    const projection = source[name];
    if (projection == null) continue;
    if (!projection.name) errors.push(required(`${field}.${name}.name`));
    for (const [index, item] of (projection.items ?? []).entries()) {
      validateItem(errors, item, `${field}.${name}.items[${index}]`);
      taken.add(item.path, projection.name);
    }
  }
  for (const item of downwardAPI?.items ?? []) {
    validateFile(errors, item, `${field}.downwardAPI`);
    taken.add(item.path, item.path);
  }
  if (serviceAccountToken != null) {
    validateToken(errors, serviceAccountToken, `${field}.serviceAccountToken`, volume);
  }
  if (clusterTrustBundle != null) {
    validateBundle(errors, clusterTrustBundle, `${field}.clusterTrustBundle`);
    taken.add(clusterTrustBundle.path, clusterTrustBundle.path);
  }
  if (podCertificate != null) {
    validateCertificate(errors, podCertificate, taken, `${field}.podCertificate`);
  }
  return Object.values(source).filter((part) => part != null).length;
}

const shortestTokenSeconds = 600;
const longestTokenSeconds = 2 ** 32;

/** How long a token of a service account may be valid. */
export function validateTokenSeconds(errors: FieldErrors, seconds: number, field: string): void {
  if (seconds < shortestTokenSeconds) {
    const why = 'may not specify a duration less than 10 minutes';
    errors.push(invalid(field, show(seconds), why));
  }
  if (seconds > longestTokenSeconds) {
    const why = 'may not specify a duration larger than 2^32 seconds';
    errors.push(invalid(field, show(seconds), why));
  }
}

/** @param volume the path of the volume, where the token's path is reported */
function validateToken(
  errors: FieldErrors,
  { expirationSeconds, path }: ServiceAccountTokenProjection,
  field: string,
  volume: string,
): void {
  validateTokenSeconds(errors, expirationSeconds ?? 0, `${field}.expirationSeconds`);
  if (!path) errors.push(required(`${volume}.path`));
  else if (isSince(errors, 'AddressesByExample')) {
    validateFilePath(errors, path, `${volume}.path`);
  }
}

function validateBundle(
  errors: FieldErrors,
  bundle: ClusterTrustBundleProjection,
  field: string,
): void {
  const { name, signerName, labelSelector, path } = bundle;
  if (name != null && signerName != null) {
    errors.push(invalid(field, goJson(bundle), 'only one of name and signerName may be used'));
  } else if (name != null) {
    if (name === '') errors.push(required(`${field}.name`, 'must be a valid object name'));
    const own = name.slice(name.lastIndexOf(':') + 1);
    const faults = checkDns1123Subdomain(own);
    const messages = faults.map((fault) => `not a valid clustertrustbundlename: ${fault}`);
    invalidFor(errors, `${field}.name`, name, messages);
    if (labelSelector != null) {
      const why = 'labelSelector must be unset if name is specified';
      errors.push(invalid(`${field}.labelSelector`, JSON.stringify(labelSelector), why));
    }
  } else if (signerName != null) {
    if (signerName === '') {
      errors.push(required(`${field}.signerName`, 'must be a valid signer name'));
    }
    validateSignerName(errors, signerName, `${field}.signerName`);
    validateLabelSelector(errors, labelSelector, `${field}.labelSelector`);
  } else {
    errors.push(required(field, 'either name or signerName must be specified'));
  }
  if (!path) errors.push(required(`${field}.path`));
  validateFilePath(errors, path ?? '', `${field}.path`);
}

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];
const daySeconds = 24 * 60 * 60;
const leastSeconds = 60 * 60;

/** Annotations for who signs a certificate, whose keys have a domain, in any case. */
function validateUserAnnotations(
  errors: FieldErrors,
  annotations: Readonly<Record<string, string>>,
  field: string,
): void {
  for (const name of Object.keys(annotations)) {
    const key = name.toLowerCase();
    const faults = checkQualifiedName(key, errors.release);
    if (key === '') errors.push(required(field));
    else if (faults.length > 0) invalidFor(errors, field, key, faults);
    else if (!key.includes('/')) {
      const why = 'must be a domain-prefixed key (such as "acme.io/foo")';
      errors.push(invalid(field, show(key), why));
    }
  }
}

function validateCertificate(
  errors: FieldErrors,
  certificate: PodCertificateProjection,
  taken: Taken,
  field: string,
): void {
  const { signerName = '', keyType = '', maxExpirationSeconds: seconds } = certificate;
  validateSignerName(errors, signerName, `${field}.signerName`);
  validateUserAnnotations(errors, certificate.userAnnotations ?? {}, `${field}.userAnnotations`);
  validateOneOf(errors, keyType, keyTypes, `${field}.keyType`);
  const host = signerName.split('/')[0]!;
  const isOfKubernetes = host === 'kubernetes.io' || host.endsWith('.kubernetes.io');
  const most = isOfKubernetes ? daySeconds : 91 * daySeconds;
  const at = `${field}.maxExpirationSeconds`;
  if (seconds != null && seconds < leastSeconds) {
    const why = `if provided, maxExpirationSeconds must be >= ${leastSeconds}`;
    errors.push(invalid(at, show(seconds), why));
  }
  if (seconds != null && seconds > most) {
    errors.push(invalid(at, show(seconds), `if provided, maxExpirationSeconds must be <= ${most}`));
  }
  const places = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const;
  for (const place of places) {
    const path = certificate[place];
    if (!path) continue;
    validateFilePath(errors, path, `${field}.${place}`);
    taken.add(path, path);
  }
  if (places.some((place) => certificate[place])) return;
  const paths = 'credentialBundlePath, keyPath, and certificateChainPath';
  errors.push(required(field, `specify at least one of ${paths}`));
}
