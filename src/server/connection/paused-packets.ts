/**
 * What comes over a connection while Node's parser is paused. It pauses when a request arrives before the
 * answer to the last one has left, and a TLS connection that had read more by then still hands it over:
 * Node takes that for a malformed request. It is none, and is read again when the connection continues.
 */
import type { Duplex } from 'node:stream';

/** An error of Node's parser, with what it was given. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Uint8Array;
}

/** The packets of each connection that are still to be read. */
export class PausedPackets {
  readonly #bySocket = new WeakMap<Duplex, Uint8Array[]>();

  /** Keeps the packet of an error. False for an error of another kind, which is the caller's. */
  keeps({ code, rawPacket }: ParserError, socket: Duplex): boolean {
    if (code !== 'HPE_PAUSED' || rawPacket === undefined) return false;
    const packets = this.#bySocket.get(socket);
    if (packets === undefined) {
      this.#bySocket.set(socket, [rawPacket]);
      socket.once('resume', () => this.#readAgain(socket));
    } else packets.push(rawPacket);
    return true;
  }

  #readAgain(socket: Duplex): void {
    const packets = this.#bySocket.get(socket) ?? [];
    this.#bySocket.delete(socket);
    for (const [index, packet] of packets.entries()) {
      socket.emit('data', packet);
      // It was paused once more, and kept this packet again: the others follow it.
      const queue = this.#bySocket.get(socket);
      if (queue !== undefined) {
        queue.push(...packets.slice(index + 1));
        return;
      }
    }
  }
}
