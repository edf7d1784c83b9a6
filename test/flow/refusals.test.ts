/** What controllers do when the API refuses one of their requests, at each kind of request and refusal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disturbed, refusalsOf, undisturbed, type Shown } from '../support/refused.ts';

const folder = join(import.meta.dirname, 'stages');
const names = ['cluster', 'jobs', 'nodes', 'storage', 'workloads'];
const requestsFile = join(folder, 'requests.txt');

/** Which requests controllers make, by stage, and when first: known before anything is played. */
const requests = readFileSync(requestsFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [, stage, atMs, request] = /^(\S+) +(\d+) (.*)$/.exec(line)!;
    return { stage: stage!, atMs: Number(atMs), request: request! };
  });

const yamlOf = (stage: string): string => readFileSync(join(folder, `${stage}.yaml`), 'utf8');

const shown = new Map<string, Shown>();

/** Plays a stage as it is; once. */
async function shownOnce(stage: string): Promise<Shown> {
  const before = shown.get(stage) ?? (await undisturbed(yamlOf(stage)));
  shown.set(stage, before);
  return before;
}

describe.each(names)('%s', (stage) => {
  it('shows', async () => {
    const { lines } = await shownOnce(stage);
    expect(lines.map(({ text }) => text).join('\n')).toMatchSnapshot();
  });

  const cases = requests
    .filter((one) => one.stage === stage)
    .flatMap(({ request, atMs }) =>
      refusalsOf(request).map((refusal) => [request, refusal, atMs] as const),
    );
  it.each(cases)('%s: %s', async (request, refusal, atMs) => {
    const first = { request, atMs };
    const told = await disturbed(yamlOf(stage), first, refusal, await shownOnce(stage));
    expect(told.join('\n')).toMatchSnapshot();
  });
});

it('all requests of the stages are known (update twice)', async () => {
  const known = new Set<string>();
  const lines: string[] = [];
  for (const stage of names) {
    for (const [request, atMs] of [...(await shownOnce(stage)).requests].sort()) {
      // Each is refused in the first stage that has it.
      if (known.has(request)) continue;
      known.add(request);
      lines.push(`${stage.padEnd(9)} ${atMs} ${request}`);
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(requestsFile);
});
