/**
 * Judges the judge: for each case the clients with a planted mistake that the case names must fail, and the ones without a
 * mistake must pass.
 *
 *     npm run grade:mutants -- [TEXT...] [--repeat N] [--jobs N]
 *
 * Clients mostly wait: a lot of cases run at once, those first that can take longest, each when the machine keeps up.
 *
 * Exit status: 0 all as it should be, 1 not, 2 wrong usage.
 */
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gradeCase, probe, readLibrary, type CaseResult, type GradeCase } from '#grade';
import { clients, type ClientName } from './clients.ts';
import { Turn } from './turn.ts';

const root = resolve(import.meta.dirname, '../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { repeat: { type: 'string' }, jobs: { type: 'string' }, patience: { type: 'string' } },
});
const repeat = Number(values.repeat ?? 1);
const jobs = Number(values.jobs ?? availableParallelism() * 24);
const patience = Number(values.patience ?? 1);

/** A client in a case, and the verdict that it has to get. */
interface Trial {
  readonly played: GradeCase;
  readonly client: ClientName;
  /** Undefined: it makes none. */
  readonly bug: string | undefined;
}

const all = readLibrary(join(root, 'cases')).cases;
const cases = all.filter(
  ({ id, number }) =>
    positionals.length === 0 || positionals.some((text) => number === text || id.includes(text)),
);
if (cases.length === 0 || !(repeat > 0) || !(jobs > 0)) {
  console.error('usage: npm run grade:mutants -- [TEXT...] [--repeat N] [--jobs N]');
  process.exit(2);
}
// The clients end with the process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exitCode = await main();

async function main(): Promise<number> {
  const options = clients(root, patience);
  const subjects = {
    reader: await probe(options.reader.stage(undefined), { patience }),
    writer: await probe(options.writer.stage(undefined), { patience }),
    applier: await probe(options.applier.stage(undefined), { patience }),
    leader: await probe(options.leader.stage(undefined), { patience }),
  };
  const round = cases.flatMap(trialsOf).toSorted((a, b) => longestMs(b) - longestMs(a));
  const trials = Array.from({ length: repeat }, () => round).flat();
  const turn = new Turn();
  const problems: string[] = [];
  let done = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < trials.length; i = next++) {
      const trial = trials[i]!;
      await turn.take();
      const { played, client, bug } = trial;
      const { stage, expectations } = options[client];
      const subject = subjects[client];
      const kubernetes = played.since && `1.${played.since}`;
      const at = kubernetes ? { kubernetes } : {};
      const result = await gradeCase(played, { ...stage(bug), ...at, subject, expectations });
      done += 1;
      const problem = problemOf(trial, result);
      if (problem !== undefined) {
        problems.push(problem);
        console.log(`[${done}/${trials.length}] ${problem}`);
      } else if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[K${done} of ${trials.length}`);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const bare = cases.filter(({ mutants }) => mutants.length === 0).map(({ id }) => id);
  if (bare.length > 0) console.log(`cases that no mutant fails: ${bare.join(', ')}`);
  const mutants = trials.filter(({ bug }) => bug !== undefined).length;
  console.log(
    `${cases.length} cases, ${mutants} mutants and ${trials.length - mutants} runs without a mistake: ${problems.length} not as they should be`,
  );
  return problems.length + bare.length === 0 ? 0 : 1;
}

/** How long a trial can take at most: mistakes show when what has to come does not. */
function longestMs({ played: { steps }, bug }: Trial): number {
  const waits = steps.flatMap((step) => ('withinMs' in step ? [step.withinMs] : []));
  const pauses = steps.flatMap((step) => (step.type === 'pause' ? [step.ms] : []));
  const longest = bug === undefined ? 0 : Math.max(0, ...waits);
  return longest + pauses.reduce((sum, ms) => sum + ms, 0);
}

function trialsOf(played: GradeCase): readonly Trial[] {
  const own = ownClient(played);
  const names: readonly ClientName[] = own === 'reader' ? ['reader', 'writer'] : [own];
  return [
    ...names.map((client) => ({ played, client, bug: undefined })),
    ...played.mutants.map((bug) => ({ played, client: own, bug }) as const),
  ];
}

/** The client that the case's mistakes are made in. Only the writer reads what has a definition. */
function ownClient({ audience, steps }: GradeCase): ClientName {
  if (audience !== 'any') return audience;
  return steps.some(({ type }) => type === 'definition') ? 'writer' : 'reader';
}

/** What is wrong with a verdict; undefined: it is as it should be. */
function problemOf({ played, client, bug }: Trial, result: CaseResult): string | undefined {
  const { verdict, reason = '', failures } = result;
  const wanted = bug === undefined ? 'pass' : 'fail';
  const isCrash = failures[0]?.rule === 'the client keeps running';
  if (verdict === wanted && (!isCrash || /^(exit|crash)/.test(bug ?? ''))) return undefined;
  const why = failures.map(({ rule, found }) => `${rule}: ${found}`).join('; ');
  const name = bug === undefined ? `the ${client} without a mistake` : `${client} "${bug}"`;
  const output = isCrash ? `\n${result.output ?? ''}` : '';
  return `${played.number} ${played.id}: ${name} has "${verdict}" ${reason}${why}${output}`;
}
