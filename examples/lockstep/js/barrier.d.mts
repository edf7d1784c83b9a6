/** What a program calls around its work queue. */
export interface Barrier {
  join(): Promise<{ watches: number }>;
  read(object: object): void;
  dealtWith(isQueueEmpty: () => boolean): Promise<void>;
}

export function barrier(server: { url: string; token: string }, resource: string): Barrier;
