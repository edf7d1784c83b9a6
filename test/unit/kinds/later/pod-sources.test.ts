/** What pods of later releases take from elsewhere: bundles of trust, certificates, devices. */
import { describe, expect, it } from 'vitest';
import { pod, profileOf, withGates } from '#kinds';
import type { Pod, PodResourceClaim, PodSpec } from '#types';
import { findErrors, type FieldErrors } from '#values';
import { validateExtendedClaim } from '../../../../src/kinds/core/pod/validation/extended-claim.ts';
import {
  validateClaims,
  validateUsedClaims,
} from '../../../../src/kinds/core/pod/validation/resource-claims.ts';
import { messages } from '../samples.ts';
import { errorsIn } from './release.ts';

const field = 'spec.volumes[0].projected.sources[0]';
const container = { name: 'c', image: 'i' };

function sourceErrors(source: object): readonly string[] {
  const gates = { ClusterTrustBundleProjection: true, PodCertificateRequest: true };
  const volumes = [{ name: 'v', projected: { sources: [source] } }];
  const profile = withGates(profileOf(37), gates);
  return errorsIn(profile, pod, { spec: { containers: [container], volumes } }).map(withoutStructs);
}

/** How Go prints structs in messages is not what is checked here. */
function withoutStructs(text: string): string {
  return text.replace(/Invalid value: \{.*?\}: /, 'Invalid value: <any>: ');
}

function found(check: (errors: FieldErrors) => void): readonly string[] {
  const profile = profileOf(37);
  return findErrors(check, profile).map((error) =>
    withoutStructs(`${error.field}: ${error.message}`),
  );
}

describe('a bundle of trust', () => {
  const at = `${field}.clusterTrustBundle`;
  const signer = { signerName: 'a.b/c', path: 'x' };

  it.each<[bundle: object, ...errors: string[]]>([
    [{ name: 'a.b:c:d', path: 'x' }],
    [signer],
    [{ ...signer, labelSelector: { matchLabels: { a: 'b' } } }],
    [{ path: 'x' }, `${at}: Required value: either name or signerName must be specified`],
    [
      { ...signer, name: 'a' },
      `${at}: Invalid value: <any>: only one of name and signerName may be used`,
    ],
    [
      { name: '', path: 'x' },
      `${at}.name: Required value: must be a valid object name`,
      `${at}.name: Invalid value: "": not a valid clustertrustbundlename: ${messages.subdomain}`,
    ],
    [
      { name: 'a.b:c:D', path: 'x' },
      `${at}.name: Invalid value: "a.b:c:D": not a valid clustertrustbundlename: ${messages.subdomain}`,
    ],
    [
      { ...signer, labelSelector: { matchLabels: { 'a b': 'b' } } },
      `${at}.labelSelector.matchLabels: Invalid value: "a b": ${messages.name}`,
    ],
    [{ name: 'a' }, `${at}.path: Required value`],
    [{ name: 'a', path: '/x' }, `${at}.path: Invalid value: "/x": must be a relative path`],
  ])('is checked: %j', (bundle, ...errors) => {
    expect(sourceErrors({ clusterTrustBundle: bundle })).toEqual(errors);
  });
});

describe('a certificate', () => {
  const at = `${field}.podCertificate`;
  const certificate = { signerName: 'a.b/c', keyType: 'ED25519', keyPath: 'x' };
  const day = 86_400;

  it.each<[certificate: object, ...errors: string[]]>([
    [{ maxExpirationSeconds: 3600 }],
    [{ maxExpirationSeconds: 91 * day }],
    [
      { maxExpirationSeconds: 3599 },
      `${at}.maxExpirationSeconds: Invalid value: 3599: if provided, maxExpirationSeconds must be >= 3600`,
    ],
    [
      { maxExpirationSeconds: 91 * day + 1 },
      `${at}.maxExpirationSeconds: Invalid value: 7862401: if provided, maxExpirationSeconds must be <= 7862400`,
    ],
    [{ signerName: 'kubernetes.io/c', maxExpirationSeconds: day }],
    [
      { signerName: 'kubernetes.io/c', maxExpirationSeconds: day + 1 },
      `${at}.maxExpirationSeconds: Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400`,
    ],
    [
      { signerName: 'a.kubernetes.io/c', maxExpirationSeconds: day + 1 },
      `${at}.maxExpirationSeconds: Invalid value: 86401: if provided, maxExpirationSeconds must be <= 86400`,
    ],
    [{ signerName: 'akubernetes.io/c', maxExpirationSeconds: day + 1 }],
    [{ userAnnotations: { 'a.b/c': 'x', 'A.b/C': 'y' } }],
    [
      { userAnnotations: { a: 'x' } },
      `${at}.userAnnotations: Invalid value: "a": must be a domain-prefixed key (such as "acme.io/foo")`,
    ],
    [{ userAnnotations: { '': 'x' } }, `${at}.userAnnotations: Required value`],
    [
      { userAnnotations: { 'a.b/c d': 'x' } },
      `${at}.userAnnotations: Invalid value: "a.b/c d": ${messages.name}`,
    ],
    [
      { certificateChainPath: '../x' },
      `${at}.certificateChainPath: Invalid value: "../x": must not contain '..'`,
    ],
    [
      { credentialBundlePath: 'x' },
      'spec.volumes[0].projected: Invalid value: "x": conflicting duplicate paths',
    ],
  ])('is checked: %j', (parts, ...errors) => {
    expect(sourceErrors({ podCertificate: { ...certificate, ...parts } })).toEqual(errors);
  });
});

describe('claims of devices', () => {
  const at = 'spec.resourceClaims';
  const claimErrors = (
    claims: readonly object[],
    annotations?: Readonly<Record<string, string>>,
  ): readonly string[] =>
    found((errors) =>
      validateClaims(errors, claims as readonly PodResourceClaim[], at, annotations),
    );

  it.each<[claims: readonly object[], ...errors: string[]]>([
    [[]],
    [
      [
        { name: 'a', resourceClaimName: 'x' },
        { name: 'b', resourceClaimTemplateName: 'x.y' },
      ],
    ],
    [[{ resourceClaimName: 'x' }], `${at}[0].name: Required value`],
    [
      [
        { name: 'a', resourceClaimName: 'x' },
        { name: 'a', resourceClaimName: 'x' },
      ],
      `${at}[1].name: Duplicate value: "a"`,
    ],
    [
      [{ name: 'A', resourceClaimName: 'x' }],
      `${at}[0].name: Invalid value: "A": ${messages.label}`,
    ],
    [
      [{ name: 'a' }],
      `${at}[0]: Invalid value: <any>: must specify one of: \`resourceClaimName\`, \`resourceClaimTemplateName\``,
    ],
    [
      [{ name: 'a', resourceClaimName: 'x', resourceClaimTemplateName: 'y' }],
      `${at}[0]: Invalid value: <any>: at most one of \`resourceClaimName\` or \`resourceClaimTemplateName\` may be specified`,
    ],
    [
      [{ name: 'a', resourceClaimTemplateName: 'X' }],
      `${at}[0].resourceClaimTemplateName: Invalid value: "X": ${messages.subdomain}`,
    ],
  ])('of a pod are checked: %j', (claims, ...errors) => {
    expect(claimErrors(claims)).toEqual(errors);
  });

  it('are none of static pods', () => {
    const mirror = { 'kubernetes.io/config.mirror': 'x' };
    const fault = ': Forbidden: static pods do not support resource claims';
    expect(claimErrors([{ name: 'A' }, { name: 'B' }], mirror)).toEqual([fault, fault]);
    expect(claimErrors([{ name: 'a', resourceClaimName: 'x' }], {})).toEqual([]);
  });

  const place = 'resources.claims';
  const names = 'must be one of the names in pod.spec.resourceClaims';
  const usedErrors = (claims: readonly object[], ...known: string[]): readonly string[] => {
    const spec = { resourceClaims: known.map((name) => ({ name })) } as unknown as PodSpec;
    return found((errors) => validateUsedClaims(errors, claims as never, spec, place));
  };

  it.each<[claims: readonly object[], ...errors: string[]]>([
    [[]],
    [[{ name: 'a' }, { name: 'b' }]],
    [
      [
        { name: 'a', request: 'x' },
        { name: 'a', request: 'y' },
      ],
    ],
    [[{ name: '' }], `${place}[0]: Required value`],
    [[{ name: 'a' }, { name: 'a' }], `${place}[1]: Duplicate value: "a"`],
    [
      [
        { name: 'a', request: 'x' },
        { name: 'a', request: 'x' },
      ],
      `${place}[1]: Duplicate value: "a/x"`,
    ],
    [[{ name: 'a', request: 'x' }, { name: 'a' }], `${place}[1]: Duplicate value: "a"`],
    [[{ name: 'a', request: 'x' }, { name: 'b' }]],
    [[{ name: 'a', request: 'X' }], `${place}[0].request: Invalid value: "X": ${messages.label}`],
    [[{ name: 'c' }], `${place}[0]: Not found: "c": ${names}: a, b`],
  ])('that containers use are checked: %j', (claims, ...errors) => {
    expect(usedErrors(claims, 'b', 'a', 'b')).toEqual(errors);
  });

  it('that containers use are none where the pod has none', () => {
    expect(usedErrors([{ name: 'c' }])).toEqual([
      `${place}[0]: Not found: "c": ${names} which is empty`,
    ]);
  });
});

describe('the claim for resources that a pod asks for by name', () => {
  const at = 'status.extendedResourceClaimStatus';
  const mapping = { containerName: 'c', resourceName: 'a.b/gpu', requestName: 'r' };
  const claimed = (status: object | undefined): readonly string[] => {
    const resources = { requests: { 'a.b/gpu': '1' } };
    const spec = {
      containers: [{ ...container, resources }],
      initContainers: [{ ...container, name: 'i' }],
    };
    const object = { spec, status: { extendedResourceClaimStatus: status } } as unknown as Pod;
    return found((errors) => validateExtendedClaim(errors, object));
  };
  const ofContainers = 'an entry in spec.initContainers';

  it.each<[parts: object, ...errors: string[]]>([
    [{}],
    [{ resourceClaimName: '' }, `${at}.resourceClaimName: Required value`],
    [
      { resourceClaimName: 'X' },
      `${at}.resourceClaimName: Invalid value: "X": ${messages.subdomain}`,
    ],
    [
      { requestMappings: [] },
      `${at}.requestMappings: Required value: at least one request mapping is required`,
    ],
    [
      { requestMappings: [{ ...mapping, containerName: 'none' }] },
      `${at}.requestMappings[0].containerName: Invalid value: "none": must match the name of ${ofContainers}.name or spec.containers.name`,
    ],
    [
      { requestMappings: [mapping, { ...mapping, containerName: 'i' }] },
      `${at}.requestMappings[1].resourceName: Invalid value: "a.b/gpu": must match the extended resource name of ${ofContainers}.resources.requests or spec.containers.resources.requests`,
    ],
    [
      { requestMappings: [{ ...mapping, requestName: 'R' }] },
      `${at}.requestName: Invalid value: "R": ${messages.label}`,
    ],
    [
      { requestMappings: [mapping, { ...mapping, requestName: 's' }, mapping] },
      `${at}.requestMappings[2].containerName: Duplicate value: "c"`,
      `${at}.requestMappings[2].resourceName: Duplicate value: "a.b/gpu"`,
      `${at}.requestMappings[2].requestName: Duplicate value: "r"`,
    ],
  ])('is checked: %j', (parts, ...errors) => {
    const whole = { resourceClaimName: 'x', requestMappings: [mapping], ...parts };
    expect(claimed(whole)).toEqual(errors);
  });

  it('may be absent', () => {
    expect(claimed(undefined)).toEqual([]);
  });
});
