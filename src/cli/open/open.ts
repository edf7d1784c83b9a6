/** Shows a run, or a running server, to the browsers of this machine. */
import { machineTimers } from '#clock';
import type { Settings } from '#scenario';
import { listenPage, type ServedPage } from '#server';
import type { OutsideOptions } from '../allow-outside.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { askServer } from '../ask-server.ts';
import { exitCodes } from '../exit-codes.ts';
import { untilSignal } from '../signals.ts';
import { readKubeconfig } from '../kubeconfig.ts';
import { printText } from '../output.ts';
import { lessonFile } from '../lessons/files.ts';
import { lessonPage } from '../lessons/page.ts';
import { openPast } from '../past/open.ts';
import { livePageDocument, pageOf } from '../report/save.ts';
import { UsageError } from '../usage-error.ts';
import { remotePage, type Ask } from './remote-page.ts';

export interface OpenOptions extends OutsideOptions, ReleaseOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly seed?: number;
  readonly set?: Settings;
  readonly port?: number;
}

/** Resolves with the exit code when it is ended. @throws {UsageError} */
export async function open(run: string | undefined, options: OpenOptions): Promise<number> {
  const { port = 0 } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError('--port: expected a number up to 65535');
  }
  const page = run === undefined ? await ofServer(options) : await ofRun(run, options);
  const listening = await listenPage(page, port, machineTimers()).catch((error: Error) => {
    throw new UsageError(`--port: ${error.message}`);
  });
  printText(`${listening.address}\n`);
  await untilSignal();
  await listening.close();
  return exitCodes.ok;
}

async function ofRun(
  run: string,
  { seed, set, allowOutside, kubernetes }: OpenOptions,
): Promise<ServedPage> {
  if (run.endsWith('.md')) return ofLesson(run, { seed, set });
  const result = await pageOf(await openPast({ run, seed, set, allowOutside, kubernetes }));
  return { document: () => result };
}

/** The page plays the scenario of a lesson by itself. @throws {UsageError} */
async function ofLesson(
  file: string,
  { seed, set }: Pick<OpenOptions, 'seed' | 'set'>,
): Promise<ServedPage> {
  if (seed !== undefined || set !== undefined) {
    throw new UsageError('--seed and --set are for runs; a lesson says itself what it plays');
  }
  const result = await lessonPage([lessonFile(file)]);
  return { document: () => result };
}

/** @throws {UsageError} when there is none, or it cannot be reached */
async function ofServer({ kubeconfig, context, seed, set }: OpenOptions): Promise<ServedPage> {
  if (seed !== undefined || set !== undefined) {
    throw new UsageError('--seed and --set are for a scenario to play; name it');
  }
  let ask: Ask;
  const file = kubeconfig ?? process.env['KUBECONFIG'];
  try {
    const connection = readKubeconfig(file, context);
    ask = (question) => askServer(connection, question);
    await ask({ method: 'GET', path: '/orrery/v1/clock' });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; or name a run to open`);
  }
  const result = await livePageDocument();
  return { document: () => result, live: remotePage(ask, file) };
}
