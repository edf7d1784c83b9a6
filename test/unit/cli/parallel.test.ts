/** Files that are played in several processes. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { inParallel } from '../../../src/cli/test/parallel.ts';
import type { ScenarioResult } from '../../../src/cli/test/result.ts';

// Modules are shared by all files of a worker: here they are loaded with the mocks, elsewhere without.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

/** What was started, and how the next ones end. */
const processes = vi.hoisted(() => ({
  started: [] as (readonly unknown[])[],
  code: 0 as number | null,
  error: undefined as Error | undefined,
  atOnce: 0,
  most: 0,
}));
vi.mock('node:child_process', () => ({
  spawn: (program: string, args: readonly string[], options: object) => {
    processes.started.push([program, args, options]);
    processes.most = Math.max(processes.most, (processes.atOnce += 1));
    const files = args.slice(args.indexOf('--') + 1);
    const stdout = Readable.from(files.map((file) => `${JSON.stringify({ file })}\n`));
    const child = Object.assign(new EventEmitter(), { stdout });
    stdout.on('close', () => {
      processes.atOnce -= 1;
      if (processes.error === undefined) child.emit('close', processes.code);
      else child.emit('error', processes.error);
    });
    return child;
  },
}));
beforeEach(() => {
  Object.assign(processes, { started: [], code: 0, error: undefined, atOnce: 0, most: 0 });
});

const filesOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}.yaml`);

/** The files of each process. */
const batches = (): readonly (readonly string[])[] =>
  processes.started.map(([, args]) => {
    const all = args as readonly string[];
    return all.slice(all.indexOf('--') + 1);
  });

it.each([
  [5, 2, [3, 2], 2],
  [4, 4, [1, 1, 1, 1], 4],
  [20, 2, [8, 8, 4], 2],
  [9, 1, [8, 1], 1],
  [0, 2, [], 0],
])('%d files by %d', async (count, jobs, sizes, most) => {
  const seen: string[] = [];
  await inParallel(filesOf(count), jobs, {}, ({ file }: ScenarioResult) => seen.push(file));
  expect(seen.toSorted()).toEqual(filesOf(count).toSorted());
  expect(batches().flat()).toEqual(filesOf(count));
  expect(batches().map(({ length }) => length)).toEqual(sizes);
  expect(processes.most).toBe(most);
});

it.each([
  [{}, []],
  [{ seed: 0 }, ['--seed', '0']],
  [{ allowOutside: true }, ['--allow-outside']],
  [{ filter: 'x y' }, ['--filter=x y']],
  [
    { set: { nodes: 3, name: 'a b' }, seed: 7, allowOutside: true, filter: '' },
    ['--allow-outside', '--set', 'nodes=3', '--set', 'name=a b', '--seed', '7', '--filter='],
  ],
])('with %j', async (options, more) => {
  await inParallel(['a.yaml'], 1, options, () => undefined);
  expect(processes.started).toEqual([
    [
      process.execPath,
      [process.argv[1], 'test', '--jobs', '1', '-o', 'jsonl', ...more, '--', 'a.yaml'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    ],
  ]);
});

it.each([0, 1, 2])('takes the exit status %d', async (code) => {
  processes.code = code;
  expect(await inParallel(['a.yaml'], 1, {}, () => undefined)).toBeUndefined();
});

it.each([3, 70, null])('fails with the exit status %s', async (code) => {
  processes.code = code;
  await expect(inParallel(['a.yaml', 'b.yaml'], 1, {}, () => undefined)).rejects.toThrow(
    new Error(`a process that played a.yaml, b.yaml ended with ${code}`),
  );
});

it('fails when a process cannot be started', async () => {
  processes.error = new Error('no memory');
  await expect(inParallel(['a.yaml'], 1, {}, () => undefined)).rejects.toThrow('no memory');
});
