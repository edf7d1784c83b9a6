/** The headers that say which flow schema and priority level a request belongs to. */
import type { ServerResponse } from 'node:http';
import type { Flow } from '#api';
import { nameHeader } from './answer-head.ts';
import type { RequestPath } from '../request/path.ts';

/** v1.24 lets what may last long pass by flow control, but for watches. */
const lasting: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function nameFlow(res: ServerResponse, path: RequestPath, flow: Flow | undefined): void {
  if (flow === undefined || (path.isResource && lasting.has(path.subresource))) return;
  nameHeader(res, 'X-Kubernetes-Pf-Flowschema-Uid', flow.schema);
  nameHeader(res, 'X-Kubernetes-Pf-Prioritylevel-Uid', flow.level);
}
