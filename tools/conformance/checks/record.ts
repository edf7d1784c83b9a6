/**
 * Asks an API server about all cases of recorded checks, and writes them with its answers.
 *
 *     npm run build && node build/tools/conformance/checks/record.js --server URL --token T FILE...
 *
 * Each case is asked several times: causes that come in another order each time are marked. New cases are added to a
 * file without answers. The server must be a fresh one without controllers.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { folded, inAnyOrder } from './answer.ts';
import type { CheckCase, CheckedResource } from './case.ts';
import { readChecks, writeChecks } from './format.ts';
import { playResource, type Send } from './play.ts';
import { sender } from './send.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    token: { type: 'string', default: 'admintoken' },
    times: { type: 'string', default: '6' },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  if (values.server === undefined || positionals.length === 0) {
    console.error('usage: record --server URL [--token TOKEN] [--times N] FILE...');
    return 2;
  }
  const send = sender(values.server, values.token);
  for (const file of positionals) {
    const { resources, ...rest } = readChecks(file);
    const recorded: CheckedResource[] = [];
    for (const resource of resources) recorded.push(await recordResource(send, resource));
    writeChecks(file, { ...rest, resources: recorded });
  }
  send.close();
  return 0;
}

async function recordResource(send: Send, resource: CheckedResource): Promise<CheckedResource> {
  const plays = await playResource(send, resource, Number(values.times));
  const cases = resource.cases.map((_, index) => {
    const answers = plays.map((play) => play.cases[index]!);
    const [first] = answers;
    const isSame = answers.every((each) => isDeepStrictEqual(each, first));
    const { explained } = resource.cases[index]!;
    const recorded = folded(isSame ? first! : agreed(resource, answers));
    return explained === undefined ? recorded : { ...recorded, explained };
  });
  return { ...plays[0]!, cases };
}

/** Sorts the causes of answers that came in several orders, and complains of answers that differ in more. */
function agreed({ title }: CheckedResource, plays: readonly CheckCase[]): CheckCase {
  const texts = new Set(plays.map((play) => JSON.stringify(inAnyOrder(play))));
  if (texts.size > 1) console.warn([`${title}: answers differ`, ...texts].join('\n  '));
  return inAnyOrder(plays[0]!);
}
