/** Asks a running server about its clock. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Connection } from '#client';
import { exitCodes } from '../exit-codes.ts';
import { readKubeconfig } from '../kubeconfig.ts';

export interface ClockOptions {
  readonly kubeconfig?: string;
  readonly output: 'text' | 'json';
}

export interface ClockRequest {
  readonly method: string;
  /** Behind /orrery/v1/clock. */
  readonly path: string;
  readonly body: object | undefined;
}

/** Sends the request and prints the clock's state; resolves with the exit code. */
export async function askClock(request: ClockRequest, options: ClockOptions): Promise<number> {
  try {
    const server = readKubeconfig(options.kubeconfig ?? process.env['KUBECONFIG']);
    const { status, text } = await send(server, request);
    if (status !== 200) return complain(messageOf(text));
    process.stdout.write(options.output === 'json' ? `${text.trim()}\n` : stateText(text));
    return exitCodes.ok;
  } catch (error) {
    return complain((error as Error).message);
  }
}

function complain(text: string): number {
  process.stderr.write(`orrery clock: ${text}\n`);
  return exitCodes.invalid;
}

function stateText(text: string): string {
  const { now, mode, speed } = JSON.parse(text) as { now: string; mode: string; speed: number };
  return `${now}  ${mode === 'manual' ? 'manual' : speed === 1 ? 'realtime' : `${speed}x`}\n`;
}

/** The message of a Status, or the answer itself. */
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text.trim();
  }
}

function send(
  { url, token, authority }: Connection,
  { method, path, body }: ClockRequest,
): Promise<{ status: number; text: string }> {
  const target = `${url}/orrery/v1/clock${path}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = open(target, { method, headers, ca: authority }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', (error) => reject(new Error(`cannot reach ${url}: ${error.message}`)));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
