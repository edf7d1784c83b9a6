/** `orrery controllers`: the same controllers as clients of a server elsewhere. */
import { controllers as allControllers } from '#controllers';
import { RemoteClients, type Connection } from '#client';
import { machineTime, Random, WallClock } from '#clock';
import { featureGates } from '#kinds';
import { ControllerManager } from '#runtime';
import { exitCodes } from '../exit-codes.ts';
import { readKubeconfig } from '../kubeconfig.ts';
import { chosenControllers, parseGates } from '../serve/settings.ts';

export interface ControllersOptions {
  readonly server?: string;
  readonly token?: string;
  readonly kubeconfig?: string;
  readonly only: string;
  readonly featureGates: string;
}

/** Runs until it is told to stop; resolves with the exit code. */
export async function runControllers(options: ControllersOptions): Promise<number> {
  let connection: Connection;
  let chosen: typeof allControllers;
  let features: ReturnType<typeof featureGates>;
  try {
    connection = connectionOf(options);
    chosen = chosenControllers(options.only, allControllers);
    features = featureGates(parseGates(options.featureGates));
  } catch (error) {
    process.stderr.write(`orrery controllers: ${(error as Error).message}\n`);
    return exitCodes.invalid;
  }
  const clock = new WallClock({ start: machineTime() });
  const clients = new RemoteClients(connection);
  const random = new Random(machineTime());
  const manager = new ControllerManager({ clock, clients, random, features, onError: complain });
  const ended = clock.run(untilSignal());
  // As long as the server cannot be reached they do not start, but they can be stopped.
  const isStarted = await Promise.race([
    manager.start(chosen).then(() => true),
    ended.then(() => false),
  ]);
  if (isStarted) {
    const names = chosen.map(({ name }) => name).join(', ');
    process.stdout.write(`${names} at ${connection.url}\n`);
  }
  await ended;
  manager.stop();
  clients.close();
  return exitCodes.ok;
}

/** @throws {Error} that says what is missing */
function connectionOf({ server, token, kubeconfig }: ControllersOptions): Connection {
  if (server !== undefined && token !== undefined) return { url: server.replace(/\/$/, ''), token };
  const found = readKubeconfig(kubeconfig ?? process.env['KUBECONFIG']);
  return { ...found, ...(server && { url: server }), ...(token && { token }) };
}

function complain(actor: string, key: string, error: unknown): void {
  process.stderr.write(
    `${actor} ${key}: ${error instanceof Error ? error.message : String(error)}\n`,
  );
}

/** Aborts when the process is told to stop. */
function untilSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
