/** What a server does by the wall clock, on schedules. */
import { beforeEach, expect, it, vi } from 'vitest';
import { housekeepingOf } from '../../../src/cli/serve/housekeeping.ts';
import { SettingsError } from '../../../src/cli/serve/settings.ts';
import { captured } from '../../support/captured.ts';

interface Task {
  readonly cron: string;
  readonly work: () => Promise<void>;
  isStopped: boolean;
}

const tasks = vi.hoisted((): Task[] => []);
vi.mock('node-cron', async (original) => ({
  ...(await original<object>()),
  schedule: (cron: string, work: () => Promise<void>) => {
    const task: Task = { cron, work, isStopped: false };
    tasks.push(task);
    return { stop: () => (task.isStopped = true) };
  },
}));

const out = captured('housekeeping');
beforeEach(() => void tasks.splice(0));

function storeAt(revision: number, compacted: number) {
  const asked: number[] = [];
  const store = {
    asked,
    now: revision,
    revision: () => store.now,
    compactedRevision: () => compacted,
    compact: (to: number) => Promise.resolve(void asked.push(to)),
  };
  return store;
}

it('forgets the history before the last time', async () => {
  const first = storeAt(10, 3);
  const second = storeAt(30, 4);
  let current = first;
  const start = await housekeepingOf({ compaction: '*/5 * * * *' });
  expect(tasks).toEqual([]);
  const stop = start(() => current as never);
  expect(tasks.map(({ cron }) => cron)).toEqual(['*/5 * * * *']);
  const [{ work }] = tasks as [Task];
  await work();
  first.now = 20;
  await work();
  // Of another cluster nothing is known.
  current = second;
  await work();
  second.now = 40;
  await work();
  expect([first.asked, second.asked]).toEqual([
    [3, 10],
    [4, 30],
  ]);
  expect(tasks[0]!.isStopped).toBe(false);
  stop();
  expect(tasks[0]!.isStopped).toBe(true);
});

it('plays a scenario again', async () => {
  const file = out.file('a=b.yaml', 'name: again\nuntil: 1s\nsteps: [{ at: 0s, note: x }]\n');
  const start = await housekeepingOf({ replay: ` 0 * * * * =${file}` });
  start(() => undefined as never);
  expect(tasks.map(({ cron }) => cron)).toEqual(['0 * * * *']);
  await tasks[0]!.work();
  expect(out.printed).toContain('again');
});

it.each([
  [{ compaction: 'x' }, '--compaction: "x" is not a cron schedule'],
  [{ replay: 'x=file' }, '--replay: "x" is not a cron schedule'],
  [{ replay: '0 * * * *' }, '--replay: expected CRON=FILE'],
  [{ replay: '0 * * * *=' }, '--replay: expected CRON=FILE'],
  [{ replay: '=file' }, '--replay: "" is not a cron schedule'],
])('refuses %j', async (options, message) => {
  await expect(housekeepingOf(options)).rejects.toThrow(new SettingsError(message));
});
