/** What came of runs, as the repository keeps it for docs/clients.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { machineTime } from '#clock';
import { formatTime } from '#values';
import { nameOf } from './clients.ts';
import type { Report } from './suite.ts';

/** Of one client against a server of one release. */
export interface Kept {
  /** The version as the client said it. */
  readonly program: string;
  readonly steps: number;
  readonly passed: number;
  readonly failed: number;
  /** Of the run: `2026-11-30`. */
  readonly date: string;
}

/** By what a client is asked for by (`kubectl@1.24`), and by the release of the server. */
export type AllKept = Readonly<Record<string, Readonly<Record<string, Kept>>>>;

/** Where it is, relative to the repository. */
export const keptFile = 'tools/clients/kept.json';

/** Reads what there is. */
export function readKept(file: string): AllKept {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AllKept) : {};
}

/** Writes what came of clients; what it does not have to say anything about stays as it was. */
export async function keep(file: string, reports: readonly Report[]): Promise<void> {
  const date = formatTime(machineTime()).slice(0, 10);
  const all = reports.reduce((before, report) => withReport(before, report, date), readKept(file));
  writeFileSync(file, await format(JSON.stringify(all), { parser: 'json', printWidth: 100 }));
}

/** Adds a report to what there is; one that says nothing but that the client could not be had changes nothing. */
export function withReport(all: AllKept, report: Report, date: string): AllKept {
  if (report.skipped !== undefined) return all;
  const { client, asked, version, kubernetes, steps } = report;
  const count = (outcome: string): number =>
    steps.filter((step) => step.outcome === outcome).length;
  const kept: Kept = {
    ...{ program: version, steps: steps.length },
    ...{ passed: count('passed'), failed: count('failed'), date },
  };
  const name = nameOf({ name: client, version: asked });
  return sorted({ ...all, [name]: sorted({ ...all[name], [kubernetes]: kept }) });
}

function sorted<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
