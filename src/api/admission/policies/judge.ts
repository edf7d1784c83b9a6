/** What validating policies have against a request. */
import type { Kind } from '#kinds';
import {
  compilerOf,
  engine,
  loadEngine,
  validatingAdmissionPolicy,
  validatingAdmissionPolicyBinding,
  type CompiledPolicy,
  type Refusal,
} from '#policies';
import { ApiError, forbiddenObject, type KubeObject, type StatusReason } from '#values';
import type {
  ValidatingAdmissionPolicy as Policy,
  ValidatingAdmissionPolicyBinding as Binding,
} from '#types';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { boundPolicies, type Bound } from './bound.ts';
import { matchedKind, type Attributes } from './match.ts';
import { kindOfParams, NoParams, paramsOf } from './params.ts';
import { convertedFor, subjectOf } from './subject.ts';

/** One thing that a policy has against a request. */
interface Finding {
  readonly policy: Policy;
  /** Absent where no binding can be asked. */
  readonly binding?: Binding;
  readonly refusal: Refusal;
}

const compiled = new WeakMap<Policy, CompiledPolicy>();

/** @throws {ApiError} of the first refusal that a binding enforces */
export async function judge(attributes: Attributes, access: AdmissionAccess): Promise<void> {
  await loadEngine();
  const all = boundPolicies(
    access.store,
    validatingAdmissionPolicy,
    validatingAdmissionPolicyBinding,
  );
  const findings: Finding[] = [];
  for (const bound of all) {
    const form = matchedKind(bound.policy.spec.matchConstraints, attributes, access);
    if (form === undefined) continue;
    const conversion = convertedFor(attributes, form, access);
    if (conversion !== undefined) await conversion;
    findings.push(...findingsOf(bound, form, attributes, access));
  }
  const isMeant = ({ binding }: Finding, action: string): boolean =>
    (binding?.spec.validationActions ?? ['Deny']).includes(action);
  for (const finding of findings) {
    if (isMeant(finding, 'Warn')) warn(finding, attributes.request);
  }
  const denial = findings.find((finding) => isMeant(finding, 'Deny'));
  if (denial !== undefined) throw denied(denial, attributes);
}

function findingsOf(
  { policy, bindings }: Bound<Policy, Binding>,
  form: Kind,
  attributes: Attributes,
  access: AdmissionAccess,
): readonly Finding[] {
  const { spec } = policy;
  const { paramKind } = spec;
  const params = paramKind && kindOfParams(paramKind, access);
  const isIgnored = spec.failurePolicy === 'Ignore';
  if (paramKind != null && params === undefined) {
    const { apiVersion = '', kind = '' } = paramKind;
    const why = `failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`;
    const refusal = { message: `failed to configure policy: ${why}` };
    return isIgnored ? [] : [{ policy, refusal }];
  }
  const subject = subjectOf(attributes, form, access);
  return bindings.flatMap((binding): readonly Finding[] => {
    const { matchResources, paramRef } = binding.spec;
    if (matchedKind(matchResources, attributes, access) === undefined) return [];
    try {
      const input: readonly (KubeObject | null)[] =
        params === undefined || paramRef == null
          ? [null]
          : paramsOf(params, paramRef, attributes.request.namespace, access);
      return input
        .flatMap((each) => compiledOf(policy, access).refusals(subject, each))
        .map((refusal) => ({ policy, binding, refusal }));
    } catch (error) {
      if (!(error instanceof NoParams)) throw error;
      const refusal = { message: `failed to configure binding: ${error.message}` };
      return isIgnored ? [] : [{ policy, binding, refusal }];
    }
  });
}

function compiledOf(policy: Policy, { webhooks }: AdmissionAccess): CompiledPolicy {
  let result = compiled.get(policy);
  if (result === undefined) {
    result = new (engine().CompiledPolicy)(compilerOf(webhooks.kinds.profile), policy);
    compiled.set(policy, result);
  }
  return result;
}

function nameOf({ policy, binding }: Finding): string {
  const named = `ValidatingAdmissionPolicy '${policy.metadata.name}'`;
  return binding === undefined ? named : `${named} with binding '${binding.metadata.name}'`;
}

function warn(finding: Finding, { context }: AdmissionRequest): void {
  context.warn?.(`Validation failed for ${nameOf(finding)}: ${finding.refusal.message}`);
}

const codes: Readonly<Record<string, number>> = {
  ...{ Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 },
};

function denied(finding: Finding, { request, object }: Attributes): ApiError {
  const { kind, name } = request;
  const { message: why, reason = 'Invalid' } = finding.refusal;
  const cause = `${nameOf(finding)} denied request: ${why}`;
  const named = object?.metadata?.name || name;
  const { message, details } = forbiddenObject(kind, named, cause, [{ message: cause }]);
  return new ApiError(codes[reason] ?? 422, reason as StatusReason, message, details);
}
