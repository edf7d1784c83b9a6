/** Steps whose time or verb cannot be meant: the whole message, as authors read it. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { parseScenario, ScenarioError } from '#scenario';

const kinds = new KindRegistry(defaultProfile);

/** The problems of a scenario with one step, each as `LINE:COLUMN: message`. */
function problemsOf(step: string, more = ''): string[] {
  try {
    parseScenario(`steps:\n- { ${step} }\n${more}`, 'x.yaml', kinds);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace('x.yaml:', ''));
  }
  return [];
}

const agent = 'kind: DaemonSet, name: a';

describe('the time of a step', () => {
  it.each([
    ['at: 1s, after: 1s', 'a step has one time; it has "at" and "after"'],
    [
      "every: 1s, cron: '@hourly', times: 1",
      'a step is repeated in one way; it has "every" and "cron"',
    ],
    ['at: 1s, times: 2', '"times" goes with "every" or "cron" only'],
    ['at: 1s, timeZone: UTC', '"timeZone" goes with "cron" only'],
    ['every: 1s, times: 2, timeZone: UTC', '"timeZone" goes with "cron" only'],
    [
      'every: 1s',
      'the step is repeated without end; expected "times" or "for", or "until" of the scenario',
    ],
    [
      'every: 1ms, for: 20s',
      'the step is repeated more than 10000 times; expected fewer ("times", "for", or a longer interval)',
    ],
    ["at: 10m, cron: '@hourly', for: 10m", 'the step is repeated not even once before its end'],
    [
      "cron: '@hourly', timeZone: Nowhere/X, times: 1",
      '; expected a name such as Europe/Zurich or UTC',
    ],
    [
      'cron: often, times: 1',
      'expected a cron schedule such as "*/5 * * * *" or @hourly, found "often": ',
    ],
    [
      'at: 2025-12-31T23:59:59Z',
      '2025-12-31T23:59:59Z lies before the start of the scenario, 2026-01-01T00:00:00Z',
    ],
    [
      'name: x',
      'the step does not say when; expected "at" (from the start), "after" (from the step before), "every" or "cron"',
    ],
  ])('%s', (step, message) => {
    const [problem, ...others] = problemsOf(`${step}, note: x`);
    expect(problem).toContain(message);
    expect(others).toEqual([]);
  });

  it('that is repeated is before the end of the scenario', () => {
    expect(problemsOf('at: 3s, every: 1s, note: x', 'until: 3s')).toEqual([]);
    expect(problemsOf('at: 3001ms, every: 1s, note: x', 'until: 3s')).toEqual([
      '2:3: the step is repeated not even once before its end',
    ]);
  });

  it.each([
    ['every: 1ms, times: 10000', 0],
    ['every: 1ms, for: 10s', 0],
    ['every: 1ms, for: 10001ms', 1],
  ])('%s has %d problems', (step, count) => {
    expect(problemsOf(`${step}, note: x`)).toHaveLength(count);
  });
});

describe('what a step does', () => {
  it.each([
    ['name: x', 'the step does nothing; expected one of apply, '],
    [
      'cordon: node-1, drain: node-1',
      'a step does one thing; it has "cordon" and "drain" - make two steps of it',
    ],
    ['note: x, within: 3s', '"within" goes with '],
    ['note: x, for: 3s', '"for" goes with "every", "cron" and checks that last'],
    [`holds: { ${agent} }`, '"holds" needs "for: 30s"'],
    [
      `always: { ${agent} }, every: 10s, for: 30s`,
      '"for" would say how long the step is repeated; say how often by "times", and "for" is how long "always" lasts',
    ],
    [
      `holds: { ${agent} }, for: 10s, within: 9s`,
      '"for" is longer than "within": it could not be over in time',
    ],
    ['addNodes: { name: node-1 }, note: x', 'exists already at this point of the scenario'],
    [
      'load: { kind: ConfigMap, name: x, curve: 1200m }',
      'ConfigMap cannot be under load; expected ',
    ],
    ['load: { kind: Deployment, name: x }', 'load changes nothing; expected "curve" or "memory"'],
    ['taint: node-1', 'taint changes nothing; expected "add" or "remove"'],
    ["note: '${x'", '"${" has no "}" behind it; write $${ for a literal ${'],
  ])('%s', (step, message) => {
    expect(problemsOf(`at: 1s, ${step}`, 'cluster: { nodes: 1 }').join('\n')).toContain(message);
  });

  it('is one thing, whatever else it lacks', () => {
    expect(problemsOf('cordon: node-1, drain: node-1')).toEqual([
      '2:21: a step does one thing; it has "cordon" and "drain" - make two steps of it',
    ]);
  });

  it('is said in one document', () => {
    expect(problemsOf('at: 1s, note: x', '---\nsteps: []')[0]).toContain(
      'a scenario is one document; expected no "---" in it',
    );
  });
});

describe('a step that checks several conditions', () => {
  const [three, four] = [3, 4].map((n) => `{ count: { kind: Pod }, equals: ${n} }`);
  it.each([
    [`inOrder: [${three}, ${four}]`, 'in order 3 Pod objects, then 4 Pod objects'],
    [
      'exactly: { times: 1, count: { kind: Pod }, equals: 3 }, for: 1m',
      'exactly once 3 Pod objects',
    ],
    [
      'exactly: { times: 2, count: { kind: Pod }, equals: 3 }, for: 1m',
      'exactly 2 times 3 Pod objects',
    ],
  ])('%s is shown as "%s"', (step, summary) => {
    const text = `steps: [{ at: 1s, ${step} }]`;
    expect(parseScenario(text, 'x.yaml', kinds).steps[0]!.summary).toBe(summary);
  });
});

describe('a condition', () => {
  const count = 'count: { kind: Pod }';

  it.each([
    [`{ ${count} }`, `a count needs one of "equals: 3" and "is: '>= 3'"; it has none`],
    [
      `{ ${count}, equals: 3, is: '> 3' }`,
      `a count needs one of "equals: 3" and "is: '>= 3'"; it has both`,
    ],
    ['{ all: [] }', '"all" needs a list of conditions, found an empty one'],
    ['{ any: 3 }', '"any" needs a list of conditions, found the number 3'],
  ])('%s', (condition, message) => {
    expect(problemsOf(`at: 1s, expect: ${condition}`).join('\n')).toContain(message);
  });

  it.each([
    [`${count}, equals: 3`, '3 Pod objects'],
    [`count: { kind: Pod, namespace: a, selector: b=c }, is: '>= 3'`, 'Pod objects in a with b=c'],
    [`not: { ${count}, equals: 3 }`, 'not '],
    [`any: [{ ${count}, equals: 3 }, { ${count}, equals: 4 }]`, ' or '],
    [`all: [{ ${count}, equals: 3 }, { ${count}, equals: 4 }]`, ' and '],
    [`all: [{ ${count}, equals: 3 }]`, '3 Pod objects'],
  ])('{ %s } is shown as "%s"', (condition, shown) => {
    const text = `steps: [{ at: 1s, expect: { ${condition} } }]`;
    const [step] = parseScenario(text, 'x.yaml', kinds).steps;
    expect(step!.summary).toContain(shown);
  });
});
