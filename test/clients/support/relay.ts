/** A bad line between client and server: passes bytes on, until a test cuts it. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Relay {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #target: URL;
  #down = false;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client));
  }

  /** To a server at `https://HOST:PORT`. TLS goes through untouched: the host stays the same. */
  static async to(url: string): Promise<Relay> {
    const relay = new Relay(new URL(url));
    await new Promise<void>((resolve) => relay.#server.listen(0, relay.#target.hostname, resolve));
    return relay;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#target.protocol}//${this.#target.hostname}:${port}`;
  }

  /** Breaks all connections, and every further one until it is restored. */
  cut(): void {
    this.#down = true;
    for (const socket of this.#open) socket.destroy();
  }

  restore(): void {
    this.#down = false;
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #join(client: Socket): void {
    if (this.#down) {
      client.destroy();
      return;
    }
    const server = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(socket);
      // The other end learns it from the close.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
