/** What the server is made of, as its maker gives it. */
import type { ApiServer } from '#api';
import type { Millis, Wall, WallTimers } from '#clock';
import type { FeatureGates, Pod } from '#kinds';
import type { TokenSigner } from './auth/token-signer.ts';
import type { Tokens } from './auth/tokens.ts';
import type { QueueFigures } from './metrics.ts';
import type { ExtraRoute } from './rest.ts';

export interface ServerAppOptions {
  readonly api: ApiServer;
  /** Virtual time, for ages in tables; ms. */
  readonly now: () => Millis;
  readonly features: FeatureGates;
  readonly tokens: Tokens;
  /** Signs tokens of service accounts. Default: with a key that is made when first needed. */
  readonly signer?: TokenSigner;
  /** Requests without credentials are made by `system:anonymous`. Default: they are refused. */
  readonly anonymous?: boolean;
  /** Programs on this machine may do everything without credentials. Default: they may not. */
  readonly localAdmin?: boolean;
  readonly timers: WallTimers;
  readonly wall?: Wall;
  /** Other things to serve, outside of `/api` and `/apis`. */
  readonly routes?: readonly ExtraRoute[];
  /** Awaited before a write from outside: brings virtual time to the present. */
  readonly arrive?: () => Promise<void>;
  readonly readLog?: (pod: Pod, container: string) => readonly string[];
  /** Work queues of controllers, for `/metrics`. */
  readonly queues?: () => Iterable<QueueFigures>;
  /** Is told of every answer, once it has been sent or broken off. */
  readonly onAnswer?: (answer: Answered) => void;
  /** Is told of failures that nobody foresaw: their requests are answered by 500, or broken off. */
  readonly onDefect?: (error: unknown) => void;
  /** The built file of the thread that reads and writes long YAML. Default: it is done here. */
  readonly yamlWorker?: URL;
  /** Names of this server, beside addresses and the usual ones. */
  readonly hostNames?: readonly string[];
  /** Where clients reach the server, `127.0.0.1:6443`. Asked once it listens. */
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
