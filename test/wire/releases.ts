/** Servers of several releases, side by side, for the tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { serverRig, type ServerRig } from '../support/server.ts';
import { request, type Answer, type Sent } from './client.ts';

type Options = Omit<NonNullable<Parameters<typeof serverRig>[0]>, 'minor'>;

export interface Releases {
  /** The server of a release, while the tests run. */
  rig(minor: number): ServerRig;
  ask(minor: number, method: string, path: string, sent?: Sent): Promise<Answer>;
}

/** @param optionsOf what the server of a release has beside its minor */
export function releases(
  minors: readonly number[],
  optionsOf: (minor: number) => Options = () => ({}),
): Releases {
  const rigs = new Map<number, ServerRig>();
  beforeAll(async () => {
    for (const minor of minors) rigs.set(minor, await serverRig({ ...optionsOf(minor), minor }));
  });
  afterAll(() => Promise.all([...rigs.values()].map((rig) => rig.close())));
  const rig = (minor: number): ServerRig => rigs.get(minor)!;
  return { rig, ask: (minor, method, path, sent) => request(rig(minor), method, path, sent) };
}
