import { describe, expect, it } from 'vitest';
import { RandomStream, readValue, type Notation } from '#clock';
import { readForm } from '#forms';
import type { Pod } from '#types';
import { behaviourOf } from '../../../../src/pool/behaviour/annotations.ts';
import { rulesIn, withRules } from '../../../../src/pool/behaviour/config.ts';
import { ruleForm } from '../../../../src/pool/behaviour/rule-form.ts';
import { Rules } from '../../../../src/pool/behaviour/rules.ts';
import { makePod } from '../objects.ts';

const plain: Notation = {
  what: 'a number',
  parse: (value) => (typeof value === 'number' ? value : undefined),
  fit: (drawn) => drawn,
};

function sample(value: unknown, count = 20_000): readonly number[] {
  const read = readValue(plain, value, [], () => undefined);
  const chance = new RandomStream('test');
  if (typeof read !== 'function') throw new Error('not left to chance');
  return Array.from({ length: count }, () => read(chance));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((each) => (each - middle) ** 2)));
}

describe('distributions', () => {
  it('uniform', () => {
    const drawn = sample({ uniform: [2, 6] });
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...drawn)).toBeLessThan(6);
    expect(mean(drawn)).toBeCloseTo(4, 1);
    expect(deviation(drawn)).toBeCloseTo(4 / Math.sqrt(12), 1);
  });

  it('normal', () => {
    const drawn = sample({ normal: { mean: 5, sd: 2 } });
    expect(mean(drawn)).toBeCloseTo(5, 1);
    expect(deviation(drawn)).toBeCloseTo(2, 1);
  });

  it('exponential', () => {
    const drawn = sample({ exponential: 3 });
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(mean(drawn)).toBeCloseTo(3, 0);
    expect(drawn.filter((each) => each > 3).length / drawn.length).toBeCloseTo(Math.exp(-1), 1);
  });

  it('oneOf, alike and with weights', () => {
    const alike = sample({ oneOf: [1, 5] });
    expect(alike.filter((each) => each === 5).length / alike.length).toBeCloseTo(0.5, 1);
    const weighted = sample({
      oneOf: [
        [0, 9],
        [1, 1],
      ],
    });
    expect(new Set(weighted)).toEqual(new Set([0, 1]));
    expect(mean(weighted)).toBeCloseTo(0.1, 1);
  });
});

describe('a rule that cannot be', () => {
  it.each([
    ['no map', [], '', 'expected a rule'],
    ['of no fields', {}, '', 'says nothing'],
    ['with an unknown field', { strat: '2s' }, 'strat', 'unknown field "strat"'],
    ['with no duration', { start: 'soon' }, 'start', 'a duration such as 2s, found "soon"'],
    ['with a negative one', { start: '-2s' }, 'start', 'a duration'],
    ['with an exit code too large', { exitCode: 256 }, 'exitCode', 'an exit code (0 to 255)'],
    ['with no quantity', { cpu: 'much' }, 'cpu', 'a quantity such as 150m'],
    ['with a negative quantity', { memory: '-1Mi' }, 'memory', 'a quantity'],
    ['never starting', { start: 'never' }, 'start', 'a duration'],
    ['with an unknown distribution', { start: { poisson: '2s' } }, 'start.poisson', 'uniform'],
    ['with two', { start: { uniform: [1, 2], oneOf: [1] } }, 'start.uniform', 'or one of'],
    ['with half a span', { start: { uniform: ['1s'] } }, 'start.uniform', '[1s, 3s]'],
    ['with a span the wrong way', { start: { uniform: [3, 1] } }, 'start.uniform', 'more than'],
    ['with no end of it', { start: { uniform: [3, 'x'] } }, 'start.uniform.1', 'a duration'],
    ['without sd', { start: { normal: { mean: 1 } } }, 'start.normal', 'mean and sd'],
    ['with nothing to choose', { start: { oneOf: [] } }, 'start.oneOf', 'a list of values'],
    ['with weights of 0', { start: { oneOf: [[1, 0]] } }, 'start.oneOf', 'all 0'],
    ['with no weight', { start: { oneOf: [[1, 'x']] } }, 'start.oneOf.0.1', 'a weight'],
    ['with an empty crash', { crash: {} }, 'crash', '"after" is missing'],
    ['with a crash of no times', { crash: { after: 1, times: 0 } }, 'crash.times', 'at least 1'],
    ['with a word in a crash', { crash: { after: 1, time: 1 } }, 'crash.time', 'unknown field'],
    ['for no labels', { match: { labels: ['a'] }, run: 1 }, 'match.labels', 'a map of labels'],
    ['for an unknown feature', { match: { lables: {} }, run: 1 }, 'match.lables', 'unknown field'],
    ['for no text', { match: { image: 5 }, run: 1 }, 'match.image', 'expected text'],
  ])('%s is reported with its place', (_, value, path, message) => {
    const { value: rule, problems } = readForm(ruleForm, value);
    expect(rule).toBeUndefined();
    expect(problems.map((problem) => problem.path.join('.'))).toContain(path);
    expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  });
});

function behaviour(pod: Pod, ...rules: readonly unknown[]) {
  const config = withRules(undefined, rules, '1');
  const read = rulesIn(config as never);
  expect(read.problems).toEqual([]);
  return behaviourOf(pod, { rules: read.rules, nodeLabels: { disk: 'ssd' } });
}

const owner = (kind: string, name: string) => [
  { apiVersion: 'apps/v1', kind, name, uid: 'u', controller: true, blockOwnerDeletion: true },
];

function podOf(kind: string, name: string, labels: Record<string, string> = {}): Pod {
  const pod = makePod();
  return {
    ...pod,
    metadata: { ...pod.metadata, labels, ownerReferences: owner(kind, name) },
    spec: { ...pod.spec, containers: [{ name: 'main', image: 'example.com/team/web:1.2' }] },
  };
}

const web = podOf('ReplicaSet', 'web-abc12', { app: 'web', 'pod-template-hash': 'abc12' });

describe('a rule is about a pod', () => {
  it.each([
    [{}, true],
    [{ namespace: 'default' }, true],
    [{ namespace: 'def*' }, true],
    [{ namespace: 'other' }, false],
    [{ labels: { app: 'web' } }, true],
    [{ selector: { app: 'web' } }, true],
    [{ labels: { app: 'db' } }, false],
    [{ image: 'example.com/team/web:1.2' }, true],
    [{ image: '*/web:*' }, true],
    [{ image: 'web:1.2' }, false],
    [{ image: 'example.com/team/web:1?2' }, false],
    [{ kind: 'Deployment', name: 'web' }, true],
    [{ kind: 'deployment' }, true],
    [{ kind: 'ReplicaSet', name: 'web-*' }, true],
    [{ kind: 'StatefulSet' }, false],
    [{ name: 'we' }, false],
    [{ node: { disk: 'ssd' } }, true],
    [{ node: { disk: 'hdd' } }, false],
    [{ labels: { app: 'web' }, image: '*/db:*' }, false],
  ])('with %j: %s', (match, isMatched) => {
    expect(behaviour(web, { match, start: '9s' }).startMs).toBe(isMatched ? 9000 : 1000);
  });

  it.each([
    ['CronJob', podOf('Job', 'tick-29446861'), 'tick'],
    ['Job', podOf('Job', 'tick-29446861'), 'tick-29446861'],
    ['DaemonSet', podOf('DaemonSet', 'agent'), 'agent'],
    ['Pod', makePod(), 'web'],
  ])('of a %s', (kind, pod, name) => {
    expect(behaviour(pod, { match: { kind, name }, start: '9s' }).startMs).toBe(9000);
  });
});

describe('of several rules', () => {
  it('the later one wins, field by field', () => {
    const found = behaviour(web, { start: '2s', terminate: '7s' }, { start: '4s' });
    expect(found).toMatchObject({ startMs: 4000, terminateMs: 7000 });
  });

  it('annotations win over all', () => {
    const pod = {
      ...web,
      metadata: { ...web.metadata, annotations: { 'sim/start-seconds': '3', 'sim/ready': 'true' } },
    };
    const found = behaviour(pod, { start: '2s', terminate: '7s', ready: 'never' });
    expect(found).toMatchObject({ startMs: 3000, terminateMs: 7000, ready: true, readyMs: 0 });
  });

  it('never takes back what another one says', () => {
    const found = behaviour(
      web,
      { run: '5s', crash: { after: '3s' } },
      { run: 'never', crash: 'never' },
    );
    expect(found).toMatchObject({ runMs: Infinity, crashMs: Infinity });
  });

  it('none leaves the default, the same object for all', () => {
    const others = { match: { labels: { app: 'db' } }, start: '9s' };
    expect(behaviour(web, others)).toBe(behaviourOf(makePod()));
  });
});

describe('chance', () => {
  const rule = { start: { uniform: ['0s', '100s'] }, run: { uniform: ['0s', '100s'] } };
  const withUid = (uid: string): Pod => ({ ...web, metadata: { ...web.metadata, uid } });

  it('depends on the pod alone: the same at every look, another for another pod', () => {
    const first = behaviour(withUid('a'), rule);
    expect(behaviour(withUid('a'), rule)).toEqual(first);
    expect(behaviour(withUid('b'), rule).startMs).not.toBe(first.startMs);
    // Other rules in between, and other fields, change nothing.
    expect(behaviour(withUid('a'), { cpu: { uniform: ['1m', '2m'] } }, rule)).toMatchObject({
      startMs: first.startMs,
      runMs: first.runMs,
    });
  });

  it('picks again for every run, where it is about the run', () => {
    const restarted = {
      ...withUid('a'),
      status: { containerStatuses: [{ restartCount: 1, state: { running: {} } }] },
    } as unknown as Pod;
    const [first, second] = [behaviour(withUid('a'), rule), behaviour(restarted, rule)];
    expect(second.startMs).toBe(first.startMs);
    expect(second.runMs).not.toBe(first.runMs);
  });

  it('is that of the seed', () => {
    const { value: read } = readForm(ruleForm, rule);
    const of = (seed: string) => new Rules([read!], seed).behaviourOf(withUid('a'), {}, 0).startMs;
    expect(of('1')).toBe(of('1'));
    expect(of('1')).not.toBe(of('2'));
  });

  it('crashes as many times as the rule says', () => {
    const crash = { crash: { after: '5s', times: 2, exitCode: 3 } };
    const inRun = (restartCount: number) =>
      behaviour(
        {
          ...web,
          status: { containerStatuses: [{ restartCount, state: { running: {} } }] },
        } as unknown as Pod,
        crash,
      );
    expect([0, 1, 2].map((run) => inRun(run).crashMs)).toEqual([5000, 5000, Infinity]);
    expect(inRun(0).crashExitCode).toBe(3);
  });
});

describe('the ConfigMap', () => {
  it('keeps rules in order, each once', () => {
    const one = withRules(undefined, [{ start: '1s' }, { start: '2s' }], '7');
    const two = withRules(one as never, [{ start: '1s' }], '8');
    expect(two.data).toEqual({ seed: '7', rules: '[\n{"start":"2s"},\n{"start":"1s"}\n]\n' });
  });

  it.each([
    ['no JSON', 'rules: no JSON'],
    ['{}', 'rules: expected a JSON list'],
    ['[{"start":"soon"}]', 'rules[0].start: expected a duration'],
  ])('that says %s is reported', (rules, message) => {
    const read = rulesIn({ data: { rules } } as never);
    expect(read.problems.join()).toContain(message);
    expect(read.rules.isEmpty).toBe(true);
  });
});

describe('rules about containers', () => {
  const lines = {
    containers: [
      { name: 'web', command: ['sh', '-c'], args: ['serve --fast'] },
      { name: 'log', args: ['tail'] },
    ],
    initContainers: [{ name: 'migrate', command: ['/bin/false'] }, { name: 'wait' }],
  };
  const told = (...rules: readonly object[]) => {
    const read = rules.map((each) => readForm(ruleForm, each).value!);
    return behaviourOf(makePod({ spec: lines }), { rules: new Rules(read, 'seed') });
  };

  it.each([
    [{ command: 'sh -c serve*' }, true],
    [{ command: 'tail' }, true],
    [{ command: 'serve*' }, false],
    [{ command: '/bin/false' }, false],
    [{ container: 'l*' }, true],
    [{ container: 'web', command: 'tail' }, false],
  ])('%j is about a pod with such a container: %j', (match, isMatched) => {
    expect(told({ match, start: '9s' }).startMs).toBe(isMatched ? 9000 : 1000);
  });

  it('sets how each init container that matches runs; later rules win field by field', () => {
    const usual = { runMs: 1000, exitCode: 0, failTimes: Infinity };
    expect(
      told(
        { init: { run: '3s' } },
        { match: { command: '*false' }, init: { exitCode: 1, times: 2 } },
      ).init,
    ).toEqual([
      { runMs: 3000, exitCode: 1, failTimes: 2 },
      { ...usual, runMs: 3000 },
    ]);
    expect(told({ start: '1s' }).init).toEqual([]);
  });

  it.each([
    [{ init: { exitcode: 1 } }, 'unknown field "exitcode" (init); known are run, times, exitCode'],
    [{ init: { times: 0 } }, 'expected a whole number of at least 1'],
    [{ init: 'never' }, 'expected a map with run, times, exitCode'],
    [{ match: { command: ['sh'] }, start: 1 }, 'expected text'],
  ])('%j is refused', (rule, message) => {
    expect(readForm(ruleForm, rule).problems.map((each) => each.message)).toEqual([message]);
  });
});
