/** Reads and moves the clock of a running server. */
import { askServer } from '../ask-server.ts';
import { exitCodes } from '../exit-codes.ts';
import { serverFrom } from '../kubeconfig.ts';
import { printData, printError, printText } from '../output.ts';

export interface ClockOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly output: 'text' | 'json';
}

export interface ClockRequest {
  readonly method: string;
  /** The answer of /orrery/v1/clock. */
  readonly path: string;
  readonly body: object | undefined;
}

/** Sends the request and prints the clock's state; resolves with the exit code. */
export async function askClock(request: ClockRequest, options: ClockOptions): Promise<number> {
  try {
    const server = serverFrom(options, process.env);
    const { method, path, body } = request;
    const text = await askServer(server, { method, path: `/orrery/v1/clock${path}`, body });
    if (options.output === 'json') printData(`${text.trim()}\n`);
    else printText(stateText(text));
    return exitCodes.ok;
  } catch (error) {
    return complain((error as Error).message);
  }
}

function complain(text: string): number {
  printError(`orrery clock: ${text}\n`);
  return exitCodes.invalid;
}

function stateText(text: string): string {
  const { now, mode, speed } = JSON.parse(text) as { now: string; mode: string; speed: number };
  return `${now}  ${mode === 'manual' ? 'manual' : speed === 1 ? 'realtime' : `${speed}x`}\n`;
}
