/** The server's app, over the simulator and its clock. */
import { machineTimers, type Millis } from '#clock';
import {
  admin,
  createServerApp,
  type ServerAppOptions,
  Tokens,
  TokenSigner,
  yamlInThread,
  type Answered,
  type ServerApp,
  type YamlForm,
} from '#server';
import type { Controlled } from './control/table.ts';
import type { DefectLog } from './defects.ts';
import type { Identity } from './identity.ts';
import type { Programs } from './programs.ts';
import type { ServeOptions } from './options.ts';
import { tokensOf } from './settings.ts';

/** What stays the same for clients when the cluster is reset. */
export interface AppParts {
  readonly tokens: Tokens;
  readonly signer: TokenSigner;
  readonly issuers: readonly string[] | undefined;
  readonly yaml: YamlForm;
  /** Where clients reach the server; known once it listens. */
  readonly address: () => string;
  readonly defects: DefectLog;
  /** Programs that stand for pods. */
  readonly programs: Programs;
}

/** @throws {SettingsError} for a token file that cannot be read */
export function appParts(
  options: ServeOptions,
  { token, tokenKey, verifyingKeys, issuers }: Identity,
  rest: Pick<AppParts, 'address' | 'defects' | 'programs'>,
): AppParts {
  const tokens = new Tokens();
  tokens.add(token, admin);
  for (const entry of tokensOf(options.tokenAuthFile)) tokens.add(entry.token, entry.user);
  return {
    tokens,
    signer: new TokenSigner(tokenKey, verifyingKeys),
    issuers,
    // In the build, this file is one of the chunks, and the thread's file is beside their folder.
    yaml: yamlInThread(new URL('../yaml-worker.js', import.meta.url)),
    ...rest,
  };
}

export function makeApp(
  options: ServeOptions,
  controlled: Controlled,
  { tokens, signer, issuers, yaml, address, defects, programs }: AppParts,
  store: Pick<ServerAppOptions, 'awaitDurable' | 'storeProblem'>,
): ServerApp {
  const { simulator, pacer, outside, meter, requests } = controlled;
  const now = (): Millis => pacer.present();
  return createServerApp({
    api: simulator.api,
    now,
    tokens,
    anonymous: options.anonymousAuth,
    localAdmin: options.httpAdmin,
    timers: machineTimers(),
    readLog: programs.log,
    queues: () => simulator.queues,
    onDefect: defects.report,
    faults: simulator.faults,
    outside,
    ...store,
    routes: async () => {
      const { servedRoutes, controlRoutes } = await import('./control/index.ts');
      return servedRoutes(controlRoutes(controlled));
    },
    arrive: () => {
      if (simulator.refusal !== undefined) throw simulator.refusal;
      return pacer.catchUp();
    },
    yaml,
    meter,
    requests,
    hostNames: [options.address],
    address,
    signer,
    issuers,
    ...(options.verbose && { onAnswer: requestLog() }),
  });
}

/** Returns a line of JSON for each request, on stderr. The library is loaded with the first one. */
function requestLog(): (answer: Answered) => void {
  const logger = import('pino').then(({ pino }) => pino({ base: null }, pino.destination(2)));
  return (answer) => void logger.then((log) => log.info(answer, 'request'));
}
