/** What is wrong with variables, matrices, times and the verbs about objects: what, where, what would be right. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkScenario, problemText } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

/** The problems of a scenario's text, each as `LINE:COLUMN: message (hint)`; warnings say so. */
function problemsOf(text: string): string[] {
  const { problems } = checkScenario('x.yaml', kinds, {
    sources: [{ file: 'x.yaml', text }],
    controllers: ['daemonset', 'deployment', 'horizontalpodautoscaler'],
  });
  return problems.map((problem) => problemText(problem).replace(/^x\.yaml:/, ''));
}

const step = (fields: string): string => `steps:\n  - { ${fields} }\n`;
const withUntil = (fields: string): string => `until: 10s\n${step(fields)}`;
const daemonSet = `apiVersion: apps/v1, kind: DaemonSet, metadata: { name: a }`;

type Case = readonly [what: string, text: string, problem: string];

const variables: readonly Case[] = [
  [
    'a variable that is not declared',
    "variables: { nodes: 3 }\nseed: 1\ncluster: { nodes: '${node}' }\nsteps: [{ at: 1s, note: '${nodes}' }]",
    '3:22: there is no variable "node"; there are nodes (did you mean "nodes"?)',
  ],
  [
    'a variable where there are none',
    "steps: [{ at: 1s, note: 'a ${b}' }]",
    '1:30: there is no variable "b"; there are none',
  ],
  ['an open brace', "steps: [{ at: 1s, note: 'a ${b' }]", '1:28: "${" has no "}" behind it'],
  ['no name', "steps: [{ at: 1s, note: '${}' }]", '1:26: expected a variable between'],
  [
    'an unknown name in an expression',
    "variables: { nodes: 2 }\nsteps: [{ at: 1s, note: 'a ${nodes + node}' }]",
    '2:38: unknown name "node"; known are nodes (did you mean "nodes"?)',
  ],
  [
    'an expression that cannot be read',
    "variables: { a: 2 }\nsteps: [{ at: 1s, note: '${a +}' }]",
    '2:31: ',
  ],
  [
    'an expression of the wrong types',
    "variables: { a: x }\nsteps: [{ at: 1s, note: '${a * 2}' }]",
    '2:28: ',
  ],
  [
    'an expression without a value',
    "variables: { a: 0 }\nsteps: [{ at: 1s, note: '${1 / a}' }]",
    '2:26: 1 / 0 has no value',
  ],
  [
    'a brace that is not quoted',
    'variables: { b: 1 }\nsteps: [{ at: 1s, note: ${b} }]',
    "inside { } and [ ] quote it: '${...}'",
  ],
  [
    'a map inside text',
    "variables: { m: { a: 1 } }\nsteps: [{ at: 1s, note: 'a ${m}' }]",
    '2:28: ${m} is a map, which cannot stand inside a text',
  ],
  [
    'a value of the wrong type',
    "variables: { n: few }\ncluster: { nodes: '${n}' }\nsteps: []",
    '2:19: expected a whole number of at least 0, at most 10000',
  ],
  [
    'a repetition where there is none',
    "steps: [{ at: 1s, note: '${i}' }]",
    '1:28: ${i} is known only in what a step with "every" or "cron" repeats',
  ],
  [
    'a repetition in the time of a step',
    "steps: [{ at: '${i}s', every: 1s, times: 2, note: x }]",
    '${i} is known only in what',
  ],
  [
    'a name that is none',
    'variables: { a-b: 1 }\nsteps: []',
    '1:14: "a-b" is not a variable name; expected letters, digits and _',
  ],
  ['a variable called i', 'variables: { i: 1 }\nsteps: []', '"i" is the number of a repetition'],
  ['variables that are not a map', 'variables: [a]\nsteps: []', '1:12: expected a map'],
  [
    'a matrix without a list',
    "matrix: { n: 3 }\nsteps: [{ at: 1s, note: '${n}' }]",
    '1:14: expected a list of values for "n" such as [3, 10], found the number 3',
  ],
  [
    'an empty choice',
    "matrix: { n: [] }\nsteps: [{ at: 1s, note: '${n}' }]",
    '1:14: expected a list of values for "n"',
  ],
  [
    'a matrix without end',
    `matrix: { ${['a', 'b', 'c', 'd'].map((n) => `${n}: [1, 2, 3, 4, 5, 6]`).join(', ')} }\nsteps: []`,
    '1:11: the matrix has more than 1000 combinations',
  ],
  [
    'a variable that nothing uses',
    'variables: { n: 3 }\nsteps: []',
    '1:14: warning: nothing uses the variable "n"',
  ],
];

const times: readonly Case[] = [
  ['no end', step('every: 1s, note: x'), '2:5: the step is repeated without end; expected "times"'],
  ['no interval', step('every: 0s, times: 2, note: x'), '2:14: expected more than no time at all'],
  [
    'too many repetitions',
    step('every: 1ms, for: 1h, note: x'),
    '2:5: the step is repeated more than 10000 times; expected fewer',
  ],
  ['too many times', step('every: 1s, times: 10001, note: x'), 'at least 1, at most 10000'],
  ['times without repetition', step('at: 1s, times: 3, note: x'), '"times" goes with "every"'],
  [
    'a zone without schedule',
    step('at: 1s, timeZone: UTC, note: x'),
    '"timeZone" goes with "cron"',
  ],
  ['two repetitions', step("every: 1s, cron: '* * * * *', note: x"), 'it has "every" and "cron"'],
  [
    'a bad schedule',
    step("cron: 'every day', for: 1h, note: x"),
    '2:5: expected a cron schedule such as "*/5 * * * *" or @hourly, found "every day"',
  ],
  [
    'a bad zone',
    step("cron: '@hourly', timeZone: Zurich, for: 1d, note: x"),
    'unknown time zone Zurich; expected a name such as Europe/Zurich',
  ],
  ['a schedule that never comes', step("cron: '0 0 31 2 *', for: 1d, note: x"), 'not even once'],
  [
    'a time before the start',
    step('at: 2025-12-31T23:59:59Z, note: x'),
    '2:5: 2025-12-31T23:59:59Z lies before the start of the scenario, 2026-01-01T00:00:00Z',
  ],
  ['a time that is none', step('at: 2026-13-01T00:00:00Z, note: x'), '2:11: expected a duration'],
  ['for where nothing lasts', step('at: 1s, for: 3s, note: x'), '"for" goes with '],
  [
    'a step behind the end',
    withUntil('at: 11s, note: x'),
    '3:5: warning: the step is never played: its time is 11s, and the scenario ends at 10s',
  ],
  [
    'a check that ends behind the end',
    withUntil('at: 9s, within: 2s, expect: { kind: Pod, name: a }'),
    '3:5: warning: the check may still wait at 11s, but the scenario ends at 10s',
  ],
];

const objects: readonly Case[] = [
  [
    'a kind that is not scaled',
    step(`at: 1s, scale: { kind: DaemonSet, name: a, replicas: 3 }`),
    '2:30: DaemonSet objects cannot be scaled; expected one of ReplicationController, Deployment',
  ],
  [
    'replicas below none',
    step('at: 1s, scale: { kind: Deployment, name: a, replicas: -1 }'),
    'of at least 0',
  ],
  [
    'a kind that is not restarted',
    step('at: 1s, restart: { kind: Job, name: a }'),
    'Job objects cannot be restarted; expected one of DaemonSet, Deployment, StatefulSet',
  ],
  [
    'a kind without image',
    step('at: 1s, setImage: { kind: Service, name: a, image: b }'),
    'Service objects cannot be given an image; expected one of ',
  ],
  [
    'an annotation that does nothing',
    step('at: 1s, annotate: { kind: Pod, name: a }'),
    'annotate changes nothing; expected "set" or "remove"',
  ],
  ['a deletion of nothing', step('at: 1s, delete: { kind: Pod }'), 'expected "name" or "selector"'],
  [
    'a deletion of two things',
    step('at: 1s, delete: { kind: Pod, name: a, selector: b=c }'),
    'expected "name" or "selector" (what is deleted), found both',
  ],
  [
    'a selector that is none',
    step("at: 1s, delete: { kind: Pod, selector: 'a==b==c' }"),
    'not a selector: ',
  ],
  [
    'a selector of a wrong type',
    step('at: 1s, delete: { kind: Pod, selector: [a] }'),
    'found a list',
  ],
  [
    'a number that is not an object',
    step('at: 1s, apply: 3'),
    '2:22: expected an API object (a map) or the name of a file, found the number 3',
  ],
  [
    'objects without a word of how they are applied',
    step(`at: 1s, apply: { objects: { ${daemonSet} }, force: true }`),
    'field "serverSide" is missing',
  ],
  [
    'an unknown option of an apply',
    step(`at: 1s, apply: { serverSide: true, objects: [], manger: a }`),
    '(did you mean "manager"?)',
  ],
  [
    'options of server-side apply without it',
    step(`at: 1s, apply: { serverSide: false, objects: { ${daemonSet} }, manager: a }`),
    'expected "serverSide: true"; without it, write the objects alone',
  ],
  [
    'conflicts that force rules out',
    step(
      `at: 1s, apply: { serverSide: true, objects: { ${daemonSet} }, force: true, conflicts: [.spec] }`,
    ),
    '"force" overwrites what others own, so there are no "conflicts"',
  ],
  [
    'conflicts of several objects',
    step(
      `at: 1s, apply: { serverSide: true, objects: [{ ${daemonSet} }, { ${daemonSet} }], conflicts: [.spec] }`,
    ),
    '"conflicts" are those of one object, found 2; make a step of each',
  ],
  [
    'a generated name of what is applied on the server',
    step(
      'at: 1s, apply: { serverSide: true, objects: { apiVersion: v1, kind: Pod, metadata: { generateName: a- } } }',
    ),
    'Pod has only a generateName; "serverSide" needs metadata.name',
  ],
  [
    'a manager without a name',
    step(`at: 1s, apply: { serverSide: true, objects: { ${daemonSet} }, manager: '' }`),
    'expected a name of at most 128 printable characters, found ""',
  ],
  [
    'an unknown field beside files',
    step('at: 1s, apply: { files: [a.yaml], namespac: b }'),
    'unknown field "namespac"',
  ],
  [
    'an unknown feature gate',
    'featureGates: { CronJobTimezone: true }\nsteps: []',
    '1:17: unknown name "CronJobTimezone"',
  ],
  [
    'a gate that is not a flag',
    'featureGates: { HPAScaleToZero: on }\nsteps: []',
    'expected true or false',
  ],
  [
    'an unknown controller',
    'controllers: [-hpa, daemonst]\nsteps: []',
    '1:21: there is no controller "daemonst"; there are daemonset, deployment, horizontalpodautoscaler (did you mean "daemonset"?)',
  ],
  [
    'an unknown controller to stop',
    step('at: 1s, stopControllers: [hpa, daemonst]'),
    '2:38: there is no controller "daemonst"',
  ],
  [
    'a node twice',
    'cluster: { nodes: [{ name: n, count: 2 }, { name: n-2 }] }\nsteps: []',
    '1:19: node "n-2" is in the cluster twice',
  ],
  [
    'a node among the objects that is in the cluster',
    'cluster: { nodes: [{ name: n, count: 2 }], objects: [{ apiVersion: v1, kind: Node, metadata: { name: n-2 } }] }\nsteps: []',
    'Node "n-2" is in the cluster twice',
  ],
  [
    'an event of kubelets that record none',
    step('at: 1s, expect: { event: { reason: BackOff, kind: pods } }'),
    '2:32: warning: no event "BackOff" comes: kubelets record none unless the cluster has kubeletEvents: true',
  ],
  [
    'the same inside of another condition',
    step('at: 1s, never: { any: [{ not: { event: { reason: Killing } } }] }'),
    'warning: no event "Killing" comes',
  ],
  ['no interval of metrics', 'metricsInterval: 0s\nsteps: []', '1:18: expected a second or more'],
  [
    'a name that nothing made',
    `steps:\n  - { at: 1s, apply: { ${daemonSet} } }\n  - { at: 2s, restart: { kind: DaemonSet, name: aa } }`,
    '3:49: warning: nothing makes a DaemonSet "aa" in namespace "default" before this step (did you mean "a"?)',
  ],
  [
    'an object that is gone',
    `steps:\n  - { at: 1s, apply: { ${daemonSet} } }\n  - { at: 2s, delete: { kind: DaemonSet, name: a } }\n  - { at: 3s, restart: { kind: ds, name: a } }`,
    '4:42: warning: nothing makes a DaemonSet "a"',
  ],
  [
    'a selector that misses its template',
    step(
      `at: 1s, apply: { ${daemonSet}, spec: { selector: { matchLabels: { app: a } }, template: { metadata: { labels: { app: b } }, spec: { containers: [] } } } }`,
    ),
    'warning: the selector of DaemonSet "a" does not match the labels of its template',
  ],
];

describe.each([
  ['variables', variables],
  ['times', times],
  ['objects', objects],
])('bad %s', (_, cases) => {
  it.each(cases)('such as %s get one clear problem', (_what, text, problem) => {
    const problems = problemsOf(text);
    expect(problems.join('\n')).toContain(problem);
    expect(problems).toHaveLength(1);
  });
});

it('a scenario that uses all of it well has no problems', () => {
  const text = `variables: { nodes: 3 }
matrix: { strategy: [RollingUpdate, OnDelete] }
until: 1h
controllers: [-hpa]
featureGates: { CronJobTimeZone: true }
metricsInterval: 30s
cluster: { nodes: '\${nodes}' }
steps:
  - at: 1s
    apply:
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: { name: a }
      spec:
        selector: { matchLabels: { app: a } }
        updateStrategy: { type: '\${strategy}' }
        template:
          metadata: { labels: { app: a } }
          spec: { containers: [{ name: c, image: i }] }
  - { at: 10s, setImage: { kind: DaemonSet, name: a, image: j } }
  - { every: 5m, times: 3, annotate: { kind: DaemonSet, name: a, set: { run: '\${i}' } }, at: 20s }
  - { at: 30m, delete: { kind: Pod, selector: { app: a } } }
`;
  expect(problemsOf(text)).toEqual([]);
});

describe('an event that may come', () => {
  const check = (about: string): string => step(`at: 1s, expect: { event: { ${about} } }`);
  it.each([
    [
      'of kubelets that record theirs',
      `cluster: { kubeletEvents: true }\n${check('reason: Pulled')}`,
    ],
    ['of a controller', check('reason: SuccessfulCreate')],
    ['of a pod, for any reason', check('kind: Pod')],
    ['of the same reason about another kind', check('reason: Failed, kind: Job')],
  ])('%s is not a problem', (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});

describe('an object that nothing makes', () => {
  const check = (more: string): string[] =>
    problemsOf(step(`at: 1s, expect: { kind: DaemonSet, name: a${more} }`));
  const warning =
    '2:48: warning: nothing makes a DaemonSet "a" in namespace "default" before this step';
  it.each<[more: string, problems: readonly string[]]>([
    ['', [warning]],
    [', absent: false', [warning]],
    [', absent: true', []],
  ])('is missed by a check with "%s": %j', (more, problems) => {
    expect(check(more)).toEqual(problems);
  });
});
