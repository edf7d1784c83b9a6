/** Questions about what did not happen: as text, and which of them are offered. */
import { describe, expect, it } from 'vitest';
import type { Calendar, Scene } from '#view';
import { answerSentence, notDoneIn, notSentence, notText } from '../../../ui/page/question.ts';
import { notQuestionsOf } from '../../../ui/stage/not-questions.ts';

describe('a question about what did not happen', () => {
  it.each([[{}], [{ on: 'node-2' }], [{ size: 'fewer' as const }], [{ size: 'more' as const }]])(
    'is read from its text as it was, %j',
    (notDone) => {
      expect(notDoneIn(notText(notDone))).toEqual(notDone);
    },
  );

  it.each(['numberReady', 'not', 'notReady', 'conditions.Ready', 'not on', 'not a b'])(
    'is not what the field %s asks for',
    (field) => {
      expect(notDoneIn(field)).toBeUndefined();
    },
  );

  it('is a sentence, and so is its answer', () => {
    const pod = { kind: 'Pod', key: 'default/web-1' };
    expect(notSentence(pod, { on: 'node-2' })).toBe('Why is web-1 not on node-2?');
    expect(notSentence(pod, {})).toBe('Why is there no Pod web-1?');
    expect(notSentence({ kind: 'CronJob', key: 'default/report' }, {})).toBe(
      'Why did report start no Job?',
    );
    expect(answerSentence('spec.nodeName is node-1')).toBe('Its spec.nodeName is node-1.');
    expect(answerSentence('has no pod on node-2')).toBe('It has no pod on node-2.');
  });
});

const node = { state: 'ready', cordoned: false, taints: [], cpu: 4000 } as const;
const pod = {
  ...({ state: 'ready', text: 'Ready', isStillReady: false } as const),
  ...{ version: 0, place: 0, cpu: 100, createdAtMs: 0 },
} as const;
const scene: Scene = {
  nodes: [
    { ...node, name: 'node-1' },
    { ...node, name: 'node-2' },
  ],
  versions: [],
  pods: [
    { ...pod, key: 'default/agent-a', owner: 'DaemonSet default/agent', node: 0 },
    { ...pod, key: 'default/web-b', node: 1 },
    { ...pod, key: 'default/web-c' },
  ],
  heaps: [],
  owners: [
    { kind: 'DaemonSet', key: 'default/agent', asks: '', conditions: [] },
    { kind: 'Deployment', key: 'default/web', asks: '', conditions: [] },
  ],
  places: 1,
};

describe('the questions that are offered', () => {
  const labels = (kind: string, key: string): readonly string[] =>
    notQuestionsOf({ kind, key }, scene, [], 0).choices.map(({ label }) => label);

  it('are about nodes without a pod of the DaemonSet', () => {
    expect(labels('DaemonSet', 'default/agent')).toEqual(['node-2']);
  });

  it('are about nodes where the pod is not', () => {
    expect(labels('Pod', 'default/web-b')).toEqual(['node-1']);
    expect(labels('Pod', 'default/web-c')).toEqual(['node-1', 'node-2']);
  });

  it('are about what a node does not have, waiting pods first', () => {
    expect(labels('Node', 'node-2')).toEqual(['a pod of agent', 'web-c', 'agent-a']);
  });

  it('are about fewer and more of what has a size', () => {
    const { single } = notQuestionsOf({ kind: 'Deployment', key: 'default/web' }, scene, [], 0);
    expect(single.map(({ notDone }) => notDone)).toEqual([{ size: 'fewer' }, { size: 'more' }]);
  });

  it('are about the runs that a CronJob has missed until then, each at its moment', () => {
    const missed = { outcome: 'missed' } as const;
    const calendar = {
      ...{ kind: 'CronJob', key: 'default/report' },
      runs: [
        { ...missed, atMs: 60_000 },
        { atMs: 120_000, outcome: 'complete' },
        { ...missed, atMs: 180_000 },
        { ...missed, atMs: 240_000 },
      ],
    } as unknown as Calendar;
    const focus = { kind: 'CronJob', key: 'default/report' };
    const { single } = notQuestionsOf(focus, scene, [calendar], 180_000);
    expect(single.map(({ atMs }) => atMs)).toEqual([undefined, 60_000, 180_000]);
  });

  it('are about a pod that has gone', () => {
    const focus = { kind: 'Pod', key: 'default/web-d' };
    expect(notQuestionsOf(focus, scene, [], 0)).toMatchObject({
      single: [{ object: focus, notDone: {} }],
      choices: [],
    });
  });
});
