/** What a pass does about the pods of one node, for every pair of pods that may be there. */
import { expect, it } from 'vitest';
import { daemonSet, defaultProfile } from '#kinds';
import { parseTime } from '#values';
import type { DaemonSet, Pod } from '#types';
import { planManage } from '../../../../controllers/daemonset/manage.ts';
import { planRollingUpdate } from '../../../../controllers/daemonset/rolling-update.ts';
import { countNodes } from '../../../../controllers/daemonset/status.ts';
import { observe } from '../../../../controllers/daemonset/view.ts';
import { makeNode, makePod } from '../objects.ts';

const now = parseTime('2026-12-01T00:00:00Z');

const set = (surge: boolean, minReadySeconds = 0): DaemonSet =>
  daemonSet.rules.defaults!(
    {
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        minReadySeconds,
        selector: { matchLabels: { app: 'agent' } },
        template: {
          metadata: { labels: { app: 'agent' } },
          spec: { containers: [], nodeSelector: { agent: 'yes' } },
        },
        updateStrategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxSurge: surge ? 1 : 0, maxUnavailable: surge ? 0 : 1 },
        },
      },
    } as unknown as DaemonSet,
    defaultProfile,
  );

/** `r` ready, `s` starting, `f` failed, `t` on its way out; upper case: of the old revision. */
function podOf(sign: string, name: string): Pod {
  const kind = sign.toLowerCase();
  const hash = sign === kind ? 'new' : 'old';
  const going = kind === 't' && { deletionTimestamp: '2026-11-30T00:00:00Z' };
  const pod = makePod(
    name,
    { nodeName: 'n1' },
    { labels: { app: 'agent', 'controller-revision-hash': hash }, ...going },
  );
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-30T23:59:50Z' };
  const phase = kind === 'f' ? 'Failed' : kind === 's' ? 'Pending' : 'Running';
  const conditions = kind === 'r' || kind === 't' ? [ready] : [];
  return { ...pod, status: { phase, conditions } as Pod['status'] };
}

const names = (pods: readonly Pod[]): string => pods.map(({ metadata }) => metadata.name).join('');

/** What is created (`+`), deleted (`-`), announced as ended (`!`) and waited for (ms). */
function managed(signs: string, surge: boolean, wanted: boolean, wait?: number): string {
  const view = viewOf(signs, surge, wanted);
  const plan = planManage(view, () => wait);
  const waits = plan.retryAfterMs.map(String);
  return words(plan, plan.ended.length === 0 ? '' : `!${names(plan.ended)}`, ...waits);
}

const viewOf = (signs: string, surge: boolean, wanted: boolean, minReadySeconds = 0) => {
  const node = makeNode('n1', { metadata: { labels: wanted ? { agent: 'yes' } : {} } });
  // The names say the order in which they come, which is not that of their ages.
  const pods = [...signs].map((sign, i) => podOf(sign, 'cab'[i]!));
  return observe(set(surge, minReadySeconds), 'new', [node], pods, now, defaultProfile);
};

const words = (
  plan: { readonly create: readonly string[]; readonly delete: readonly Pod[] },
  ...more: readonly string[]
): string =>
  [
    plan.create.length === 0 ? '' : `+${plan.create.join('')}`,
    plan.delete.length === 0 ? '' : `-${names(plan.delete)}`,
    ...more,
  ]
    .filter(Boolean)
    .join(' ') || '.';

const signs = ['r', 's', 'f', 't', 'R', 'S', 'F', 'T'];
const pairs = ['', ...signs, ...signs.flatMap((a) => signs.map((b) => a + b))];
const some = [...pairs, 'rrr', 'RRr', 'rRR', 'sRR', 'RsR', 'ffR', 'fRf'];

it('on a node', async () => {
  const rows = some.map((each) => {
    const counts = Object.values(countNodes(viewOf(each, false, true, 9))).join('');
    const soon = Object.values(countNodes(viewOf(each, false, true, 10))).join('');
    return [
      each || '-',
      managed(each, false, true),
      managed(each, true, true),
      managed(each, true, true, 500),
      managed(each, true, false),
      words(planRollingUpdate(viewOf(each, false, true))),
      words(planRollingUpdate(viewOf(each, true, true))),
      counts,
      soon,
      Object.values(countNodes(viewOf(each, false, false))).join(''),
    ];
  });
  const head = ['pods', 'manage', 'surge', 'wait', 'not wanted', 'roll', 'roll with surge'];
  const all = [[...head, '9 s', '10 s', 'not wanted'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const text = all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('nodes-table.txt');
});
