/** Resets a running server. */
import { askServer } from '../ask-server.ts';
import { exitCodes } from '../exit-codes.ts';
import { serverFrom } from '../kubeconfig.ts';
import { printError } from '../output.ts';

export interface ResetOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly seed?: number;
}

/** Asks the server for a fresh cluster; resolves with the exit code. */
export async function reset({ seed, ...where }: ResetOptions): Promise<number> {
  try {
    const body = seed === undefined ? {} : { seed };
    const path = '/orrery/v1/reset';
    await askServer(serverFrom(where, process.env), { method: 'POST', path, body });
    return exitCodes.ok;
  } catch (error) {
    printError(`orrery reset: ${(error as Error).message}\n`);
    return exitCodes.invalid;
  }
}
