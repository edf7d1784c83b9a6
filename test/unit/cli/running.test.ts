/** `orrery run` with what it writes, two futures, and records that are played again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunCommandOptions } from '../../../src/cli/run/options.ts';
import { run } from '../../../src/cli/run/run.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { captured } from '../../support/captured.ts';

const out = captured('running');
const text: RunCommandOptions = { speed: 'max', output: 'text', verbose: true };

const scenario = (more = ''): string => `name: s
variables: { early: 1, late: 1 }
until: 30s
${more}cluster: { nodes: 1 }
steps:
  - at: 1s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { x: "\${early}" } }
  - at: 20s
    apply: { apiVersion: v1, kind: ConfigMap, metadata: { name: b }, data: { x: "\${late}" } }
  - at: 25s
    expect: { kind: ConfigMap, name: b, that: 'data.x == "1"' }
`;

const printed = (): string =>
  out.printed.replaceAll(out.folder, 'FOLDER').replace(/in [\d.]+ s$/m, 'in N s');

describe('two futures', () => {
  it.each<[Partial<RunCommandOptions>, string]>([
    [{}, '--fork-at needs what is to change from there on: --set NAME=VALUE'],
    [{ set: {} }, '--fork-at needs what is to change from there on: --set NAME=VALUE'],
    [
      { set: { early: 2 } },
      '--set early=2 changes no step from 0:10.000 on: "early" is used before the fork only, or has that value; fork earlier, or play it whole with orrery diff --other-set',
    ],
    [{ set: { late: 2, early: 2 } }, '--set early=2 changes no step from 0:10.000 on'],
    [{ set: { late: 1 } }, '--set late=1 changes no step from 0:10.000 on'],
  ])('are none with %j', async (options, message) => {
    const file = out.file('s.yaml', scenario());
    const running = run(file, { ...text, forkAt: '10s', ...options });
    await expect(running).rejects.toThrow(UsageError);
    await expect(running).rejects.toThrow(message);
  });

  it('are none where only checks use the variable after the fork, which says so', async () => {
    const checked = scenario().replace('"1"', '"${early}"');
    const running = run(out.file('s.yaml', checked), { ...text, forkAt: '10s', set: { early: 2 } });
    await expect(running).rejects.toThrow(
      '--set early=2 changes no step from 0:10.000 on: only checks use "early" after it; fork earlier',
    );
  });

  it('are none of a matrix', async () => {
    const file = out.file('s.yaml', scenario('matrix: { early: [1, 2] }\n'));
    await expect(run(file, { ...text, forkAt: '10s', set: { late: 2 } })).rejects.toThrow(
      new UsageError(
        `${file} is several scenarios (its matrix); --fork-at takes one without a matrix`,
      ),
    );
  });

  it('are compared in words', async () => {
    const file = out.file('s.yaml', scenario());
    expect(await run(file, { ...text, forkAt: '10s', set: { late: 2 } })).toBe(1);
    expect(printed()).toBe(`< as it is
> with late=2

They part at 0:20.000
  < scenario created ConfigMap default/b
  > scenario created ConfigMap default/b
  ConfigMap default/b: data.x "1" in <, "2" in >

What led to > there:
    0:20.000  rev 22    scenario created ConfigMap default/b
                        because: line 8: apply ConfigMap b

They end differently:
  ~ ConfigMap default/b  data.x 1→2

1 writes only in <, 1 only in >

Checks that held: 1 of 1 in <, 0 of 1 in >
  line 10: expect ConfigMap b data.x == "1"
    < ✓ held
    > ✗ failed data.x == "1" is false: data.x is "2"
`);
  });

  it('are compared in JSON', async () => {
    const file = out.file('s.yaml', scenario());
    const options = { ...text, output: 'json', forkAt: '20s', set: { late: 2 } } as const;
    expect(await run(file, options)).toBe(1);
    const { checks } = JSON.parse(out.printed) as { checks: object };
    expect(checks).toEqual([
      {
        ...{ file: 's.yaml', line: 10, summary: 'expect ConfigMap b data.x == "1"' },
        left: { passed: true, actual: 'it is so' },
        right: { passed: false, actual: 'data.x == "1" is false: data.x is "2"' },
      },
    ]);
  });
});

describe('a run', () => {
  it('says what it has written, and is played again from its record', async () => {
    const file = out.file('s.yaml', scenario());
    const record = join(out.folder, 'my.run');
    expect(await run(file, { ...text, record, until: '26s' })).toBe(0);
    expect(printed()).toBe(`s
FOLDER/s.yaml, seed 1

  0:00.000  scenario               create  Node node-1
  0:00.000  kubelet                status  Node node-1  Ready True
  0:00.000  node-controller        update  Node node-1  -node.kubernetes.io/not-ready:NoSchedule
  0:01.000  scenario               apply ConfigMap a
  0:01.000  scenario               create  ConfigMap a
  0:20.000  scenario               apply ConfigMap b
  0:20.000  scenario               create  ConfigMap b
  0:25.000  check                  ✓ held   expect ConfigMap b data.x == "1"

Node    Status  Roles   Age  Version
node-1  Ready   <none>  26s  v1.24.17

21 writes, 20 reconciles

1 of 1 checks held; 0:26.000 of virtual time and 21 writes in N s
FOLDER/my.run is written
`);
    const first = readFileSync(record, 'utf8');
    const again = join(out.folder, 'again.run');
    expect(await run(record, { ...text, record: again, until: '26s' })).toBe(0);
    expect(readFileSync(again, 'utf8')).toBe(first);
    for (const [name, options] of [
      ['--set', { set: { late: 2 } }],
      ['--from-snapshot', { fromSnapshot: 'x' }],
      ['--fork-at', { forkAt: '1s' }],
    ] as const) {
      await expect(run(record, { ...text, ...options })).rejects.toThrow(
        new UsageError(
          `${record}: ${name} is for scenarios; this is the record of one that was played`,
        ),
      );
    }
    const next = out.file(
      'next.yaml',
      'name: next\nuntil: 1s\nsteps: [{ at: 0s, delete: { kind: ConfigMap, name: a } }]\n',
    );
    expect(await run(next, { ...text, fromSnapshot: `${record}@10s` })).toBe(0);
    const late = out.file(
      'late.yaml',
      'name: late\nuntil: 1s\nsteps: [{ at: 0s, delete: { kind: ConfigMap, name: b } }]\n',
    );
    expect(await run(late, { ...text, fromSnapshot: `${record}@10s` })).toBe(1);
  });

  it('of a matrix writes a file for each combination', async () => {
    const file = out.file('s.yaml', scenario('matrix: { early: [1, "2 x"] }\n'));
    const record = join(out.folder, 'my.run');
    expect(await run(file, { ...text, record })).toBe(0);
    const written = printed()
      .split('\n')
      .filter((line) => line.endsWith('is written'));
    expect(written).toEqual([
      'FOLDER/my-early=1.run is written',
      'FOLDER/my-early=2_x.run is written',
    ]);
    await expect(run(file, { ...text, output: 'json' })).rejects.toThrow(UsageError);
  });
});
