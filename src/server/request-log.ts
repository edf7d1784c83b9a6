/** The latest requests of clients, for the page that shows them: a bounded list, to which each answer adds one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Millis } from '#clock';
import type { OutsideRequest, RequestPiece } from '#request';
import type { Exchange } from './exchange.ts';
import { drives } from './faults.ts';
import { isProbe } from './health.ts';
import type { RequestPath } from './path.ts';
import { readTarget } from './target.ts';
import type { RequestTrace } from './request-trace.ts';

/** How many reports are kept at least, and half of how many at most. */
const most = 1_000;
/** Of a path or a name, in characters. What is shorter may keep its header alive, which has 16 KiB at most. */
const longest = 200;

type Beginning = Omit<OutsideRequest, 'endedAt' | 'code' | 'revision' | 'faults'>;

export class RequestLog {
  readonly #now: () => Millis;
  #reports: OutsideRequest[] = [];
  /** How many reports are no longer kept. */
  #dropped = 0;
  #came = 0;

  /** @param now virtual time */
  constructor(now: () => Millis) {
    this.#now = now;
  }

  /** What was reported from a place on. @param from 0, or the `next` of an earlier piece */
  since(from: number): RequestPiece {
    const first = Math.max(from, this.#dropped);
    return {
      requests: this.#reports.slice(first - this.#dropped),
      missed: first - from,
      next: this.#dropped + this.#reports.length,
    };
  }

  /** Follows a request to its end. Answers what is to be noted about it meanwhile; undefined: it is not kept. */
  follow({ server, req, res, path, user }: Exchange): RequestTrace | undefined {
    if (isLeftOut(req, path)) return undefined;
    const { group, version, resource } = path;
    const kind = server.served.byResource(group, version, resource)?.kind.kind ?? '';
    const trace: RequestTrace = { faults: [] };
    this.#begin(req, res, { path, user: user.name, kind }, trace);
    return trace;
  }

  /** Follows a request that was refused before it was known whose it is. */
  refuse(req: IncomingMessage, res: ServerResponse): void {
    const { path } = readTarget(req.method ?? '', req.url ?? '');
    if (!isLeftOut(req, path)) this.#begin(req, res, { path, user: '', kind: '' }, { faults: [] });
  }

  #begin(
    req: IncomingMessage,
    res: ServerResponse,
    about: { readonly path: RequestPath; readonly user: string; readonly kind: string },
    trace: RequestTrace,
  ): void {
    const { path, user, kind } = about;
    const { verb, group, resource, subresource, namespace, name, isResource } = path;
    const beginning: Beginning = {
      number: ++this.#came,
      at: this.#now(),
      ...{ user, verb, subresource, kind, namespace },
      userAgent: cut(req.headers['user-agent'] ?? ''),
      resource: cut(group === '' || !isResource ? resource : `${resource}.${group}`),
      name: cut(name),
      path: cut(path.path),
    };
    if (verb === 'watch') this.#add(beginning);
    res.once('close', () => {
      const { revision, name: written, faults } = trace;
      this.#add({
        ...beginning,
        endedAt: this.#now(),
        ...(written !== undefined && { name: written }),
        ...(res.headersSent && { code: res.statusCode }),
        ...(revision !== undefined && { revision }),
        ...(faults.length > 0 && { faults }),
      });
    });
  }

  #add(report: OutsideRequest): void {
    this.#reports.push(report);
    if (this.#reports.length < 2 * most) return;
    this.#reports = this.#reports.slice(most);
    this.#dropped += most;
  }
}

/** Requests to the simulator itself, as the page makes them, and probes: they would hide the others. */
function isLeftOut({ url = '' }: IncomingMessage, { path }: RequestPath): boolean {
  return drives(url) || isProbe(path);
}

function cut(text: string): string {
  return text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
}
