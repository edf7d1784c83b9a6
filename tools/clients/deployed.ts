/** Clients that are programs of a cluster: they run as pods of their Deployments, with the rights of their accounts. */
import { cpSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type InCluster, startAs } from './as.ts';
import { packedIn, releases } from './kubectls.ts';
import type { Client, Prepared, Stage, StepResult } from './suite.ts';
import { play } from './transcript.ts';

/** Programs, and what is done with them. */
export interface Deployed extends Omit<Client, 'prepare'> {
  /** As the programs are published: `v0.37.2`. */
  readonly exact: string;
  /** A folder beside its transcripts, whose files they and the programs find. */
  readonly files?: string | undefined;
  /** Gets the programs. */
  prepare(cache: string, log: (line: string) => void): Promise<DeployedFrom>;
  /** What runs once `install.steps` has been played; then `use.steps` is, and `after.steps` when they have ended. */
  readonly programs: readonly InCluster[];
}

/** What there is for the programs. */
export interface DeployedFrom {
  /** Folders of programs. */
  readonly bins: readonly string[];
  /** For the transcripts: folders of sources and manifests. */
  readonly env: Readonly<Record<string, string>>;
}

/** What is done with programs, as a client. kubectl and Helm of today do it. */
export function deployed({ exact, programs, files, prepare, ...client }: Deployed): Client {
  return {
    ...client,
    serveOptions: client.serveOptions ?? ['--nodes', '3', '--authorization', 'rbac'],
    async prepare(cache, log): Promise<Prepared> {
      const kubectl = await packedIn(cache, releases.at(-1)!);
      log('builds, which takes minutes the first time');
      const { bins, env } = await prepare(cache, log);
      return {
        version: exact,
        run: (stage) =>
          run({ ...stage, env: { ...stage.env, ...env } }, { programs, files }, [...bins, kubectl]),
      };
    },
  };
}

async function run(
  stage: Stage,
  { programs, files }: Pick<Deployed, 'programs' | 'files'>,
  bins: readonly string[],
): Promise<readonly StepResult[]> {
  const bin = bins.join(delimiter);
  const env = { ...stage.env, PATH: `${bin}${delimiter}${stage.env['PATH']!}` };
  if (files !== undefined) cpSync(join(stage.sources, files), stage.folder, { recursive: true });
  const part = (name: string): Promise<readonly StepResult[]> =>
    play(stage, [name], { bin, version: stage.kubernetes });
  const installed = await part('install');
  const stops = programs.map((program) => startAs({ ...stage, env }, program));
  const used = await part('use');
  const stopped: StepResult[] = [];
  for (const stop of stops.toReversed()) stopped.push(await stop());
  return [...installed, ...used, ...stopped, ...(await part('after'))];
}
