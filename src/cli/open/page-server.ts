/** Serves the page to the browsers of this machine, and passes on what it asks of a running server. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Question } from '../ask-server.ts';

/** Asks the running server. @throws {Error} with its message */
export type Ask = (question: Question) => Promise<string>;

/** What the page may ask, by method and path; the token stays here. */
const asked: Readonly<Record<string, string>> = {
  'GET /live/record': '/orrery/v1/record',
  'GET /live/revision': '/orrery/v1/revision',
  'GET /live/clock': '/orrery/v1/clock',
  'POST /live/steps': '/orrery/v1/steps',
  'POST /live/advance': '/orrery/v1/clock/advance',
};

const mostBytes = 1_048_576;

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

/** @param ask absent for a saved run, whose page asks nothing */
export function pageServer(page: string, ask?: Ask): Server {
  return createServer((request, response) => {
    void answerTo(request, page, ask).then(({ status, type = 'text/plain', text }) => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
}

async function answerTo(request: IncomingMessage, page: string, ask?: Ask): Promise<Answer> {
  const { method = '', url = '', headers } = request;
  // Another name may be that of a page somewhere that wants to read this one.
  if (!isHere(headers.host)) return { status: 421, text: 'expected a name of this machine\n' };
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host}`) {
    return { status: 403, text: 'this page is not asked by other pages\n' };
  }
  const path = url.split('?')[0]!;
  if (path === '/' && (method === 'GET' || method === 'HEAD')) {
    return { status: 200, type: 'text/html', text: page };
  }
  const target = asked[`${method} ${path}`];
  if (ask === undefined || target === undefined) return { status: 404, text: 'not found\n' };
  return passedOn(request, target, ask);
}

async function passedOn(request: IncomingMessage, path: string, ask: Ask): Promise<Answer> {
  const { method = '', headers } = request;
  try {
    // Forms of other pages can send anything but this type.
    if (method === 'POST' && headers['content-type'] !== 'application/json') {
      return { status: 415, text: 'expected application/json\n' };
    }
    const body = method === 'POST' ? (JSON.parse(await textOf(request)) as object) : undefined;
    return { status: 200, type: 'application/json', text: await ask({ method, path, body }) };
  } catch (error) {
    return { status: 502, text: (error as Error).message };
  }
}

/** @throws {Error} for a text that is too long */
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`expected at most ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isHere(host = ''): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host);
}
