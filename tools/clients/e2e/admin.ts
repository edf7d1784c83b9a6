/** The administrator, over plain HTTPS: requests, and what they are expected to answer. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { short } from '../steps.ts';

/** What a server answers, or an object: any JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

/** An answer with its body read as JSON, or as text where it is none. */
export interface Answer {
  readonly code: number;
  readonly body: Json;
  readonly warnings: readonly string[];
}

/** Further headers, and the type of a patch. */
export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends requests with the token of a kubeconfig. */
export class Admin {
  readonly #server: string;
  readonly #token: string;
  readonly #agent: Agent;

  constructor(kubeconfig: string) {
    const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as Json;
    const cluster = config.clusters[0].cluster;
    this.#server = cluster.server;
    this.#token = config.users[0].user.token;
    const ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
    this.#agent = new Agent({ ca, keepAlive: true });
  }

  close(): void {
    this.#agent.destroy();
  }

  send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<Answer> {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const options = {
      method,
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#server}${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const warnings = [response.headers['warning'] ?? []].flat();
          resolve({ code: response.statusCode ?? 0, body: parsed(text), warnings });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  /** @returns the object as it was made. @throws {Error} when it was not */
  async create(path: string, body: unknown): Promise<Json> {
    return expectCode(await this.send('POST', path, { body }), 201).body;
  }

  /** Sends a patch, merged unless another type is given. @returns the changed object */
  async patch(path: string, body: unknown, type = 'application/merge-patch+json'): Promise<Json> {
    const headers = { 'content-type': type };
    return expectCode(await this.send('PATCH', path, { headers, body }), 200).body;
  }

  async replace(path: string, body: unknown): Promise<Json> {
    return expectCode(await this.send('PUT', path, { body }), 200).body;
  }

  async remove(path: string): Promise<void> {
    expectCode(await this.send('DELETE', path), 200);
  }

  /** The objects of a list. */
  async list(path: string): Promise<readonly Json[]> {
    return expectCode(await this.get(path), 200).body.items as readonly Json[];
  }

  /** The first changes of a watch, as many as asked for: `ADDED a`. */
  async watch(path: string, count: number, act: () => Promise<void>): Promise<readonly string[]> {
    const seen: string[] = [];
    const options = { agent: this.#agent, headers: { authorization: `Bearer ${this.#token}` } };
    const ended = new Promise<void>((resolve, reject) => {
      const sent = request(`${this.#server}${path}`, options, (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const lines = `${rest}${chunk}`.split('\n');
          rest = lines.pop()!;
          for (const line of lines) {
            const { type, object } = JSON.parse(line) as Json;
            seen.push(`${type} ${object.metadata?.name ?? object.message}`);
          }
          if (seen.length < count) return;
          response.destroy();
          resolve();
        });
        response.on('end', resolve);
        void act().catch(reject);
      });
      sent.on('error', reject);
      sent.end();
    });
    await ended;
    return seen;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** @throws {Error} with the answer when its code is another */
export function expectCode(answer: Answer, code: number): Answer {
  if (answer.code === code) return answer;
  throw new Error(`${answer.code}, not ${code}: ${short(answer.body)}`);
}

/** Checks that a request was refused, and with which words. @throws {Error} with what it was answered */
export function expectRefused(answer: Answer, code: number, text: string): void {
  expectCode(answer, code);
  const said = String(answer.body.message ?? answer.body);
  if (!said.includes(text)) throw new Error(`${said}\ndoes not say\n${text}`);
}
