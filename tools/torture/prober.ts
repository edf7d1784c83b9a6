/**
 * A thread of its own that asks a server whether it is ready, again and again, and reports answers
 * that kept it waiting. What counts is for how long the server's thread was busy meanwhile.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { machineWall } from '#clock';
import { RawConnection } from '../../test/support/fuzz/raw-http.ts';

export interface ProberData {
  readonly pid: number;
  readonly port: number;
  /** The times that it reports, ms. */
  readonly longestMs: number;
}

/** An answer that was long in coming. */
export interface Stall {
  /**
   * Of these the server's thread had a processor: what others of the machine do is not its fault.
   */
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
  // Progress is reported only from time to time, a stall immediately.
  if (isLong || count % 50 === 0) {
    parentPort!.postMessage({ count, worstMs, ...(isLong && { stall }) } satisfies Probes);
  }
  await machineWall.sleep(pauseMs, new AbortController().signal);
}

async function probe(): Promise<Stall> {
  const began = machineWall.now();
  const ran = ranMs();
  try {
    if (connection.isOver) connection = new RawConnection(port);
    connection.send(question);
    await connection.receive();
  } catch {
    // That the server is gone is noticed by those who ask it for more.
  }
  const wallMs = machineWall.now() - began;
  const own = (ranMs() ?? NaN) - (ran ?? NaN);
  return { ms: Number.isNaN(own) ? wallMs : Math.min(own, wallMs), wallMs };
}

/**
 * For how long the server's thread has had a processor, ms; undefined where the system does not
 * report it.
 */
function ranMs(): number | undefined {
  try {
    const [ran] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(ran) / 1e6;
  } catch {
    return undefined;
  }
}
