/** What the programs that call the server do, as those see it who wait for them. */
import type { Caller, Outside } from '#lockstep';
import { subresourceOf } from '#kinds';
import { bearerToken } from '../auth/shown-tokens.ts';
import { programOf } from '../auth/tokens.ts';
import type { Exchange } from '../exchange/exchange.ts';

/**
 * Programs are distinguished by token, as one program may call itself by several names: its library's
 * watches and its other requests. Without a token, by user.
 */
export function callerOf({ req: { headers }, user }: Pick<Exchange, 'req' | 'user'>): Caller {
  const token = bearerToken(headers.authorization);
  const program = token === undefined ? undefined : programOf(token);
  const name = program === undefined ? user.name : `${user.name}~${program}`;
  const agent = headers['user-agent']?.split(' ')[0];
  return {
    key: token === undefined ? `user ${user.name}` : `token ${token}`,
    name: agent === undefined ? name : `${name} (${agent})`,
  };
}

/** Reports a request until it is answered. Not those that may take any time: watches, logs, proxies. */
export function reportAsked(exchange: Exchange, outside: Outside): void {
  const { path, res } = exchange;
  if (path.verb === 'watch' || isStream(exchange)) return;
  const isRead = path.verb === 'get' || path.verb === 'list';
  res.on('close', outside.asking(callerOf(exchange), isRead));
}

function isStream({ path, server }: Exchange): boolean {
  if (path.subresource === '') return false;
  const served = server.served.byResource(path.group, path.version, path.resource);
  return served !== undefined && subresourceOf(served.kind, path.subresource)?.stream !== undefined;
}

/** `jobs.batch`, or `pods`: how a barrier names what is watched. */
export function resourceName({ group, resource }: Exchange['path']): string {
  return group === '' ? resource : `${resource}.${group}`;
}
