/** What a StatefulSet does next, for every state that two pods and one beyond them may be in. */
import { expect, it } from 'vitest';
import { defaultProfile } from '#kinds';
import { parseTime } from '#values';
import type { Pod, StatefulSet } from '#types';
import { plan, type Action } from '../../../../controllers/statefulset/plan.ts';
import { countAfter, countPods, nextStatus } from '../../../../controllers/statefulset/status.ts';
import { makePod } from '../objects.ts';

const now = parseTime('2026-11-20T21:00:00Z');
const template = (image: string) => ({
  metadata: { labels: { app: 'db' } },
  spec: { containers: [{ name: 'main', image }] },
});
const old = { name: 'db-old', template: template('old') };
const fresh = { name: 'db-new', template: template('new') };

const setOf = (spec: object): StatefulSet =>
  ({
    metadata: { name: 'db', namespace: 'default', uid: 'u', generation: 2 },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'db' } },
      template: fresh.template,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status: { replicas: 0, currentReplicas: 1 },
  }) as unknown as StatefulSet;

/** `r` ready, `a` ready without the label of its name, `s` starting, `f` failed, `t` going; upper case: old. */
function podOf(ordinal: number, sign: string): Pod {
  const name = `db-${ordinal}`;
  const kind = sign.toLowerCase();
  const going = kind === 't' && { deletionTimestamp: '2026-11-20T20:59:00Z' };
  const named = kind !== 'a' && { 'statefulset.kubernetes.io/pod-name': name };
  const hash = sign === kind ? fresh.name : old.name;
  const labels = { app: 'db', 'controller-revision-hash': hash, ...named };
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-20T20:59:50Z' };
  const phase = kind === 's' ? 'Pending' : kind === 'f' ? 'Failed' : 'Running';
  const status = { phase, conditions: phase === 'Running' ? [ready] : [] } as Pod['status'];
  return { ...makePod(name, {}, { labels, ...going }), status };
}

function done(signs: string, set: StatefulSet): string {
  const pods = [...signs].flatMap((sign, ordinal) => (sign === '-' ? [] : [podOf(ordinal, sign)]));
  const seen = { pods, now, profile: defaultProfile, claimsOf: () => [] };
  const view = { set, current: old, update: fresh, ...seen };
  const actions = plan(view);
  const counts = actions.reduce((each, action) => countAfter(each, action, view), countPods(view));
  const status = nextStatus(view, counts, 0);
  const { replicas, readyReplicas = 0, availableReplicas = 0 } = status;
  const { currentReplicas = 0, updatedReplicas = 0, currentRevision } = status;
  const numbers = [replicas, readyReplicas, availableReplicas, currentReplicas, updatedReplicas];
  const end = currentRevision === fresh.name ? ' done' : '';
  return `${actions.map(textOf).join('') || '.'} ${numbers.join('')}${end}`;
}

function textOf(action: Action): string {
  const ordinal = action.pod.metadata.name!.slice('db-'.length);
  if (action.type === 'create') return `+${ordinal}${action.pod.spec!.containers[0]!.image![0]!}`;
  if (action.type === 'update') return `=${ordinal}`;
  if (action.type === 'claim') return `?${ordinal}`;
  if (action.type === 'own') return `^${ordinal}`;
  return `-${ordinal}${action.ended === 'replaced' ? '!' : ''}`;
}

const specs: readonly (readonly [name: string, spec: object])[] = [
  ['ordered', {}],
  ['parallel', { podManagementPolicy: 'Parallel' }],
  ['by hand', { updateStrategy: { type: 'OnDelete' } }],
  ['partition 1', { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } }],
  ['no partition, 11 s', { updateStrategy: { type: 'RollingUpdate' }, minReadySeconds: 11 }],
];

it('the next step', async () => {
  const signs = [...'-rRsSftTA'];
  const states = signs.flatMap((a) => signs.flatMap((b) => [...'-rsT'].map((c) => a + b + c)));
  const rows = states.map((state) => [state, ...specs.map(([, spec]) => done(state, setOf(spec)))]);
  const all = [['', ...specs.map(([name]) => name)], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const text = all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('sync-table.txt');
});
