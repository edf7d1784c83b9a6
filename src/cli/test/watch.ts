/** `orrery test --watch`: tests again whenever a file changes. */
import { watch } from 'node:fs/promises';
import { dirname } from 'node:path';
import { machineWall } from '#clock';
import { printText } from '../output.ts';
import { scenarioPath } from '../scenario-input.ts';
import { filesInside } from '../scenario-files.ts';
import { test, type TestOptions } from './test.ts';

/** An editor writes a file in several steps: changes that follow soon belong together. Wall ms. */
const TOGETHER_MS = 200;

/** Plays all once, then again after each change, until the process is stopped. */
export async function watchAndTest(names: readonly string[], options: TestOptions): Promise<void> {
  const folders = new Set<string>();
  for (const name of names) {
    const path = scenarioPath(name);
    folders.add((await filesInside(name)) === undefined ? dirname(path) : path);
  }
  const never = new AbortController().signal;
  let due = true;
  let wake: () => void = () => undefined;
  for (const folder of folders) {
    void follow(folder, () => {
      due = true;
      wake();
    });
  }
  for (;;) {
    if (!due) await new Promise<void>((resolve) => (wake = resolve));
    await machineWall.sleep(TOGETHER_MS, never);
    due = false;
    process.exitCode = await test(names, options);
    printText('\nWaiting for changes; Ctrl-C ends.\n');
  }
}

async function follow(folder: string, changed: () => void): Promise<void> {
  for await (const { filename } of watch(folder, { recursive: true })) {
    if (filename === null || /\.(?:ya?ml|json)$/.test(filename)) changed();
  }
}
