/** What a run shows at first, and what it then says to type. */
import { describe, expect, it } from 'vitest';
import { calledAs } from '../../../src/cli/called-as.ts';
import { run } from '../../../src/cli/run/run.ts';
import { captured } from '../../support/captured.ts';

const out = captured('brief');

const text = `until: 30s
cluster: { nodes: 2 }
steps:
  - at: 1s
    note: The agents come.
    apply:
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: { name: agent }
      spec:
        selector: { matchLabels: { app: agent } }
        template:
          metadata: { labels: { app: agent } }
          spec: { containers: [{ name: main, image: example.com/agent:1 }] }
  - at: 1s
    expect: { kind: DaemonSet, name: agent, status: { numberReady: 2 } }
    within: 20s
`;

describe('a run', () => {
  it('shows steps, checks and the status of what is applied, and leaves out the pods of a workload', async () => {
    await run(out.file('a.yaml', text), { speed: 'max', output: 'text' });
    expect(out.printed).toContain('The agents come.');
    expect(out.printed).toContain('status  DaemonSet agent  numberReady 0→2');
    expect(out.printed).toContain('✓ held');
    expect(out.printed).toContain('2 Nodes node-1 node-2  Ready True');
    expect(out.printed).not.toMatch(/Pod|not-ready|reconciles|Longest waits/);
  });

  it('ends with three things to try, one of them a why of what has changed', async () => {
    const file = out.file('a.yaml', text);
    await run(file, { speed: 'max', output: 'text' });
    const lines = out.printed.trimEnd().split('\n').slice(-3);
    expect(lines[0]).toMatch(/^ {2}\S.* why ds\/agent numberReady --run .*a\.yaml$/);
    expect(lines[1]).toMatch(/ open .*a\.yaml$/);
    expect(lines[2]).toMatch(/ run .*a\.yaml -v$/);
  });

  it('shows every write with -v, and what it has cost', async () => {
    await run(out.file('a.yaml', text), { speed: 'max', output: 'text', verbose: true });
    expect(out.printed).toMatch(/bind .* Pod agent-/);
    expect(out.printed).toContain('reconciles');
    expect(out.printed).toMatch(/1 of 1 checks held; .*\n$/);
  });

  it('counts no checks where there are none', async () => {
    const file = out.file('b.yaml', 'until: 1s\ncluster: { nodes: 1 }\nsteps: []');
    await run(file, { speed: 'max', output: 'text' });
    expect(out.printed).toContain('no checks; 0:01.000 of virtual time');
  });
});

describe('the name of the command', () => {
  it.each([
    ['/usr/bin/orrery', {}, 'orrery'],
    ['/a/b/dist/orrery.js', {}, 'node dist/orrery.js'],
    ['/tmp/x/node_modules/.bin/orrery', { npm_command: 'exec' }, 'npx kube-orrery'],
  ])('is as it was called: %s', (script, env, name) => {
    expect(calledAs(script, env, '/a/b')).toBe(name);
  });
});
