/** A client for tests: fetch with a token, and streams of watch events. */
import { adminToken, type ServerRig } from '../support/server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; whatever is read of it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of all kinds
  readonly body: any;
}

export interface Sent {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is text. */
  readonly body?: unknown;
}

export async function request(
  rig: Pick<ServerRig, 'url'>,
  method: string,
  path: string,
  { token = adminToken, headers = {}, body }: Sent = {},
): Promise<Answer> {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: {
      'user-agent': 'test/1.0',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status, headers: answered } = response;
  return { status, headers: answered, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A line of a watch. */
export interface Line {
  readonly type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly object: any;
}

/** An open watch: its lines one by one. */
export class Lines {
  readonly status: number;
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #stop: AbortController;
  readonly #decoder = new TextDecoder();
  #rest = '';

  private constructor(response: Response, stop: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    this.#stop = stop;
  }

  static async open(
    rig: Pick<ServerRig, 'url'>,
    path: string,
    accept = 'application/json',
  ): Promise<Lines> {
    const stop = new AbortController();
    const headers = { authorization: `Bearer ${adminToken}`, accept };
    return new Lines(await fetch(`${rig.url}${path}`, { headers, signal: stop.signal }), stop);
  }

  /** Undefined once the stream has ended. */
  async next(): Promise<Line | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return JSON.parse(line) as Line;
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
  }

  async take(count: number): Promise<readonly Line[]> {
    const lines: Line[] = [];
    for (let line = 0; line < count; line++) lines.push((await this.next())!);
    return lines;
  }

  close(): void {
    this.#stop.abort();
  }
}

export const configMaps = '/api/v1/namespaces/default/configmaps';

export function configMap(name: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more };
}
