/** The latest requests of clients, for the page that shows them: a bounded list, to which each answer adds one. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Millis } from '#clock';
import type { OutsideRequest, RequestPiece } from '#request';
import type { Exchange } from '../exchange/exchange.ts';
import { drives } from '../faults/strike.ts';
import { isProbe } from '../routes/health.ts';
import type { RequestPath } from '../request/path.ts';
import { readTarget } from '../request/target.ts';
import type { RequestTrace } from './request-trace.ts';

/** How many reports are kept at least, and half of how many at most. */
const most = 1_000;
/** Of a path or a name, in characters. What is shorter may keep its header alive, which has 16 KiB at most. */
const longest = 200;

/** One that is completed when its request ends. */
type Report = { -readonly [field in keyof OutsideRequest]: OutsideRequest[field] };

interface About {
  readonly path: RequestPath;
  readonly user: string;
  readonly kind: string;
}

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

  #begin(req: IncomingMessage, res: ServerResponse, about: About, trace: RequestTrace): void {
    const report = this.#reportOf(req, about);
    if (report.verb === 'watch') this.#add({ ...report });
    res.on('close', () => {
      report.endedAt = this.#now();
      if (trace.name !== undefined) report.name = trace.name;
      if (res.headersSent) report.code = res.statusCode;
      report.revision = trace.revision;
      if (trace.faults.length > 0) report.faults = trace.faults;
      this.#add(report);
    });
  }

  /** With all fields from the beginning: to copy them costs more than all else here. */
  #reportOf(req: IncomingMessage, { path, user, kind }: About): Report {
    const { group, resource } = path;
    return {
      number: ++this.#came,
      at: this.#now(),
      endedAt: undefined,
      user,
      userAgent: cut(req.headers['user-agent'] ?? ''),
      verb: path.verb,
      resource: cut(group === '' || !path.isResource ? resource : `${resource}.${group}`),
      subresource: path.subresource,
      kind,
      namespace: path.namespace,
      name: cut(path.name),
      path: cut(path.path),
      code: undefined,
      revision: undefined,
      faults: undefined,
    };
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
