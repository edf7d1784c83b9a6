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
import { servedRoutes } from './control/served.ts';
import { controlRoutes } from './control/table.ts';
import type { DefectLog } from './defects.ts';
import type { Identity } from './identity.ts';
import type { ServeOptions } from './options.ts';
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
  const now = (): Millis => pacer.present();
  const tokens = new Tokens();
  tokens.add(token, admin);
  for (const entry of tokensOf(options.tokenAuthFile)) tokens.add(entry.token, entry.user);
  return createServerApp({
    api: simulator.api,
    now,
    features: simulator.features,
    tokens,
    anonymous: options.anonymousAuth,
    localAdmin: options.httpAdmin,
    timers: machineTimers(),
    readLog: containerLog,
    queues: () => simulator.queues,
    onDefect: defects.report,
    faults: simulator.faults,
    routes: servedRoutes(controlRoutes({ simulator, pacer, stopping: stopping.signal })),
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
