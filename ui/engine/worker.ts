/** The worker's end of the line between page and engine. */
import { InvalidScenario } from './invalid-scenario.ts';
import { Session } from './session.ts';
import type { Answer, Question } from './messages.ts';
import { sent } from './packed.ts';

const session = new Session();
const post = (answer: Answer): void => {
  const writes = 'writes' in answer ? answer.writes : undefined;
  self.postMessage(answer, { transfer: writes === undefined ? [] : [writes.numbers.buffer] });
};

self.onmessage = ({ data }: MessageEvent<Question>) => void answer(data);

async function answer({ id, ask, args }: Question): Promise<void> {
  try {
    const result = await carryOut(id, ask, args);
    post({ id, ...sent(ask, result) });
  } catch (error) {
    const { name, message } = error as Error;
    const problems = error instanceof InvalidScenario ? error.problems : undefined;
    post({ id, error: { name, message, ...(problems && { problems }) } });
  }
}

async function carryOut(
  id: number,
  ask: Question['ask'],
  args: readonly unknown[],
): Promise<unknown> {
  if (ask === 'play') {
    const [options] = args as Parameters<Session['play']>;
    return session.play(options, (progress) => post({ id, progress }));
  }
  if (ask === 'open') {
    const pieces = piecesOf(args[0] as ArrayBuffer);
    return session.open(pieces, (progress) => post({ id, progress }));
  }
  if (ask === 'more') {
    const [run] = args as Parameters<Session['more']>;
    return session.more(run, (progress) => post({ id, progress }));
  }
  const method = session[ask as 'lint'] as (...args: unknown[]) => unknown;
  return method.apply(session, [...args]);
}

/** The text of a record, compressed or not, piece by piece. */
async function* piecesOf(bytes: ArrayBuffer): AsyncGenerator<string> {
  const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  const plain = isCompressed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
  const reader = plain.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    yield decoder.decode(value, { stream: !done });
    if (done) return;
  }
}
