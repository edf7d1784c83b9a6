/** What the API refused an owner to create, and what refused it: read off the latest event that says so. */
import { event as eventKind } from '#kinds';
import type { Millis } from '#clock';
import { keyOf, parseTime, type KubeObject } from '#values';
import type { Event } from '#types';
import type { PastView, Term } from './explain.ts';

/** Returns a term for what refused; none where nothing was refused, or not since a time. */
export function refusalTerms(
  past: PastView,
  owner: KubeObject,
  since: Millis = -Infinity,
): readonly Term[] {
  const { namespace, uid } = owner.metadata;
  const [latest] = past
    .list(eventKind, namespace)
    .filter(({ reason, involvedObject }) => reason === 'FailedCreate' && involvedObject.uid === uid)
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  if (latest === undefined || parseTime(timeOf(latest)) < since) return [];
  const refusal = refuserIn(plain(latest.message ?? ''), namespace ?? '');
  const because = `refused at ${timeOf(latest)}: ${refusal.because}`;
  return [{ subject: refusal.subject, counts: false, because }];
}

/** Returns why there is no more of an owner's objects; for answers about what is not there. */
export function refusalOf(past: PastView, owner: KubeObject): string | undefined {
  const [term] = refusalTerms(past, owner);
  return term && `${keyOf(owner)} may create none: ${term.subject} ${term.because}`;
}

function timeOf({ lastTimestamp, eventTime, metadata }: Event): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}

/** Without what the controller and the API put before the reason. */
function plain(message: string): string {
  return message
    .replace(/^\(combined from similar events\): /, '')
    .replace(/^.*?\bis forbidden: /, '')
    .replace(/^Error creating(?: \w+)?: /, '');
}

const EXCEEDED = /exceeded quota: ([^,]+), requested: (\S+), used: (\S+), limited: (\S+)/;
const FAILED = /failed quota: ([^:]+): (.*)/;
const WEBHOOK = /webhook "([^"]+)"(?: denied the request)?:? ?(.*)/;
const LIMIT = /^(?:\[)?(?:maximum|minimum) \S+ usage per|limit to request ratio/;
const POLICY = /violates PodSecurity "([^"]+)"/;

function refuserIn(message: string, namespace: string): Pick<Term, 'subject' | 'because'> {
  const [, full, requested = '', used = '', hard = ''] = EXCEEDED.exec(message) ?? [];
  if (full !== undefined) {
    const because = sumsOf(requested, used, hard);
    return { subject: `ResourceQuota ${namespace}/${full}`, because };
  }
  const [, failed, lack = ''] = FAILED.exec(message) ?? [];
  if (failed !== undefined)
    return { subject: `ResourceQuota ${namespace}/${failed}`, because: lack };
  const [, webhook, reason = ''] = WEBHOOK.exec(message) ?? [];
  if (webhook !== undefined) return { subject: `webhook ${webhook}`, because: reason || message };
  const [, level] = POLICY.exec(message) ?? [];
  if (level !== undefined) return { subject: `Pod Security ${level}`, because: message };
  return { subject: LIMIT.test(message) ? 'LimitRange' : 'the API', because: message };
}

/** `pods: 5 used + 1 asked for > 5 allowed` of each resource. */
function sumsOf(requested: string, used: string, hard: string): string {
  const [taken, allowed] = [amountsIn(used), amountsIn(hard)];
  return [...amountsIn(requested)]
    .map(([name, amount]) => {
      const [before, most] = [taken.get(name) ?? '0', allowed.get(name) ?? '?'];
      return `${name}: ${before} used + ${amount} asked for > ${most} allowed`;
    })
    .join('; ');
}

function amountsIn(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(',').map((each) => each.split('=', 2) as [string, string]));
}
