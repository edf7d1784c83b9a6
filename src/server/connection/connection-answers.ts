import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The answers of each connection that are not sent yet, and the last one. */
export class ConnectionAnswers {
  readonly #bySocket = new WeakMap<Duplex, ServerResponse[]>();

  add(socket: Duplex, res: ServerResponse): void {
    const answers = this.#bySocket.get(socket);
    if (answers === undefined) {
      this.#bySocket.set(socket, [res]);
      return;
    }
    // A busy connection's last answer may always be on its way: those before it must not stay.
    while (answers[0]?.writableFinished === true) answers.shift();
    answers.push(res);
  }

  /** In the order of their requests. */
  of(socket: Duplex): readonly ServerResponse[] {
    return this.#bySocket.get(socket) ?? [];
  }
}
