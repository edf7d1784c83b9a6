/** Requests to an API server at a URL. */
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { Send } from './play.ts';

/** A list is a JSON patch. */
function patchType(patch: unknown): string {
  return `application/${Array.isArray(patch) ? 'json' : 'merge'}-patch+json`;
}

/** Returns a function that sends JSON, eight requests at a time. Certificates are not checked: it is for tests. */
export function sender(url: string, token: string): Send & { close(): void } {
  const isSecure = url.startsWith('https:');
  const agent = isSecure
    ? new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false })
    : new PlainAgent({ keepAlive: true, maxSockets: 8 });
  const ask = isSecure ? request : plainRequest;
  const send: Send = (method, path, object, accept = 'application/json') =>
    new Promise((resolve, reject) => {
      const text = object === undefined ? '' : JSON.stringify(object);
      const headers = {
        accept,
        authorization: `Bearer ${token}`,
        'content-type': method === 'PATCH' ? patchType(object) : 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      };
      const sent = ask(`${url}${path}`, { method, headers, agent });
      sent.on('error', reject).on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
          const { warning } = answer.headers;
          resolve({ code: answer.statusCode!, body, warning: warning as string | undefined });
        });
      });
      sent.end(text);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}
