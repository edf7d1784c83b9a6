/** Threads that each do one task at a time. */
import { expect, test } from 'vitest';
import { YamlThreads, type YamlAnswer } from '../../../../src/server/yaml/yaml-threads.ts';

/** What they run: answers with the text, but for a text that says something else. */
const program = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', ({ text }) => {
    if (text === 'hang') return;
    if (text === 'throw') throw new TypeError('a slip');
    if (text === 'fill') for (const all = []; ; ) all.push(new Array(1_000_000).fill(0.5));
    parentPort.postMessage({ text: text + ' in ' + threadId, duplicates: [] });
  });
`;
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  const require = createRequire('/');
  ${program}
`)}`,
);

const ask = (threads: YamlThreads, text: string): Promise<YamlAnswer> =>
  threads.ask({ verb: 'read', text });

const answerTo = (text: string): unknown => ({
  text: expect.stringMatching(new RegExp(`^${text} in [0-9]+$`)) as string,
  duplicates: [],
});

test('a task does not wait for another one that takes long', async () => {
  const threads = new YamlThreads(file, 2);
  void ask(threads, 'hang');
  const others = await Promise.all(['a', 'b', 'c'].map((text) => ask(threads, text)));
  expect(others).toEqual(['a', 'b', 'c'].map(answerTo));
});

test('a task that needs too much memory is refused, and those that wait get another thread', async () => {
  const threads = new YamlThreads(file, 1);
  const guilty = ask(threads, 'fill');
  const innocent = ['a', 'b'].map((text) => ask(threads, text));
  expect(await guilty).toEqual({ excess: 'limit is 512 MB of memory for YAML' });
  expect(await Promise.all(innocent)).toEqual(['a', 'b'].map(answerTo));
});

test('a defect fails the task that has it, and no other one', async () => {
  const threads = new YamlThreads(file, 1);
  const defect = ask(threads, 'throw');
  const other = ask(threads, 'a');
  await expect(defect).rejects.toThrow('a slip');
  expect(await other).toEqual(answerTo('a'));
});

test('one thread stays when the others have nothing to do', async () => {
  const threads = new YamlThreads(file, 3);
  const first = await Promise.all(['a', 'a', 'a'].map((text) => ask(threads, text)));
  expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBeGreaterThan(1);
  const again: YamlAnswer[] = [];
  for (let count = 0; count < 3; count++) again.push(await ask(threads, 'a'));
  expect(new Set(again.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
