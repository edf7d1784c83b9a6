/**
 * Requests at a steady pace, whether those before are answered or not, and how long their answers
 * take: as long as clients wait, not as long as the server says.
 */
import { Agent, request } from 'node:https';

export interface PacedRequest {
  readonly name: string;
  /** Time between two of them, ms. */
  readonly everyMs: number;
  readonly method: string;
  /** `########` stands for the number of the request, in path and body. */
  readonly path: string;
  /** The number in the path wraps at this many. */
  readonly objects?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PacedJob {
  readonly kind: 'paced';
  readonly port: number;
  readonly requests: readonly PacedRequest[];
}

/** In ms. */
export interface Latencies {
  readonly name: string;
  readonly count: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Starts sending. @returns ends it, and resolves once all is answered */
export function startPaced({ port, requests }: PacedJob): () => Promise<readonly Latencies[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const ends = requests.map((each) => repeat(each, port, agent));
  return async () => {
    const all = await Promise.all(ends.map((end) => end()));
    agent.destroy();
    return all;
  };
}

function repeat(asked: PacedRequest, port: number, agent: Agent): () => Promise<Latencies> {
  const began = performance.now();
  const took: number[] = [];
  const sent: Promise<void>[] = [];
  let failed = 0;
  const catchUp = (): void => {
    // After a pause of this process, all that should have been sent meanwhile.
    while (sent.length * asked.everyMs <= performance.now() - began) {
      const due = began + sent.length * asked.everyMs;
      const answered = send(asked, sent.length, port, agent).then((isGood) => {
        if (!isGood) failed++;
        took.push(performance.now() - due);
      });
      sent.push(answered);
    }
  };
  const timer = setInterval(catchUp, asked.everyMs);
  catchUp();
  return async () => {
    clearInterval(timer);
    await Promise.all(sent);
    took.sort((a, b) => a - b);
    const at = (share: number): number => took[Math.ceil(took.length * share) - 1] ?? 0;
    return {
      name: asked.name,
      count: took.length,
      failed,
      p50: at(0.5),
      p99: at(0.99),
      longest: at(1),
    };
  };
}

/** Resolves with whether it was answered well, once all of the answer is there. */
function send(
  { method, path, headers, body = '', objects = Infinity }: PacedRequest,
  number: number,
  port: number,
  agent: Agent,
): Promise<boolean> {
  const to = { host: '127.0.0.1', port, method, headers, agent, rejectUnauthorized: false };
  return new Promise((resolve) => {
    request({ ...to, path: numbered(path, number % objects) }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode! < 300)).on('error', () => resolve(false));
    })
      .on('error', () => resolve(false))
      .end(numbered(body, number));
  });
}

function numbered(text: string, number: number): string {
  return text.replaceAll('########', String(number).padStart(8, '0'));
}
