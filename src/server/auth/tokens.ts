/** Bearer tokens that are known from the start, and their users. */
import { authenticated, masters } from '#api';
import { digestOf } from './secret.ts';
import type { User } from './user.ts';

/** `TOKEN~NAME` is the token of the same user, for one of several programs: see {@link programOf}. */
const programMark = '~';

/** Which program of a user sends a token; undefined when it does not say. */
export function programOf(token: string): string | undefined {
  const mark = token.lastIndexOf(programMark);
  return mark < 0 ? undefined : token.slice(mark + 1);
}

/** Finds users by token. */
export class Tokens {
  /** By the digest of the token. */
  readonly #users = new Map<string, User>();

  /** The user is also in the group `system:authenticated`. */
  add(token: string, user: User): void {
    const groups = user.groups.includes(authenticated)
      ? user.groups
      : [...user.groups, authenticated];
    this.#users.set(digestOf(token), { ...user, groups });
  }

  /** @param digest of the token, where it is known */
  find(token: string, digest = digestOf(token)): User | undefined {
    const user = this.#users.get(digest);
    if (user !== undefined) return user;
    const mark = token.lastIndexOf(programMark);
    return mark < 0 ? undefined : this.#users.get(digestOf(token.slice(0, mark)));
  }
}

/** The user of an administrator's token. */
export const admin: User = { name: 'admin', groups: [masters] };

/** A line of a token file, and its error. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/**
 * Reads a token file: lines of `token,user,uid`, optionally followed by a list of groups in
 * quotes, `"group1,group2"`. Empty lines and lines that begin with `#` are ignored.
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

/**
 * Returns the fields of a line; a field in double quotes may contain commas, and `""` for a quote.
 */
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
