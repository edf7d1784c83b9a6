/** When parts of the control plane were down. Pure. */
import { durationOf } from '#clock';
import type { StepMark } from '#record';

export interface Outage {
  /** Virtual ms since the start. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** `the control plane was down`, `stopped: cronjob` */
  readonly text: string;
}

/** Read off the summaries of steps, which is all that a record has of them. */
export function outagesOf(
  steps: readonly Pick<StepMark, 'atMs' | 'summary'>[],
  lastsMs: number,
): readonly Outage[] {
  const outages: Outage[] = [];
  const stopped = new Map<string, number>();
  const end = (name: string, untilMs: number): void => {
    const fromMs = stopped.get(name)!;
    stopped.delete(name);
    outages.push({ fromMs, untilMs, text: `stopped: ${name}` });
  };
  for (const { atMs, summary } of steps) {
    const [, span] = /^outage of the control plane for (\S+)/.exec(summary) ?? [];
    if (span !== undefined) {
      const untilMs = Math.min(atMs + (durationOf(span) ?? 0), lastsMs);
      outages.push({ fromMs: atMs, untilMs, text: 'the control plane was down' });
    }
    const [, verb, names] = /^(stop|start) (all controllers|[a-z, ]+)$/.exec(summary) ?? [];
    for (const name of names?.split(', ') ?? []) {
      if (verb === 'stop' && !stopped.has(name)) stopped.set(name, atMs);
      else if (verb === 'start' && name === 'all controllers') {
        for (const each of [...stopped.keys()]) end(each, atMs);
      } else if (verb === 'start' && stopped.has(name)) end(name, atMs);
    }
  }
  for (const name of [...stopped.keys()]) end(name, lastsMs);
  return outages.sort((a, b) => a.fromMs - b.fromMs);
}
