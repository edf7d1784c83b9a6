/** Explains the status of a StatefulSet, pod by pod, and which pod the others wait for. */
import { isPodReady, pod as podKind, statefulSet as statefulSetKind } from '#kinds';
import type { Pod, StatefulSet, StatefulSetStatus } from '#types';
import { act, explainer, notThere, type Account, type Pass, type Term } from '#runtime';
import { deletion } from './explain-deletion.ts';
import { waitTerms, whyAbsent, whyNoPod, whyNotUpdated } from './explain-order.ts';
import { viewAt } from './past.ts';
import { plan, type Action, type View } from './plan.ts';
import {
  firstOrdinal,
  isAvailable,
  isRunningAndReady,
  isTerminating,
  ordinalOf,
  podName,
  revisionOf,
  desiredReplicas,
} from './pods.ts';
import { countAfter, countPods, nextStatus, type Counts } from './status.ts';

type Verdict = Pick<Term, 'counts' | 'because'>;
type Judge = (pod: Pod, view: View) => Verdict;

const counts = (because: string): Verdict => ({ counts: true, because });
const countsNot = (because: string): Verdict => ({ counts: false, because });

const ready: Judge = (pod) => {
  if (isRunningAndReady(pod)) return counts('it runs and is ready');
  return countsNot(isPodReady(pod) ? `it is ${pod.status.phase ?? 'new'}` : 'it is not ready');
};

const ofRevision =
  (name: 'current' | 'update'): Judge =>
  (pod, view) => {
    if (isTerminating(pod)) return countsNot('it is ending');
    const isOwn = revisionOf(pod) === view[name].name;
    if (isOwn) return counts(`it has the revision ${view[name].name}`);
    return countsNot(
      name === 'update' ? whyNotUpdated(pod, view) : `it has the revision ${revisionOf(pod)}`,
    );
  };

interface Field {
  readonly rule: string;
  readonly judge: Judge;
}

const fields: Readonly<Record<keyof Counts, Field>> = {
  replicas: {
    rule: 'counts its pods, those that are ending too, as the pass left them',
    judge: (pod) => counts(isTerminating(pod) ? 'it is there, and is ending' : 'it is there'),
  },
  readyReplicas: {
    rule: 'counts its pods that run and are ready',
    judge: ready,
  },
  availableReplicas: {
    rule: 'counts its pods that have been ready for minReadySeconds',
    judge: (pod, view) => {
      if (isAvailable(pod, view.set, view.now)) return counts('it is available');
      const verdict = ready(pod, view);
      return verdict.counts ? countsNot('it has not been ready for minReadySeconds yet') : verdict;
    },
  },
  currentReplicas: {
    rule: 'counts the pods of the revision that the set comes from; when all are updated and ready, that is the new one',
    judge: ofRevision('current'),
  },
  updatedReplicas: {
    rule: 'counts the pods of the revision with the present template',
    judge: ofRevision('update'),
  },
};

/** The status, and the actions that went into it: those that the API did not refuse. */
function statusBy(view: View, written: StatefulSetStatus) {
  const actions = plan(view);
  const tried = actions.map((_, left) => actions.slice(0, actions.length - left));
  const outcomes = [...tried, []].map((done) => ({
    done,
    status: nextStatus(
      view,
      done.reduce((sum, action) => countAfter(sum, action, view), countPods(view)),
      view.set.status.collisionCount ?? 0,
    ),
  }));
  const isWritten = ({ status }: { status: StatefulSetStatus }): boolean =>
    (Object.keys(fields) as (keyof Counts)[]).every(
      (name) => (status[name] ?? 0) === (written[name] ?? 0),
    );
  return outcomes.find(isWritten) ?? outcomes[0]!;
}

function accountOf(name: keyof Counts): (pass: Pass<StatefulSet>) => Account {
  const { rule, judge } = fields[name];
  return ({ object, written, past }) => {
    const view = viewAt(object, past);
    const { done, status } = statusBy(view, written.status);
    const isRolled = status.currentRevision === view.update.name;
    const judged = isRolled ? { ...view, current: view.update } : view;
    const { namespace } = object.metadata;
    const terms = ordinalsOf(view).map((ordinal): Term => {
      const pod = view.pods.find((each) => ordinalOf(object, each) === ordinal);
      const subject = `Pod ${namespace}/${podName(object, ordinal)}`;
      // A pod that had ended is deleted and made again in one pass.
      const action = done.findLast((each) => isAbout(each, ordinal, pod));
      const change = action === undefined ? 0 : countAfter(none, action, judged)[name];
      if (action?.type === 'create') {
        return { subject, counts: change > 0, because: 'this pass makes it' };
      }
      if (pod === undefined) return { subject, ...countsNot(whyNoPod(ordinal, view, past)) };
      return { subject, ...(change < 0 ? countsNot('this pass deletes it') : judge(pod, judged)) };
    });
    return { value: status[name], rule, terms: [...terms, ...waitTerms(view)] };
  };
}

const none: Counts = {
  replicas: 0,
  readyReplicas: 0,
  availableReplicas: 0,
  currentReplicas: 0,
  updatedReplicas: 0,
};

function isAbout(action: Action, ordinal: number, pod: Pod | undefined): boolean {
  if (action.type === 'create') return action.ordinal === ordinal;
  return action.type === 'delete' && action.pod === pod;
}

/** All that have a pod, or should. */
function ordinalsOf({ set, pods, profile }: View): readonly number[] {
  const present = pods.map((pod) => ordinalOf(set, pod)!);
  const first = firstOrdinal(set, profile);
  const desired = Array.from({ length: desiredReplicas(set) }, (_, at) => first + at);
  return [...new Set([...desired, ...present])].sort((a, b) => a - b);
}

export const explains = [
  explainer<StatefulSet>(
    statefulSetKind,
    Object.fromEntries(
      (Object.keys(fields) as (keyof Counts)[]).map((name) => [`status.${name}`, accountOf(name)]),
    ),
    { again: { fields: Object.keys(fields).map((name) => `status.${name}`) } },
  ),
  act<Pod>(podKind, { 'metadata.deletionTimestamp': deletion }),
  notThere<Pod>(podKind, ({ namespace, name }, past) => {
    const [, of = '', digits = ''] = /^(.+)-(\d{1,9})$/.exec(name) ?? [];
    const set = past.get(statefulSetKind, {
      name: of,
      ...(namespace !== undefined && { namespace }),
    });
    return set && whyAbsent(set, Number(digits), past);
  }),
];
