/** `/statusz` and `/flagz`, from 1.36 on: pages for people who look after a server. */
import type { Express } from 'express';
import type { Profile } from '#kinds';
import { formatTime } from '#values';
import { sendText } from '../answer/respond.ts';
import { readsOnly } from './reads-only.ts';

const warning =
  'Warning: This page is for debugging. Its form may change: programs should not read it.';

/** @param profile of the release that is imitated @param now virtual time, ms */
export function mountZPages(app: Express, profile: Profile, now: () => number): void {
  const { minor, release, enabled } = profile;
  const started = now();
  const version = `1.${minor}`;
  if (enabled('ComponentStatusz')) {
    page(app, '/statusz', () => [
      'kube-apiserver statusz',
      warning,
      '',
      `Started: ${formatTime(started)}`,
      `Up: ${Math.floor((now() - started) / 1000)} s`,
      `Go version: ${release.goVersion}`,
      `Binary version: ${release.gitVersion}`,
      `Emulation version: ${version}`,
      'Paths: /configz /debug/pprof /flagz /healthz /livez /metrics /readyz /statusz /version',
    ]);
  }
  if (enabled('ComponentFlagz')) {
    page(app, '/flagz', () => [
      'kube-apiserver flagz',
      warning,
      'The flags of this server are not those of a kube-apiserver: what it was started with is in its own help.',
      '',
      'anonymous-auth=true',
      `emulated-version=[${version}]`,
      'profiling=true',
      'watch-cache=true',
    ]);
  }
}

function page(app: Express, path: string, lines: () => readonly string[]): void {
  app.route(path).all(readsOnly, (req, res) => sendText(req, res, 200, `${lines().join('\n')}\n`));
}
