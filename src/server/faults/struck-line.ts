/** Connections struck by faults: the port is closed, connections break, another certificate is shown. */
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WallTimers } from '#clock';
import type { CertificateFate, Line } from '#faults';
import { minVersion, type Tls } from '../tls/tls.ts';

export interface LineOptions {
  readonly line: Line;
  readonly server: HttpServer;
  /** Where it listens. */
  readonly at: { readonly host: string; readonly port: number };
  /** What it shows; absent without TLS. */
  readonly tls: Tls | undefined;
  readonly timers: WallTimers;
}

/** How often it tries to have its port back, ms. */
const retry = 50;

/** Follows the faults of a line until it is stopped. */
export class StruckLine {
  readonly #options: LineOptions;
  readonly #sockets = new Set<Duplex>();
  /** Their latest request was one of those that drive the server. */
  readonly #driving = new WeakSet<Duplex>();
  readonly #forget: () => void;
  #isRefused = false;
  #shown: CertificateFate | undefined;
  #isStopped = false;

  constructor(options: LineOptions) {
    this.#options = options;
    const { server, line, tls } = options;
    server.prependListener('connection', (socket: Socket) => {
      if (!line.strikeConnection()) return;
      // What comes after this finds it closed.
      socket.on('error', () => undefined);
      socket.resetAndDestroy();
    });
    server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#forget = line.onChange(() => this.#look());
    this.#look();
  }

  /** Notes what a connection is for: those that drive the server do not break. */
  note(socket: Duplex, isDriving: boolean): void {
    if (isDriving) this.#driving.add(socket);
    else this.#driving.delete(socket);
  }

  stop(): void {
    this.#isStopped = true;
    this.#forget();
  }

  #look(): void {
    const { refused, certificate } = this.#options.line.line;
    if (certificate !== this.#shown) this.#show(certificate);
    if ((refused !== undefined) === this.#isRefused) return;
    this.#isRefused = refused !== undefined;
    if (this.#isRefused) this.#refuse();
    else this.#accept();
  }

  /** A server that has another certificate was started again: connections to the one before are gone. */
  #show(fate: CertificateFate | undefined): void {
    this.#shown = fate;
    const { server, tls } = this.#options;
    if (tls?.instead === undefined) return;
    const { key, cert } = fate === undefined ? tls : tls.instead(fate);
    const { clientAuthority: ca } = tls;
    (server as HttpsServer).setSecureContext({ key, cert, ...(ca && { ca }), minVersion });
    this.#break();
  }

  #refuse(): void {
    // That of the class below: HTTP's own also ends connections that are idle, those that drive too.
    NetServer.prototype.close.call(this.#options.server);
    this.#break();
  }

  #accept(): void {
    const { server, at, timers } = this.#options;
    if (this.#isStopped || this.#isRefused || server.listening) return;
    const again = (): void => {
      // Meanwhile a connection of another program can have got the port for its own end.
      timers.after(retry, () => this.#accept());
    };
    server.once('error', again);
    server.listen(at.port, at.host, () => server.off('error', again));
  }

  #break(): void {
    for (const socket of this.#sockets) if (!this.#driving.has(socket)) socket.destroy();
  }
}
