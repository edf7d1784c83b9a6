/** The parts of a server, as its creator passes them. */
import type { ApiServer } from '#api';
import type { Millis, Wall, WallTimers } from '#clock';
import type { Faults } from '#faults';
import type { Outside } from '#lockstep';
import type { Pod } from '#types';
import type { SeenRequest } from './observers/seen-request.ts';
import type { ClientMeter } from './observers/client-meter.ts';
import type { RequestLog } from './observers/request-log.ts';
import type { TokenSigner } from './auth/token-signer.ts';
import type { Tokens } from './auth/tokens.ts';
import type { QueueFigures } from './observers/metrics.ts';
import type { LoadRoutes } from './routes/rest.ts';
import type { YamlForm } from './yaml/yaml-thread.ts';

export interface ServerAppOptions {
  readonly api: ApiServer;
  /** Virtual time, for ages in tables; ms. */
  readonly now: () => Millis;
  readonly tokens: Tokens;
  /** Signs tokens of service accounts. Default: with a key that is created when first needed. */
  readonly signer?: TokenSigner;
  /** Of these tokens: see `AccountTokens`. Default: as kubeadm sets it up. */
  readonly issuers?: readonly string[] | undefined;
  /** Requests without credentials run as `system:anonymous`. Default: they are rejected. */
  readonly anonymous?: boolean;
  /** Programs on this machine may do everything without credentials. Default: false. */
  readonly localAdmin?: boolean;
  readonly timers: WallTimers;
  readonly wall?: Wall;
  /** Additional routes, outside of `/api` and `/apis`. */
  readonly routes?: LoadRoutes;
  /** Awaited before a write over HTTP: advances virtual time to the present. */
  readonly arrive?: () => Promise<void>;
  readonly readLog?: (pod: Pod, container: string) => readonly string[];
  /** Work queues of controllers, for `/metrics`. */
  readonly queues?: () => Iterable<QueueFigures>;
  /** Counts the requests of each client. */
  readonly meter?: ClientMeter;
  /** Keeps the latest requests. */
  readonly requests?: RequestLog;
  /** Called for every answer, once it has been sent or aborted. */
  readonly onAnswer?: (answer: Answered) => void;
  /** Called for every request as it comes; what it gets fills up until the request is answered. */
  readonly onRequest?: (request: SeenRequest) => void;
  /** Answers are in JSON wherever the client takes that too. Default: in the type that it prefers. */
  readonly prefersJson?: boolean;
  /** What goes wrong between clients and the API. Default: nothing. */
  readonly faults?: Faults;
  /** Told what clients receive and ask. Default: no program waits for them. */
  readonly outside?: Outside;
  /**
   * Resolves once all that has been written to the store so far is kept; undefined: it is. What leaves the server waits for
   * it. Absent: nothing is kept.
   */
  readonly awaitDurable?: () => Promise<void> | undefined;
  /** Why the store cannot be used at present; undefined: it can. Default: it always can. */
  readonly storeProblem?: () => string | undefined;
  /** Called for unexpected failures; their requests get a 500, or are aborted. */
  readonly onDefect?: (error: unknown) => void;
  /** Reads and writes long YAML. Default: this thread does it. */
  readonly yaml?: YamlForm;
  /** Names of this server, in addition to addresses and the usual names. */
  readonly hostNames?: readonly string[];
  /** Where clients reach the server, `127.0.0.1:6443`. Called only once the server listens. */
  readonly address?: () => string;
}

/** A line of the access log. */
export interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Wall time from the request's headers to the end of the answer. */
  readonly ms: number;
  readonly userAgent: string | undefined;
}
