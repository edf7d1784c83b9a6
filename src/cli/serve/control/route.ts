/**
 * A route of the control API as a value. What is served, how arguments are checked, the index and the
 * OpenAPI document are all derived from it. A new route is a value in the file of its group; a new
 * group is a file here and a line in `table.ts`.
 */
import type { Caller } from '#lockstep';
import type { User } from '#server';
import { type Fields, type Form, type ValuesOf } from '#forms';

/** What all paths begin with. */
export const root = '/orrery/v1';

export interface ControlRequest<Q, B> {
  readonly query: Q;
  readonly body: B;
  /** The parts of the path that the route names, such as `id` of `/faults/:id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly user: User;
  /** The program, as those know it who wait for programs. */
  readonly caller: Caller;
  /** The program, by its own account: `kubectl/v1.24.17 ...`. */
  readonly userAgent: string | undefined;
  /** Aborts when the client has disconnected, and the answer is not needed any more. */
  readonly gone: AbortSignal;
}

export interface RouteOptions<Q extends Fields, B, A> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below {@link root}: `/clock`, or `/faults/:id`. */
  readonly path: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What else there is to know about it. */
  readonly description?: string;
  /** Parameters of the query; others are rejected. */
  readonly query?: Q;
  /** Absent: a body is not read. */
  readonly body?: Form<B>;
  /** In bytes. Default: 64 KiB. */
  readonly largestBody?: number;
  readonly answer: Form<A>;
  /** @throws {ApiError} */
  handle(request: ControlRequest<ValuesOf<Q>, B>): A | Promise<A>;
}

export type ControlRoute = RouteOptions<Fields, unknown, unknown>;

/** Declares a route: its handler gets arguments of the declared shapes, and answers in one. */
export function route<Q extends Fields, B, A>(options: RouteOptions<Q, B, A>): ControlRoute {
  return options as unknown as ControlRoute;
}
