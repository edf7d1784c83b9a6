/** Questions about metrics of programs in the process, to the server that has taken their group over. */
import { metricsVersions } from '#kinds';
import type { apiregistrationV1 } from '#types';
import { metricsIn, metricsPath, metricsVersion, type MetricsQuestion } from '#request';
import { reviewedUser } from '../admission/webhooks/user.ts';
import type { RequestContext } from '../context.ts';
import { textOf } from './remote-answer.ts';
import { remoteTarget, type CallRemote } from './remote.ts';

/** How long v1.24's autoscaler waits, by the machine's clock, ms. */
const patienceMs = 30_000;

/** @throws {ApiError} in the words of client-go */
export async function askElsewhere(
  callRemote: CallRemote,
  context: RequestContext,
  services: readonly apiregistrationV1.APIService[],
  question: MetricsQuestion,
): Promise<unknown> {
  const served = services.map(({ spec }) => spec.version ?? '');
  const version = metricsVersion(metricsVersions.get(question.group) ?? [], served) ?? '';
  const service = services.find(({ spec }) => spec.version === version)!;
  const { username, groups } = reviewedUser(context);
  const call = callRemote({
    ...remoteTarget(service),
    method: 'GET',
    path: metricsPath(question, version),
    headers: {
      accept: 'application/json',
      'x-remote-user': username,
      'x-remote-group': [...groups],
    },
    timeoutMs: patienceMs,
  });
  const reply = await call?.catch(() => undefined);
  const text = await (reply && textOf(reply).catch(() => undefined));
  return reply === undefined || text === undefined
    ? metricsIn(question, 503, '')
    : metricsIn(question, reply.status, text);
}
