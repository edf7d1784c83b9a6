/** The worker's end of the line between page and engine. */
import { InvalidScenario, Session } from './session.ts';
import type { Answer, Question } from './messages.ts';

const session = new Session();
const post = (answer: Answer): void => self.postMessage(answer);

self.onmessage = ({ data }: MessageEvent<Question>) => void answer(data);

async function answer({ id, ask, args }: Question): Promise<void> {
  try {
    const result = await carryOut(id, ask, args);
    post({ id, result });
  } catch (error) {
    const { name, message } = error as Error;
    const problems = error instanceof InvalidScenario ? error.problems : undefined;
    post({ id, error: { name, message, ...(problems && { problems }) } });
  }
}

async function carryOut(id: number, ask: string, args: readonly unknown[]): Promise<unknown> {
  if (ask === 'play') {
    const [options] = args as Parameters<Session['play']>;
    return session.play(options, (progress) => post({ id, progress }));
  }
  if (ask === 'open') return session.open(await textOf(args[0] as ArrayBuffer));
  const method = session[ask as 'lint'] as (...args: unknown[]) => unknown;
  return method.apply(session, [...args]);
}

/** Records are compressed or not. */
async function textOf(bytes: ArrayBuffer): Promise<string> {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  if (!isCompressed) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
