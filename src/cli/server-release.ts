/** The release of a server, as its `/version` says. */
import { defaultProfile, latestMinor, profileOf, releases, type Profile } from '#kinds';
import type { Connection } from '#remote';
import { askServer } from './ask-server.ts';

/** Resolves with the release of a server; with the default one where the server cannot say. */
export async function releaseOf(server: Connection): Promise<Profile> {
  try {
    const answer = await askServer(server, { method: 'GET', path: '/version' });
    return nearestRelease((JSON.parse(answer) as { readonly minor?: string }).minor);
  } catch {
    return defaultProfile;
  }
}

/** Returns the release of a minor such as `34` or `34+`, or the nearest that there is. */
export function nearestRelease(text: string | undefined): Profile {
  const minor = Number.parseInt(text ?? '', 10);
  if (!Number.isFinite(minor)) return defaultProfile;
  return profileOf(Math.min(Math.max(minor, Math.min(...releases.keys())), latestMinor));
}
