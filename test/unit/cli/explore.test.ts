/** `orrery explore`: what `--plan` names, the line that replays, and the results as JUnit XML. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPlan, type Exploration, type Setting, type Undisturbed } from '#grade';
import { junitOf } from '../../../src/cli/explore/junit.ts';
import { plansFrom } from '../../../src/cli/explore/plan-option.ts';
import { replayText } from '../../../src/cli/explore/replay.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'orrery-explore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(text: string): string {
  const name = join(folder, 'plan.yaml');
  writeFileSync(name, text);
  return name;
}

const command = { client: { command: ['operator'] } } as unknown as Setting;
const controllers = { client: { controllers: [] } } as unknown as Setting;
const stale = '[{"stale":"pods","step":1,"through":2}]';
const order = '[{"order":7,"step":0,"through":1}]';

describe('--plan', () => {
  it('is a plan as reports print it, or a file with one', () => {
    const plan = readPlan(stale, '');
    expect(plansFrom(stale, command)).toEqual([plan]);
    expect(plansFrom(file('- stale: pods\n  step: 1\n  through: 2\n'), command)).toEqual([plan]);
    expect(plansFrom(order, controllers)).toEqual([readPlan(order, '')]);
  });

  it('is a test plan of Sieve, whose moments are those of the undisturbed run', () => {
    const plans = plansFrom(
      file(`
        workload: create
        actions:
        - actionType: restartController
          controllerLabel: operator
          trigger:
            definitions:
            - triggerName: created
              condition: { conditionType: onObjectCreate, resourceKey: pod/default/a, occurrence: 1 }
              observationPoint: { when: afterControllerWrite, by: operator }
            expression: created
      `),
      command,
    ) as (undisturbed: Undisturbed) => unknown;
    const write = {
      revision: 12,
      verb: 'created',
      kind: 'Pod',
      resource: 'pods',
      key: 'default/a',
    };
    const run = {
      ...{ actors: ['me'], reads: ['pods'], stepStarts: [1, 10], writes: [[], []] },
      history: [{ ...write, actor: 'me', atMs: 0, changes: [] }],
    } as Undisturbed;
    expect(plans(run)).toEqual([readPlan('[{"kill":"create pods","step":1,"count":1}]', '')]);
    expect(() => plans({ ...run, history: [] })).toThrow(UsageError);
  });

  it.each<[string, string, RegExp]>([
    ['an order for a command', order, /^--plan\[0\]: the order .* only of --controllers/],
    ['a file that is not there', join(folder, 'none.yaml'), /^--plan .*none\.yaml: /],
    ['a plan that is none', '[{"slow":"pods","step":1}]', /^--plan\[0\]: expected one of stale/],
    ['neither form', file('workload: x\n'), /^--plan .*plan\.yaml: expected a list such as/],
  ])('is refused: %s', (_, option, message) => {
    // The file of the last case is the one that counts.
    if (option.endsWith('plan.yaml')) file('workload: x\n');
    expect(() => plansFrom(option, command)).toThrow(UsageError);
    expect(() => plansFrom(option, command)).toThrow(message);
  });
});

it('prints a line that a shell takes', () => {
  const options = { ...{ nodes: 2, patience: 1 }, setup: 'my files', ignore: ['status.seen'] };
  expect(replayText(readPlan(stale, ''), ['./operator', "it's"], options)).toBe(
    `orrery explore --setup 'my files' --ignore status.seen --nodes 2 --plan '${stale}' -- ./operator 'it'\\''s'`,
  );
  expect(replayText(readPlan(stale, ''), ['./o'], { ...options, kubernetes: '1.34' })).toContain(
    ' --kubernetes 1.34 --plan ',
  );
  expect(replayText(readPlan(order, ''), [], { ...options, controllers: 'all.js' })).toContain(
    `explore --controllers all.js --setup 'my files'`,
  );
});

describe('JUnit XML', () => {
  const finding = (found: string) => ({
    ...{ rule: 'it ends <well>', found, because: 'It "should" & it can.', mark: 'end' },
  });
  const plan = readPlan(stale, '');
  const exploration = {
    wallMs: 12_345,
    results: [
      { plan, wallMs: 1_000, verdict: 'pass' },
      { plan: readPlan(order, ''), wallMs: 1_500, verdict: 'not exercised', reason: 'no "order"' },
      {
        ...{ plan: [...plan, ...readPlan(order, '')], wallMs: 2_000, verdict: 'fail', output: '' },
        findings: [finding('a is missing'), finding('b & c')],
      },
    ],
  } as unknown as Exploration;

  it('has a case for each plan, with what is wrong', () => {
    const words =
      'watches of pods show nothing newer from the beginning of step 1 until step 2 is done';
    const ordered =
      'it gets events and reconciles objects in order 7 from the beginning of the start until step 1 is done';
    expect(junitOf(exploration).split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites>',
      '  <testsuite name="explore" tests="3" failures="1" skipped="1" time="12.345">',
      `    <testcase name="${words}" classname="explore" time="1.000"/>`,
      `    <testcase name="${ordered}" classname="explore" time="1.500"><skipped message="no &quot;order&quot;"/></testcase>`,
      expect.stringMatching(
        new RegExp(
          `^    <testcase name="${words}; ${ordered}" classname="explore" time="2.000"><failure message="expected it ends &lt;well&gt;, found a is missing">.*</failure><failure message="expected it ends &lt;well&gt;, found b &amp; c">.*</failure></testcase>$`,
        ),
      ),
      '  </testsuite>',
      '</testsuites>',
      '',
    ]);
    expect(junitOf(exploration)).toMatch(/&amp; it can\./);
  });
});
