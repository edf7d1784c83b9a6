/** Requests that mean harm, one kind after the other, while others must not be kept waiting. */
import { machineWall } from '#clock';
import { judge } from '../../test/support/fuzz/judge.ts';
import { RawConnection } from '../../test/support/fuzz/raw-http.ts';
import { bytesOf, type FuzzRequest } from '../../test/support/fuzz/request.ts';
import { definitionRequests } from './definitions.ts';
import { hostileRequests } from './hostile.ts';
import { finish, type Log, type Part } from './part.ts';
import { Problems } from './problems.ts';
import { longestMs, Readiness } from './readiness.ts';
import type { Hostile } from './requests.ts';
import { startServe, type Served } from './serve.ts';

/** Behind something slow an answer takes its time, ms. */
const timeoutMs = 300_000;

const meanwhile = `/readyz answers within ${longestMs} ms all the while`;

export const times: Part = {
  name: 'times',
  about: `hostile requests; ${meanwhile}`,
  run: ({ rounds }, log) => play(hostileRequests, rounds, log),
};

export const definitions: Part = {
  name: 'definitions',
  about: `definitions that cost much, and steps; ${meanwhile}`,
  run: ({ rounds }, log) => play(definitionRequests, rounds, log),
};

async function play(
  requests: readonly Hostile[],
  rounds: number,
  log: Log,
): Promise<readonly string[]> {
  const served = await startServe({ options: ['--controllers', 'none', '--no-pool'] });
  const problems = new Problems(log);
  for (const hostile of requests) {
    if (served.hasExited) break;
    const began = machineWall.now();
    const summary = await sendRepeatedly(served, hostile, rounds, problems);
    const seconds = ((machineWall.now() - began) / 1000).toFixed(1);
    log(`${hostile.name}: ${rounds} times in ${seconds} s; ${summary}`);
  }
  return [...problems.lines, ...(await finish(served))];
}

/** Sends one hostile request again and again; tells how long others waited. */
async function sendRepeatedly(
  served: Served,
  hostile: Hostile,
  rounds: number,
  problems: Problems,
): Promise<string> {
  const readiness = new Readiness(served, (text) => problems.add(text, hostile.name));
  for (let round = 0; round < rounds && !served.hasExited; round++) {
    for (const request of hostile.requests()) {
      const problem = await exchange(served, request);
      if (problem !== undefined) problems.add(problem, hostile.name);
    }
  }
  await readiness.stop();
  return readiness.summary;
}

/** What is wrong with the answer. */
async function exchange(served: Served, request: FuzzRequest): Promise<string | undefined> {
  const connection = new RawConnection(served.port, { timeoutMs });
  try {
    connection.send(bytesOf(request));
    const answer = await connection.receive();
    if (answer === undefined) return 'no answer';
    judge(request, answer);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    connection.destroy();
  }
}
