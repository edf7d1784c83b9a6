/** Requests by `node:http`, which lets a test set every header, and handlers without a server around them. */
import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Asks a server of this machine. Rejects when it closes the connection before its answer is whole. */
export function ask(port: number, { method = 'GET', path, headers, body }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    sent.on('error', reject);
    sent.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: res.statusCode!, headers: res.headers, bytes, text: bytes.toString() });
      });
    });
    sent.end(body);
  });
}

export interface Handled {
  readonly port: number;
  ask(asked: Asked): Promise<Told>;
  close(): Promise<void>;
}

/** A handler behind a port of its own. */
export async function handled(handler: RequestListener): Promise<Handled> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ask: (asked) => ask(port, asked),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
