/**
 * The DaemonSet scenario by hand: its manifests go through kubectl to a server whose clock runs as
 * the wall clock does, and `kubectl get ds -w` shows the update as it happens.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { machineWall } from '#clock';
import type { Command } from './support/command.ts';
import { age, Kubectl, row } from './support/kubectl.ts';
import { serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { isMissing, kubectls, type Tool } from './support/tools.ts';

const root = resolve(import.meta.dirname, '../..');
const scenario = parse(
  readFileSync(resolve(root, 'scenarios/daemonset/rolling-update.yaml'), 'utf8'),
) as {
  readonly steps: readonly {
    readonly apply?: object;
    readonly patch?: { readonly body: object };
  }[];
};

const manifest = JSON.stringify(scenario.steps.find(({ apply }) => apply !== undefined)!.apply);
const newImage = JSON.stringify(
  scenario.steps.find(({ patch }) => patch !== undefined)!.patch!.body,
);

/** One row of `kubectl get ds agent -w`. */
interface Counts {
  readonly desired: number;
  readonly ready: number;
  readonly updated: number;
}

const tools = kubectls();
const found = tools.filter((tool): tool is Tool => !isMissing(tool));

describe.skipIf(found.length === 0)('a rolling update under kubectl', () => {
  let served: Served;
  let kubectl: Kubectl;
  let watches: readonly { readonly name: string; readonly command: Command }[];

  beforeAll(async () => {
    served = await serve('--nodes', '5', '--clock', 'realtime');
    const clients = found.map((tool) => ({ name: tool.name, kubectl: new Kubectl(tool, served) }));
    kubectl = clients[0]!.kubectl;
    watches = clients.map(({ name, kubectl: client }) => ({
      name,
      command: client.start('get ds --namespace=default -w'),
    }));
  }, serveTimeoutMs);
  afterAll(async () => {
    for (const { command } of watches) await command.stop();
    await served.stop();
  }, serveTimeoutMs);

  it('starts with every node', async () => {
    await kubectl.read('apply -n default -f -', manifest);
    await kubectl.read('rollout status ds agent -n default --timeout=30s');
    for (const { command } of watches) {
      await command.untilPrinted(row('agent', '5', '5', '5', '5', '5', '<none>', age));
    }
  }, 40_000);

  it('takes two pods down at a time, and as long as five pods need', async () => {
    const from = watches.map(({ command }) => command.stdout.length);
    const start = machineWall.now();
    await kubectl.read(`patch ds agent -n default -p '${newImage}'`);
    const status = await kubectl.read('rollout status ds agent -n default --timeout=50s');
    const tookMs = machineWall.now() - start;

    expect(status).toMatch(
      /Waiting for daemon set "agent" rollout to finish: \d out of 5 new pods have been updated/,
    );
    expect(status).toMatch(/daemon set "agent" successfully rolled out\n$/);
    // Three rounds of 2 s to end, 3 s to start and 2 s to be ready.
    expect(tookMs).toBeGreaterThan(18_000);
    expect(tookMs).toBeLessThan(40_000);
    for (const [index, { name, command }] of watches.entries()) {
      await command.untilPrinted(/(?:^agent +5 +5 +5 +5 +5 .*\n[^]*){2}/m);
      const rows = updateIn(countsOf(command.stdout.slice(from[index])));
      expect(rows.length, name).toBeGreaterThanOrEqual(6);
      expect(Math.min(...rows.map(({ ready }) => ready)), name).toBe(3);
      expect(
        rows.every(({ desired }) => desired === 5),
        name,
      ).toBe(true);
      const updated = rows.map((counts) => counts.updated);
      expect(updated, name).toEqual([...updated].sort((a, b) => a - b));
      expect(updated, name).toEqual(expect.arrayContaining([2, 4, 5]));
    }
  }, 60_000);

  it('follows the nodes', async () => {
    await kubectl.read('taint nodes node-2 maintenance=true:NoExecute');
    for (const { command } of watches)
      await command.untilPrinted(row('agent', '4', '4', '4', '4', '4', '<none>', age));
  }, 30_000);
});

for (const tool of tools) {
  if (isMissing(tool)) it.skip(`${tool.name} (skipped: ${tool.reason})`);
}

function countsOf(table: string): readonly Counts[] {
  return [...table.matchAll(/^agent +(\d+) +\d+ +(\d+) +(\d+) /gm)].map(
    ([, desired, ready, updated]) => ({
      desired: Number(desired),
      ready: Number(ready),
      updated: Number(updated),
    }),
  );
}

/** Without the rows from before the controller saw the new image: pods of the old one still count. */
function updateIn(rows: readonly Counts[]): readonly Counts[] {
  return rows.slice(rows.findIndex(({ updated }) => updated === 0));
}
