/** Asks a running server about its clock. */
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parse } from 'yaml';
import { exitCodes } from '../exit-codes.ts';

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

interface Server {
  readonly url: string;
  readonly token: string;
  /** PEM of the certificate to trust. */
  readonly authority?: Buffer;
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

interface KubeconfigFile {
  readonly clusters?: readonly {
    cluster: { server: string; 'certificate-authority-data'?: string };
  }[];
  readonly users?: readonly { user: { token?: string } }[];
}

/** @throws Error that says what was expected */
function readKubeconfig(path: string | undefined): Server {
  if (path === undefined || path === '') {
    throw new Error(
      'which server? Give --kubeconfig, or set KUBECONFIG as `orrery serve` prints it',
    );
  }
  const { clusters, users } = (parse(readFileSync(path, 'utf8')) ?? {}) as KubeconfigFile;
  const cluster = clusters?.[0]?.cluster;
  const token = users?.[0]?.user.token;
  if (cluster === undefined || token === undefined) {
    throw new Error(
      `${path} is no kubeconfig of \`orrery serve\`: it names no server with a token`,
    );
  }
  const data = cluster['certificate-authority-data'];
  return {
    url: cluster.server,
    token,
    ...(data === undefined ? {} : { authority: Buffer.from(data, 'base64') }),
  };
}

function send(
  { url, token, authority }: Server,
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
