/** Explains the status of a quota: object by object, and charge by charge of admission. */
import {
  amountsOf,
  chargedWith,
  namespaceShares,
  namespaceUsage,
  quantitiesOf,
  resourceQuota as quotaKind,
  type Amounts,
  type ChargeEvidence,
  type ObjectShare,
  type QuotaEvaluator,
  type ScopeRequirement,
} from '#kinds';
import type { KubeObject } from '#values';
import type { ResourceQuota } from '#types';
import { explainer, type Account, type Pass, type Term } from '#runtime';
import { countedKinds } from './counted.ts';
import { nextStatus } from './status.ts';

/** The actor that charges quotas for the objects it admits. */
const ADMISSION = 'admission';

type QuotaPass = Pass<ResourceQuota>;

const hard = (pass: QuotaPass): Account => {
  if (pass.actor === ADMISSION) {
    return {
      value: pass.object.status.hard,
      rule: 'stays as it was: admission only adds usage',
      terms: [],
    };
  }
  return {
    value: countedStatus(pass).hard,
    rule: 'lists the limits of the spec that the usage was computed for',
    terms: Object.entries(pass.object.spec.hard ?? {})
      .filter(([name]) => isAsked(pass, name))
      .map(([name, amount]) => ({
        subject: name,
        amount,
        counts: true,
        because: 'from spec.hard',
      })),
  };
};

const used = (pass: QuotaPass): Account =>
  pass.actor === ADMISSION ? charged(pass) : counted(pass);

/** The account of a write by admission: the usage before, and that of one request. */
function charged(pass: QuotaPass): Account {
  const before = amountsOf(pass.object.status.used);
  const { object = 'an object', taken = {} } = (pass.evidence ?? {}) as Partial<ChargeEvidence>;
  const request = amountsOf(taken);
  return {
    value: quantitiesOf(chargedWith(before, request)),
    rule: 'is the usage before plus that of a request',
    terms: [
      term(pass, 'usage before', before, 'the status before'),
      term(pass, object, request, 'it was admitted, and uses that much'),
    ],
  };
}

/** The account of a write by the controller: the sum over the existing objects. */
function counted(pass: QuotaPass): Account {
  const { object: quota, past } = pass;
  const { evaluators, objectsOf } = countedIn(pass);
  const shares = namespaceShares(quota.spec, evaluators, objectsOf, past.now);
  const names = Object.keys(quota.spec.hard ?? {});
  const untracked = names.filter((name) => !evaluators.some((evaluator) => evaluator.tracks(name)));
  return {
    value: countedStatus(pass).used,
    rule: 'is the sum of what the objects of the namespace use of the limited resources',
    terms: [
      ...shares
        .filter(({ evaluator }) => isTracking(pass, evaluator))
        .map((share) => shareTerm(pass, share)),
      ...untracked.filter((name) => isAsked(pass, name)).map((name) => keptTerm(pass, name)),
    ],
  };
}

function countedStatus(pass: QuotaPass): ResourceQuota['status'] {
  const { evaluators, objectsOf } = countedIn(pass);
  const usage = namespaceUsage(pass.object.spec, evaluators, objectsOf, pass.past.now);
  return nextStatus(pass.object, usage);
}

function countedIn({ object, past }: QuotaPass) {
  const kindOf = new Map(
    countedKinds(past.profile).map(({ kind, evaluator }) => [evaluator, kind]),
  );
  const objectsOf = (evaluator: QuotaEvaluator): readonly KubeObject[] =>
    past.list(kindOf.get(evaluator)!, object.metadata.namespace);
  return { evaluators: [...kindOf.keys()], objectsOf };
}

function shareTerm(pass: QuotaPass, { evaluator, object, share }: ObjectShare): Term {
  const { namespace, name } = object.metadata;
  const subject = `${object.kind} ${namespace}/${name}`;
  const no = (because: string): Term => ({ subject, counts: false, because });
  if (share === undefined) return no('a scope of the quota is invalid, which ended the count');
  if ('outOf' in share) return no(`it is not in scope ${scopeText(share.outOf)}`);
  const why = evaluator.whyUncounted?.(object, pass.past.now);
  const usual = term(
    pass,
    subject,
    limitedBy(pass.object, share.amounts),
    why === undefined ? 'it exists' : `it exists, but ${why}`,
  );
  return usual.counts ? usual : no(why ?? 'it uses none of the limited resources');
}

/** The part of a usage that the quota limits. */
function limitedBy({ spec: { hard = {} } }: ResourceQuota, amounts: Amounts): Amounts {
  return new Map([...amounts].filter(([name]) => Object.hasOwn(hard, name)));
}

/** `BestEffort`, `PriorityClass In high,low`. */
/** That a scope exists goes without saying: plain ones mean nothing else. */
function scopeText({ scopeName, operator, values = [] }: ScopeRequirement): string {
  return operator === 'Exists'
    ? scopeName
    : [scopeName, operator, values.join(',')].join(' ').trimEnd();
}

function keptTerm({ object }: QuotaPass, name: string): Term {
  const amount = object.status.used?.[name];
  const because = 'it is not counted, so its value stays';
  return {
    subject: name,
    ...(amount === undefined ? {} : { amount }),
    counts: amount !== undefined,
    because,
  };
}

/** With the amount that the question is about, or with all. */
function term(pass: QuotaPass, subject: string, amounts: Amounts, because: string): Term {
  const [resource] = pass.within;
  const all = quantitiesOf(amounts);
  const amount = resource === undefined ? all : all[resource];
  const counts = [...amounts].some(([name, each]) => isAsked(pass, name) && !each.isZero());
  return { subject, ...(amount === undefined ? {} : { amount }), counts, because };
}

function isAsked({ within: [resource] }: QuotaPass, name: string): boolean {
  return resource === undefined || resource === name;
}

function isTracking({ within: [resource] }: QuotaPass, evaluator: QuotaEvaluator): boolean {
  return resource === undefined || evaluator.tracks(String(resource));
}

/** Accounts for the limits and the use, those that admission writes too. */
export const explains = [
  explainer<ResourceQuota>(
    quotaKind,
    { 'status.used': used, 'status.hard': hard },
    { actors: [ADMISSION], again: { fields: ['status.used'] } },
  ),
];
