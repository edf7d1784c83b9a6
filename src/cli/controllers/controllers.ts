/** `orrery controllers`: the same controllers as clients of a server elsewhere. */
import { controllers as allControllers } from '#controllers';
import { RemoteClients, type Connection } from '#client';
import { machineTime, Pacer, Random, VirtualClock } from '#clock';
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
  const clock = new VirtualClock({ start: machineTime() });
  const clients = new RemoteClients(connection);
  const random = new Random(machineTime());
  const manager = new ControllerManager({ clock, clients, random, features, onError: complain });
  const pacer = new Pacer(clock, { pace: 1 });
  const ended = untilSignal(pacer);
  await manager.start(chosen);
  process.stdout.write(`${chosen.map(({ name }) => name).join(', ')} at ${connection.url}\n`);
  await ended;
  manager.stop();
  await pacer.stop();
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

function untilSignal(pacer: Pacer): Promise<void> {
  return new Promise((resolve, reject) => {
    pacer.start(reject);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
