/** The port of a server that is still being loaded: clients that come early wait for it, and are not refused. */
import { createServer, type Server, type Socket } from 'node:net';

/** Holds connections until a server takes them, and the port with them. */
export class EarlyPort {
  readonly #server: Server;
  readonly #listening: Promise<void>;
  readonly #waiting: Socket[] = [];
  #isTaken = false;

  /** @param port 0: any free one */
  constructor(host: string, port: number) {
    this.#server = createServer({ noDelay: true, pauseOnConnect: true }, (socket) => {
      // A client that does not wait must not crash the server.
      this.#waiting.push(socket.on('error', () => void socket.destroy()));
    });
    this.#listening = new Promise((resolve, reject) => {
      this.#server.once('error', reject).listen(port, host, resolve);
    });
    // Whoever takes the port gets the error.
    this.#listening.catch(() => undefined);
  }

  /**
   * Lets a server listen here, beginning with the connections that wait.
   *
   * @throws {Error} when the port is in use, or permission is missing
   */
  async giveTo(server: Server): Promise<void> {
    await this.#listening;
    this.#isTaken = true;
    await new Promise<void>((resolve) => server.listen(this.#server, resolve));
    for (const socket of this.#waiting.filter(({ destroyed }) => !destroyed)) {
      server.emit('connection', socket);
      socket.resume();
    }
    this.#waiting.length = 0;
  }

  /** Ends what waits; without effect once a server has the port. */
  close(): void {
    if (this.#isTaken) return;
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }
}
