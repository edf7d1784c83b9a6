/** Who may have the page: programs of this machine that name this machine, and no page of another origin. */
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused: its status, and that in words. */
export interface Refusal {
  readonly status: 403 | 421;
  readonly text: string;
}

export function refusalOf({ host = '', origin }: IncomingHttpHeaders): Refusal | undefined {
  // Another name may be that of a page somewhere that wants to read this one.
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)) {
    return { status: 421, text: 'expected a name of this machine\n' };
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    return { status: 403, text: 'this page is not asked by other pages\n' };
  }
  return undefined;
}
