/** PodCertificateRequests: nodes ask signers for certificates of their pods. */
import { column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { statusAlone } from '../object/subresources.ts';
import { immutable, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { fillAbsent, goJson, invalid, semanticEqual } from '#values';
import type { PodCertificateRequest, PodCertificateRequestSpec } from '#types';
import { decisions } from './decisions.ts';
import { rareChecks } from '../late-checks.ts';

export const podCertificateRequest: Kind<PodCertificateRequest> = defineKind<PodCertificateRequest>(
  {
    group: 'certificates.k8s.io',
    version: 'v1',
    kind: 'PodCertificateRequest',
    plural: 'podcertificaterequests',
    namespaced: true,
    wire: {
      requiresVersion: true,
      selectableFields: {
        'spec.signerName': ({ spec }) => spec.signerName,
        'spec.podName': ({ spec }) => spec.podName,
        'spec.nodeName': ({ spec }) => spec.nodeName,
      },
    },
    subresources: {
      status: statusAlone({
        ownsNoMetadataWith: 'CertificateRequestStatusOwnsNoMetadata',
        validate(errors, object, old, { now }) {
          const count = errors.length;
          validateMetadataUpdate(errors, object.metadata, old.metadata);
          if (errors.length === count)
            rareChecks.code.validateRequestStatus(errors, object, old, now);
        },
      }),
    },
    rules: {
      load: rareChecks.load,
      defaults(object) {
        const whole = fillAbsent(object, { spec: {} as PodCertificateRequestSpec, status: {} });
        const spec = fillAbsent(whole.spec, { maxExpirationSeconds: 86_400 });
        return spec === whole.spec ? whole : { ...whole, spec };
      },
      prepareCreate: (object) => ({ ...object, status: {} }),
      validate: (errors, { spec }, { profile }) =>
        rareChecks.code.validateRequestOfPod(errors, spec, profile),
      validateUpdate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        if (semanticEqual(object.spec, old.spec)) return;
        errors.push(invalid('spec', goJson(object.spec), immutable));
      },
    },
    table: {
      columns: [
        column('PodName', 'string', 'The pod.', ({ spec }) => spec.podName),
        column('ServiceAccountName', 'string', 'Its account.', ({ spec }) => {
          return spec.serviceAccountName;
        }),
        column('NodeName', 'string', 'Its node.', ({ spec }) => spec.nodeName),
        column('SignerName', 'string', 'Who should sign.', ({ spec }) => spec.signerName),
        column('State', 'string', 'The decision about it.', ({ status }) => {
          const result = (status.conditions ?? []).filter(({ type }) => decisions.includes(type));
          return result.at(-1)?.type ?? 'Pending';
        }),
        {
          ...column('UnverifiedUserAnnotations', 'string', 'What the pod says itself.', labelsText),
          priority: 0,
        },
      ],
    },
  },
);

function labelsText({ spec }: PodCertificateRequest): string {
  const pairs = Object.entries(spec.unverifiedUserAnnotations ?? {});
  if (pairs.length === 0) return '<none>';
  return pairs
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');
}
