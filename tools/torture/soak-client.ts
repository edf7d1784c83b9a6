/** A client that writes much and watches, and does not look at what it gets. */
import { Agent, request } from 'node:http';
import { token } from './serve.ts';

const types = {
  POST: 'application/json',
  PUT: 'application/json',
  PATCH: 'application/merge-patch+json',
  DELETE: 'application/json',
};

export class SoakClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends JSON, or a merge patch; resolves with the status code. */
  send(method: keyof typeof types, path: string, body?: object): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': types[method] };
      const to = { port: this.#port, host: '127.0.0.1', agent: this.#agent };
      const sent = request({ ...to, method, path, headers }, (res) => {
        res.resume();
        res.on('end', () => resolve(res.statusCode!));
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  /** Watches and drops what comes, until the server ends. */
  watch(path: string): void {
    const headers = { Authorization: `Bearer ${token}` };
    const to = { port: this.#port, host: '127.0.0.1', agent: this.#agent };
    const query = '?watch=1&timeoutSeconds=1000000';
    const sent = request({ ...to, path: `${path}${query}`, headers }, (res) => {
      res.on('error', () => undefined);
      res.resume();
    });
    sent.on('error', () => undefined);
    sent.end();
  }

  close(): void {
    this.#agent.destroy();
  }
}
