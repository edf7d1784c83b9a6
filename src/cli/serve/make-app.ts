/** The server's app, over the simulator and its clock. */
import { machineTimers, type Millis, type Pacer } from '#clock';
import { containerLog } from '#pool';
import {
  admin,
  createServerApp,
  Tokens,
  TokenSigner,
  type Answered,
  type ServerApp,
} from '#server';
import type { Simulator } from '#simulator';
import { clockRoutes } from './clock-routes.ts';
import type { DefectLog } from './defects.ts';
import type { Identity } from './identity.ts';
import type { ServeOptions } from './options.ts';
import { pastRoutes } from './past-routes.ts';
import { tokensOf } from './settings.ts';

export interface AppParts {
  readonly identity: Identity;
  /** Where clients reach the server; known once it listens. */
  readonly address: () => string;
  /** Aborts long requests. */
  readonly stopping: AbortController;
  readonly defects: DefectLog;
}

export function makeApp(
  options: ServeOptions,
  simulator: Simulator,
  pacer: Pacer,
  { identity: { token, tokenKey }, address, stopping, defects }: AppParts,
): ServerApp {
  const { store, features, kinds: registry, record } = simulator;
  const now = (): Millis => pacer.present();
  const tokens = new Tokens();
  tokens.add(token, admin);
  for (const entry of tokensOf(options.tokenAuthFile)) tokens.add(entry.token, entry.user);
  return createServerApp({
    api: simulator.api,
    now,
    features,
    tokens,
    anonymous: options.anonymousAuth,
    localAdmin: options.httpAdmin,
    timers: machineTimers(),
    readLog: containerLog,
    queues: () => simulator.queues,
    onDefect: defects.report,
    routes: [
      ...clockRoutes(simulator.clock, pacer, stopping.signal),
      ...pastRoutes({ store, registry, features, startMs: record.startMs, now }),
    ],
    arrive: () => {
      if (simulator.refusal !== undefined) throw simulator.refusal;
      return pacer.catchUp();
    },
    // In the build, this file is one of the chunks, and the thread's file is beside their folder.
    yamlWorker: new URL('../yaml-worker.js', import.meta.url),
    hostNames: [options.address],
    address,
    signer: new TokenSigner(tokenKey),
    ...(options.verbose && { onAnswer: requestLog() }),
  });
}

/** A line of JSON for each request, on stderr. The library is loaded with the first one. */
function requestLog(): (answer: Answered) => void {
  const logger = import('pino').then(({ pino }) => pino({ base: null }, pino.destination(2)));
  return (answer) => void logger.then((log) => log.info(answer, 'request'));
}
