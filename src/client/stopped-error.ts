/** A call through a client that has been cut off. Whether an earlier write of it was stored is open. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  constructor(actor: string) {
    super(`the client of ${actor} has been stopped`);
  }
}
