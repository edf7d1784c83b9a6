/** Questions about metrics to a remote server, in the version that it serves. */
import { metricsVersions } from '#kinds';
import type { APIGroup } from '#types';
import { metricsIn, metricsPath, metricsVersion, type MetricsQuestion } from '#request';
import type { Answer } from './http.ts';

/**
 * Clients know one version of most groups; of others they see which there are, as v1.24's do.
 * @throws {ApiError} @throws {Error} when the server does not have the group
 */
export async function measure(
  question: MetricsQuestion,
  get: (path: string) => Promise<Answer>,
): Promise<unknown> {
  const { group } = question;
  const known = metricsVersions.get(group) ?? [];
  const version = known.length === 1 ? known[0] : metricsVersion(known, await served(group, get));
  if (version === undefined) throw new Error(`no custom metrics API (${group}) registered`);
  const { status, text } = await get(metricsPath(question, version));
  return metricsIn(question, status, text);
}

async function served(
  group: string,
  get: (path: string) => Promise<Answer>,
): Promise<readonly string[]> {
  const { status, text } = await get(`/apis/${group}`);
  if (status !== 200) return [];
  return (JSON.parse(text) as APIGroup).versions.map(({ version }) => version);
}
