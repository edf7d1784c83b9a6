/** CertificateSigningRequests: who wants which certificate from which signer, and the decision about it. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind, Subresource } from '../object/kind.ts';
import {
  changeElements,
  changeField,
  copyOf,
  fillAbsent,
  omitFields,
  formatHumanDuration,
  formatTime,
} from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import type { PartRules, Requester } from '../object/part.ts';
import { statusPart } from '../object/subresources.ts';
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from '#types';
import type { Settable } from './validate-certificate-signing-request.ts';
import { rareChecks } from '../late-checks.ts';

export const certificateSigningRequest: Kind<CertificateSigningRequest> =
  defineKind<CertificateSigningRequest>({
    group: 'certificates.k8s.io',
    version: 'v1',
    kind: 'CertificateSigningRequest',
    plural: 'certificatesigningrequests',
    namespaced: false,
    names: { shortNames: ['csr'] },
    wire: { selectableFields: { 'spec.signerName': ({ spec }) => spec.signerName } },
    subresources: { approval: approvalPart(), status: certificatePart() },
    rules: {
      load: rareChecks.load,
      fixedParts: ['spec'],
      defaults: (object) =>
        fillAbsent(object, { spec: {} as CertificateSigningRequestSpec, status: {} }),
      prepareCreate: (object, _, user) => ({
        ...object,
        spec: requestedBy(object.spec, user),
        status: {},
      }),
      prepareUpdate: (object, old) => ({ ...object, spec: old.spec }),
      validateName: () => [],
      validate: (errors, object) => rareChecks.code.validateSigningRequest(errors, object),
      ...checksOf({ approval: false, certificate: false }),
    },
    table: {
      columns: [
        ageColumn,
        column('SignerName', 'string', 'Who should sign.', ({ spec }) => spec.signerName || none),
        column('Requestor', 'string', 'Who asked.', ({ spec }) => spec.username ?? ''),
        column('RequestedDuration', 'string', 'How long it should be valid.', ({ spec }) =>
          spec.expirationSeconds == null
            ? none
            : formatHumanDuration(spec.expirationSeconds * 1000),
        ),
        column(
          'Condition',
          'string',
          'The decision about it, and whether it is signed.',
          ({ status }) => stateOf(status),
        ),
      ],
    },
  });

/** Who asked is what the server knows, not what was sent. */
function requestedBy(
  spec: CertificateSigningRequestSpec,
  user: Requester | undefined,
): CertificateSigningRequestSpec {
  const own = omitFields(spec, ['username', 'uid', 'groups', 'extra']);
  if (user === undefined) return own;
  const { name, uid, groups, extra } = user;
  return {
    ...own,
    username: name,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  };
}

/** The checks of the changes that an endpoint may make. */
function checksOf(settable: Settable) {
  return {
    validateUpdate(
      ...[errors, object, old]: Parameters<
        NonNullable<Kind<CertificateSigningRequest>['rules']['validateUpdate']>
      >
    ): void {
      validateMetadata(errors, object.metadata, certificateSigningRequest);
      rareChecks.code.validateSigningRequest(errors, object, old);
      rareChecks.code.validateSigningRequestChange(errors, object, old, settable);
      validateMetadataUpdate(errors, object.metadata, old.metadata);
    },
  };
}

/** `/approval` writes the conditions alone. */
function approvalPart(): Subresource<CertificateSigningRequest> {
  const rules: PartRules<CertificateSigningRequest> = {
    prepare(object, old, { now }) {
      const stamped = withTimes(object, old, now);
      const status = copyOf(old.status);
      const { conditions } = stamped.status;
      if (conditions === undefined)
        return { ...stamped, status: omitFields(status, ['conditions']) };
      return { ...stamped, status: { ...status, conditions } };
    },
    validate: checksOf({ approval: true, certificate: false }).validateUpdate,
  };
  return statusPart(rules);
}

/** `/status` writes all but the approval, which stays when it is sent in another form. */
function certificatePart(): Subresource<CertificateSigningRequest> {
  return statusPart({
    prepare(object, old, { now }) {
      const withApproval = ['Approved', 'Denied'].reduce(
        (result, type) => keepApproval(result, old, type),
        object,
      );
      return withTimes(withApproval, old, now);
    },
    validate: checksOf({ approval: false, certificate: true }).validateUpdate,
  });
}

function keepApproval(
  object: CertificateSigningRequest,
  { status: old }: CertificateSigningRequest,
  type: string,
): CertificateSigningRequest {
  const before = (old.conditions ?? []).filter((each) => each.type === type);
  const now = (object.status?.conditions ?? []).filter((each) => each.type === type);
  if (now.length !== before.length) return object;
  let next = 0;
  return changeField(object, 'status', (status) =>
    changeElements(status, 'conditions', (each) => (each.type === type ? before[next++]! : each)),
  );
}

/** Conditions get the times that they lack. */
function withTimes(
  object: CertificateSigningRequest,
  { status: old }: CertificateSigningRequest,
  now: number,
): CertificateSigningRequest {
  const time = formatTime(now);
  const whole = fillAbsent(object, { status: {} });
  return changeField(whole, 'status', (status) =>
    changeElements(status, 'conditions', (condition) => {
      const lastTransitionTime = transitionOf(condition, old) ?? time;
      return fillAbsent(condition, { lastUpdateTime: time, lastTransitionTime });
    }),
  );
}

function transitionOf(
  { type, status }: CertificateSigningRequestCondition,
  { conditions = [] }: CertificateSigningRequestStatus,
): string | undefined {
  const same = conditions.find(
    (each) => each.type === type && each.status === status && each.lastTransitionTime != null,
  );
  return same?.lastTransitionTime;
}

/** `Approved,Issued`; `Pending` before a decision. */
function stateOf({ conditions = [], certificate }: CertificateSigningRequestStatus): string {
  const has = (type: string): boolean => conditions.some((each) => each.type === type);
  const state = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const words = [state, ...(has('Failed') ? ['Failed'] : []), ...(certificate ? ['Issued'] : [])];
  return words.join(',');
}
