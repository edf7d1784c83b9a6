/** Match conditions of webhooks: expressions that have to hold before one is called. */
import type { Kind } from '#kinds';
import { compilerOf, loadEngine } from '#policies';
import { forbiddenObject } from '#values';
import type { AdmissionAccess } from '../access.ts';
import type { Attributes } from '../policies/match.ts';
import { subjectOf } from '../policies/subject.ts';
import type { Candidate, Hook } from './hooks.ts';

type Conditions = InstanceType<Awaited<ReturnType<typeof loadEngine>>['CompiledConditions']>;

const compiled = new WeakMap<Hook, Conditions>();

/**
 * Whether they hold; one that cannot be evaluated holds for no webhook whose failures are ignored.
 * @throws {ApiError} 403 when one cannot be evaluated
 */
export function meetsConditions(
  { hook, kind }: Candidate,
  attributes: Attributes,
  access: AdmissionAccess,
): boolean | Promise<boolean> {
  const { matchConditions = [] } = hook.webhook;
  return matchConditions.length === 0 || evaluate(hook, kind, attributes, access);
}

async function evaluate(
  hook: Hook,
  kind: Kind,
  attributes: Attributes,
  access: AdmissionAccess,
): Promise<boolean> {
  const { CompiledConditions, compileVariables, evaluationFor } = await loadEngine();
  const compiler = compilerOf(access.webhooks.kinds.profile);
  const variables = compileVariables(compiler, [], { hasParams: false, hasAuthorizer: true });
  let conditions = compiled.get(hook);
  if (conditions === undefined) {
    const { matchConditions } = hook.webhook;
    conditions = new CompiledConditions(compiler, matchConditions, variables.scope);
    compiled.set(hook, conditions);
  }
  const subject = subjectOf(attributes, kind, access);
  const holds = conditions.hold(evaluationFor(subject, null, variables));
  if (typeof holds === 'boolean') return holds;
  if (hook.webhook.failurePolicy === 'Ignore') return false;
  const { request, object } = attributes;
  throw forbiddenObject(request.kind, object?.metadata?.name || request.name, holds.message);
}
