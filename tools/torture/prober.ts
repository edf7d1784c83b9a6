/**
 * A thread of its own that asks a server whether it is ready, again and again, and tells of answers
 * that kept it waiting. The time that the server waited for a processor is the machine's, not the server's.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { machineWall } from '#clock';
import { RawConnection } from '../../test/support/fuzz/raw-http.ts';

export interface ProberData {
  readonly pid: number;
  readonly port: number;
  /** What it tells of, ms. */
  readonly longestMs: number;
}

/** An answer that was long in coming. */
export interface Stall {
  /** Without the time in which others had the processor that the server, or this thread, wanted. */
  readonly ms: number;
  /** With it. */
  readonly wallMs: number;
}

export interface Probes {
  readonly stall?: Stall;
  readonly count: number;
  /** The longest so far, ms. */
  readonly worstMs: number;
}

const { pid, port, longestMs } = workerData as ProberData;
const pauseMs = 20;
const question = Buffer.from('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');

let connection = new RawConnection(port);
let isStopped = false;
let count = 0;
let worstMs = 0;
parentPort!.on('message', () => {
  isStopped = true;
  connection.destroy();
  parentPort!.close();
});

while (!isStopped) {
  const stall = await probe();
  count++;
  worstMs = Math.max(worstMs, stall.ms);
  const isLong = stall.ms > longestMs;
  // Progress is asked for now and then only; a stall is told at once.
  if (isLong || count % 50 === 0) {
    parentPort!.postMessage({ count, worstMs, ...(isLong && { stall }) } satisfies Probes);
  }
  await machineWall.sleep(pauseMs, new AbortController().signal);
}

async function probe(): Promise<Stall> {
  const began = machineWall.now();
  const waited = waitedMs();
  try {
    if (connection.isOver) connection = new RawConnection(port);
    connection.send(question);
    await connection.receive();
  } catch {
    // That the server is gone is noticed by those who ask it for more.
  }
  const wallMs = machineWall.now() - began;
  return { ms: wallMs - (waitedMs() - waited), wallMs };
}

/** For how long the server's thread and this one have waited for a processor, ms. */
function waitedMs(): number {
  return waitedBy(`/proc/${pid}/task/${pid}`) + waitedBy('/proc/thread-self');
}

/** 0 where nobody tells. */
function waitedBy(thread: string): number {
  try {
    const [, waited] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ');
    return Number(waited) / 1e6;
  } catch {
    return 0;
  }
}
