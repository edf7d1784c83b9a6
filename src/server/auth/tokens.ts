/** Bearer tokens and whose they are. */
import { makeSecret, type Millis } from '#clock';
import { authenticated, masters, type User } from './user.ts';

/** A user, and until when the token is good (virtual ms). */
interface Holder {
  readonly user: User;
  readonly expires: Millis;
}

/** Finds users by token. */
export class Tokens {
  readonly #holders = new Map<string, Holder>();

  /** The user is of group `system:authenticated` too. */
  add(token: string, user: User, expires: Millis = Infinity): void {
    const groups = user.groups.includes(authenticated)
      ? user.groups
      : [...user.groups, authenticated];
    this.#holders.set(token, { user: { ...user, groups }, expires });
  }

  /** Makes a token that is good for some time. */
  issue(user: User, expires: Millis): string {
    const token = makeSecret();
    this.add(token, user, expires);
    return token;
  }

  /** @param now virtual time, ms */
  find(token: string, now: Millis): User | undefined {
    const holder = this.#holders.get(token);
    if (holder === undefined) return undefined;
    if (holder.expires > now) return holder.user;
    this.#holders.delete(token);
    return undefined;
  }
}

/** The user of an administrator's token. */
export const admin: User = { name: 'admin', groups: [masters] };

/** A line of a token file and what is wrong with it. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * Reads a token file: lines of `token,user,uid`, optionally with a list of groups behind them in
 * quotes, `"group1,group2"`. Empty lines and those that begin with `#` say nothing.
 *
 * @throws {TokenFileError} naming the line
 */
export function readTokenFile(
  text: string,
): readonly { readonly token: string; readonly user: User }[] {
  const entries: { token: string; user: User }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [token, name, uid, groups = ''] = splitLine(line);
    if (!token || !name || uid === undefined) {
      throw new TokenFileError(
        `line ${index + 1}: expected token,user,uid or token,user,uid,"group1,group2"`,
      );
    }
    const user = {
      name,
      uid,
      groups: groups
        .split(',')
        .map(trim)
        .filter((group) => group !== ''),
    };
    entries.push({ token, user });
  }
  return entries;
}

/** The fields of a line; a field in double quotes may hold commas, and `""` for a quote. */
function splitLine(line: string): string[] {
  const fields: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"\s*|((?:[^\s,][^,]*)?))(,|$)/gy;
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2]!.trim());
    if (match[3] === '') break;
  }
  return fields;
}

function trim(text: string): string {
  return text.trim();
}
