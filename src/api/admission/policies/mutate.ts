/** What mutating policies make of an object. */
import type { Kind } from '#kinds';
import {
  compilerOf,
  engine,
  loadEngine,
  mutatingAdmissionPolicy,
  mutatingAdmissionPolicyBinding,
} from '#policies';
import { ApiError, forbiddenObject, semanticEqual, type KubeObject } from '#values';
import type {
  MutatingAdmissionPolicy as Policy,
  MutatingAdmissionPolicyBinding as Binding,
} from '#types';
import { applyJsonPatch, type JsonPatch } from '../../patch/json-patch.ts';
import type { JsonObject } from '../../patch/merge-draft.ts';
import type { AdmissionAccess } from '../access.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { storedForm, subjectFor } from '../webhooks/forms.ts';
import { decoded } from '../webhooks/patch.ts';
import { mergeApplied } from './apply-configuration.ts';
import { boundPolicies } from './bound.ts';
import { matchedKind, type Attributes } from './match.ts';
import { kindOfParams, NoParams, paramsOf } from './params.ts';
import { convertedFor, subjectOf } from './subject.ts';

export async function mutateByPolicies(
  { object, old, request }: Attributes & { readonly object: KubeObject },
  access: AdmissionAccess,
): Promise<KubeObject> {
  await loadEngine();
  // Webhooks that change something cause a second round.
  const isAgain = begun.has(request);
  begun.add(request);
  let result = object;
  for (const { policy, bindings } of boundPolicies(
    access.store,
    mutatingAdmissionPolicy,
    mutatingAdmissionPolicyBinding,
  )) {
    if (isAgain && policy.spec.reinvocationPolicy !== 'IfNeeded') continue;
    for (const binding of bindings) {
      result = await mutated({ policy, binding }, { request, old, object: result }, access);
    }
  }
  return result;
}

/** Requests that policies have seen. */
const begun = new WeakSet<AdmissionRequest>();

interface Pair {
  readonly policy: Policy;
  readonly binding: Binding;
}

type Compiled = InstanceType<ReturnType<typeof engine>['CompiledMutations']>;

const known = new WeakMap<Policy, Compiled>();

/** Why a policy cannot do its work. */
class Failure extends Error {}

/** @throws {ApiError} where the policy fails, and its failures are not ignored */
async function mutated(
  pair: Pair,
  attributes: Attributes,
  access: AdmissionAccess,
): Promise<KubeObject> {
  const { spec } = pair.policy;
  const object = attributes.object!;
  const form = matchedKind(spec.matchConstraints, attributes, access);
  if (form === undefined) return object;
  if (matchedKind(pair.binding.spec.matchResources, attributes, access) === undefined)
    return object;
  try {
    let result = object;
    for (const params of paramsFor(pair, attributes, access)) {
      result = await applied(pair, { ...attributes, object: result }, form, params, access);
    }
    return result;
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof NoParams)) throw error;
    if (spec.failurePolicy === 'Ignore') return object;
    throw denied(pair, attributes, error.message);
  }
}

function paramsFor(
  { policy: { spec }, binding }: Pair,
  { request }: Attributes,
  access: AdmissionAccess,
): readonly (KubeObject | null)[] {
  const { paramKind } = spec;
  const { paramRef } = binding.spec;
  if (paramKind == null) return [null];
  const kind = kindOfParams(paramKind, access);
  if (kind === undefined) {
    const { apiVersion = '', kind: name = '' } = paramKind;
    const why = `failed to find resource referenced by paramKind: '${apiVersion}, Kind=${name}'`;
    throw new Failure(`failed to configure policy: ${why}`);
  }
  return paramRef == null ? [null] : paramsOf(kind, paramRef, request.namespace, access);
}

/** Returns the object, in its stored form, with all mutations of the policy. */
async function applied(
  { policy }: Pair,
  attributes: Attributes,
  form: Kind,
  params: KubeObject | null,
  access: AdmissionAccess,
): Promise<KubeObject> {
  const compiled = compiledOf(policy, access);
  const conversion = convertedFor(attributes, form, access);
  if (conversion !== undefined) await conversion;
  const isMeant = compiled.isMeant(subjectOf(attributes, form, access), params);
  if (typeof isMeant === 'string') throw new Failure(isMeant);
  let result = attributes.object!;
  for (const mutate of isMeant ? compiled.mutations : []) {
    const now = { ...attributes, object: result };
    const change = mutate(subjectOf(now, form, access), params);
    if ('failure' in change) throw new Failure(change.failure);
    result = await changed(now, form, change, access);
  }
  return result;
}

function compiledOf(policy: Policy, { webhooks }: AdmissionAccess): Compiled {
  let result = known.get(policy);
  if (result === undefined) {
    result = new (engine().CompiledMutations)(compilerOf(webhooks.kinds.profile), policy);
    known.set(policy, result);
  }
  return result;
}

function changed(
  { request, object, old }: Attributes,
  kind: Kind,
  change: { readonly applied: unknown } | { readonly patch: readonly unknown[] },
  access: AdmissionAccess,
): KubeObject | Promise<KubeObject> {
  const { object: shown } = subjectFor(kind, object, old, request, access);
  const form = request.form ?? kind;
  const document = shown as unknown as JsonObject;
  const result =
    'patch' in change
      ? patched(document, change.patch as JsonPatch)
      : mergeApplied(form.schema, document, change.applied);
  if (result === document || semanticEqual(result, document)) return object!;
  const { apiVersion, kind: name } = shown!;
  const whole = { ...decoded(result as KubeObject, form), apiVersion, kind: name };
  const filled = form.rules.defaults?.(whole, access.webhooks.kinds.profile) ?? whole;
  return storedForm(kind, filled, request, access);
}

function patched(document: JsonObject, patch: JsonPatch): unknown {
  try {
    return applyJsonPatch(document, patch);
  } catch (error) {
    throw new Failure(`JSON Patch: ${(error as Error).message}`);
  }
}

function denied({ policy, binding }: Pair, { request, object }: Attributes, why: string): ApiError {
  const names = `policy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
  const message = `${names} denied request: ${why}`;
  const name = object?.metadata?.name || request.name;
  const { details } = forbiddenObject(request.kind, name, message, [{ message }]);
  return new ApiError(403, 'Invalid', message, details);
}
