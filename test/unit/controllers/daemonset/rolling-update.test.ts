/** What the recorded vectors of rolling updates leave open: pods on nodes that are gone, and generations. */
import { describe, expect, it } from 'vitest';
import { daemonSet, defaultProfile } from '#kinds';
import { parseTime } from '#values';
import type { DaemonSet, Pod } from '#types';
import { planManage } from '../../../../controllers/daemonset/manage.ts';
import { podTemplates } from '../../../../controllers/daemonset/pod-template.ts';
import { planRollingUpdate } from '../../../../controllers/daemonset/rolling-update.ts';
import { observe } from '../../../../controllers/daemonset/view.ts';
import { makeNode, makePod } from '../objects.ts';

const set = (maxSurge: number): DaemonSet =>
  daemonSet.rules.defaults!(
    {
      metadata: { name: 'agent', namespace: 'default' },
      spec: {
        selector: { matchLabels: { app: 'agent' } },
        template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [] } },
        updateStrategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxSurge, maxUnavailable: maxSurge > 0 ? 0 : 1 },
        },
      },
    } as unknown as DaemonSet,
    defaultProfile,
  );

function daemonPod(node: string, hash: string, isReady: boolean, generation?: string): Pod {
  const labels = {
    app: 'agent',
    'controller-revision-hash': hash,
    ...(generation !== undefined && { 'pod-template-generation': generation }),
  };
  const pod = makePod(`${hash}-${node}`, { nodeName: node }, { labels });
  const ready = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    lastTransitionTime: '2026-11-20T20:00:00Z',
  } as const;
  return { ...pod, status: { phase: 'Running', conditions: [ready] } };
}

const names = (pods: readonly Pod[]): readonly string[] =>
  pods.map(({ metadata }) => metadata.name);

describe('a pod on a node that is gone', () => {
  const nodes = [makeNode('a'), makeNode('b')];
  const rest = [daemonPod('a', 'old', true), daemonPod('b', 'old', true)];
  const viewOf = (maxSurge: number, lost: Pod) =>
    observe(
      set(maxSurge),
      'new',
      nodes,
      [...rest, lost],
      parseTime('2026-12-01T00:00:00Z'),
      defaultProfile,
    );

  it('counts as unavailable while it is new and not ready', () => {
    const plan = planRollingUpdate(viewOf(0, daemonPod('gone', 'new', false)));
    expect(names(plan.delete)).toEqual([]);
  });

  it('is replaced like any other while it is old', () => {
    const down = planRollingUpdate(viewOf(0, daemonPod('gone', 'old', false)));
    expect(names(down.delete)).toEqual(['old-gone', 'old-a']);
    const surging = planRollingUpdate(viewOf(1, daemonPod('gone', 'old', false)));
    expect(surging.create).toEqual(['gone', 'a']);
  });

  it('is deleted for itself only if it is not bound', () => {
    const bound = viewOf(0, daemonPod('gone', 'old', true));
    expect(names(planManage(bound, () => undefined).delete)).toEqual([]);
  });
});

describe('a pod of the present template generation, but of another hash', () => {
  const generationIs = (text: string): DaemonSet => {
    const surging = set(1);
    const annotations = { 'deprecated.daemonset.template.generation': text };
    return { ...surging, metadata: { ...surging.metadata, annotations } };
  };
  const now = parseTime('2026-12-01T00:00:00Z');

  it.each(['3', '+3', '03'])('is a new one to a rolling update (annotation "%s")', (text) => {
    const pods = [daemonPod('a', 'other', true, '3'), daemonPod('b', 'old', true, '2')];
    const nodes = [makeNode('a'), makeNode('b')];
    const view = observe(generationIs(text), 'new', nodes, pods, now, defaultProfile);
    expect(planRollingUpdate(view).create).toEqual(['b']);
  });

  it('is an old one beside one of the present hash', () => {
    const pods = [daemonPod('a', 'new', true, '3'), daemonPod('a', 'other', true, '3')];
    const view = observe(generationIs('3'), 'new', [makeNode('a')], pods, now, defaultProfile);
    expect(names(planManage(view, () => undefined).delete)).toEqual(['other-a']);
  });
});

it.each([
  ['3', '3'],
  ['+3', '3'],
  ['many', undefined],
  [undefined, undefined],
])('a template generation of "%s" labels pods with %s', (text, label) => {
  const { metadata, ...rest } = set(0);
  const annotations = { 'deprecated.daemonset.template.generation': text! };
  const annotated = {
    ...rest,
    metadata: { ...metadata, ...(text !== undefined && { annotations }) },
  };
  const { labels } = podTemplates(annotated, 'new')('a').metadata!;
  expect(labels!['pod-template-generation']).toBe(label);
});
