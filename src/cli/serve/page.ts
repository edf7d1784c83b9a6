/** The page of a running server, for the browsers of this machine. */
import { machineTimers, makeSecret } from '#clock';
import {
  admin,
  listenPage,
  type LivePage,
  type PageListening,
  type RecordReader,
  type Tokens,
} from '#server';
import type { RunPage } from '../report/page.ts';
import { hasPage } from '../report/parts.ts';
import type { ClusterHost } from './host.ts';
import type { ServeOptions } from './options.ts';
import { SettingsError } from './settings.ts';

/**
 * Serves the page, if it is wanted and there is one, or what builds one. It has a key of its own
 * in place of the API's token, and listens on this machine only.
 * @throws {SettingsError} when its port is in use
 */
export async function servePage(
  { page, pagePort }: Pick<ServeOptions, 'page' | 'pagePort'>,
  host: ClusterHost,
  tokens: Tokens,
  kubeconfig: string,
): Promise<PageListening | undefined> {
  if (!page || !hasPage()) return undefined;
  const live = livePage(host, tokens, kubeconfig);
  try {
    return await listenPage({ document, live }, pagePort, machineTimers());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SettingsError(`--page-port: port ${pagePort} is in use`);
  }
}

/** Its parts are loaded, and in a checkout built, with the first browser. */
async function document(): Promise<RunPage> {
  const { livePageDocument } = await import('../report/save.ts');
  return livePageDocument();
}

/** Returns what a page follows and orders of the server: its orders are requests as any other. */
export function livePage(host: ClusterHost, tokens: Tokens, kubeconfig: string): LivePage {
  const key = makeSecret();
  tokens.add(key, admin);
  return {
    key,
    readRecord: () => sayingFirst({ kubeconfig }, host.readRecord()),
    orders: pageOrders,
    order(path, req, res) {
      req.url = path;
      host.app.handle(req, res);
    },
  };
}

/** Returns the record; its first piece has what a page should know of its server, too. */
export function sayingFirst(
  about: { readonly kubeconfig: string | undefined },
  reader: RecordReader,
): RecordReader {
  let isFirst = true;
  return {
    async next() {
      const piece = await reader.next();
      if (!isFirst || piece === undefined) return piece;
      isFirst = false;
      return JSON.stringify({ ...about, ...(JSON.parse(piece) as object) });
    },
    stop: () => reader.stop(),
  };
}

/** What the page orders, and the paths of the control API that do it. */
export const pageOrders = {
  steps: '/orrery/v1/steps',
  advance: '/orrery/v1/clock/advance',
} as const;
