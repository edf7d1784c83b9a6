/** What stands in a run record before its entries, checked. */
import type { Millis } from '#clock';
import { parseTime } from '#values';
import { FORMAT, type RecordDocument } from '../document.ts';
import type { RunLog } from '../run-log.ts';
import { reconcileForm } from './entry-form.ts';
import { RecordError } from './error.ts';
import { checkForm, checkForms, formOf } from './form.ts';
import { objectForm } from './version-of.ts';

const documentForm = formOf({
  scenario: 'text',
  description: 'text?',
  seed: 'number',
  start: 'text',
  seconds: 'number',
  kubernetes: 'text?',
  features: 'map?',
  runtimeConfig: 'map?',
  releases: 'list?',
  variables: 'map?',
  files: 'list?',
  snapshot: 'list?',
  steps: 'list',
  checks: 'list',
  faults: 'list?',
  faultsLeftOut: 'map?',
  entries: 'list',
});
const releaseForm = formOf({ behind: 'number', kubernetes: 'text', features: 'map?' });
const fileForm = formOf({ file: 'text', text: 'text' });
const stepForm = formOf({
  atMs: 'number',
  line: 'number',
  summary: 'text',
  note: 'text?',
  isCheck: 'flag',
});
const faultForm = formOf({
  atMs: 'number',
  revision: 'number',
  fault: 'text',
  effect: 'text',
  client: 'text',
  verb: 'text',
  resource: 'text',
  key: 'text',
  reconcile: 'map?',
});
const gapForm = formOf({ after: 'number', count: 'number' });
const checkMarkForm = formOf({
  file: 'text',
  line: 'number',
  name: 'text?',
  verb: 'text',
  summary: 'text',
  passed: 'flag',
  startedAtMs: 'number',
  decidedAtMs: 'number?',
  expected: 'text',
  actual: 'text',
  object: 'map?',
  field: 'text?',
  revision: 'text?',
  watched: 'list?',
});

/** All of a log that stands before the entries. */
export type LogWithoutPast = Omit<RunLog, 'past'>;

/** @throws {RecordError} */
export function logOf(document: RecordDocument): LogWithoutPast {
  const startMs = startOf(document);
  const { scenario, description, seed, seconds, kubernetes, features, variables } = document;
  const {
    runtimeConfig,
    releases,
    files = [],
    snapshot,
    steps,
    checks,
    faults,
    faultsLeftOut,
  } = document;
  return {
    head: {
      scenario,
      ...(description === undefined ? {} : { description }),
      seed,
      startMs,
      endMs: startMs + spanOf(seconds),
      ...(kubernetes === undefined ? {} : { kubernetes }),
      ...(features === undefined ? {} : { features }),
      ...(runtimeConfig === undefined ? {} : { runtimeConfig }),
      ...(releases === undefined ? {} : { releases }),
      ...(variables === undefined ? {} : { variables }),
    },
    files,
    ...(snapshot === undefined ? {} : { snapshot }),
    steps,
    checks,
    ...(faults === undefined ? {} : { faults }),
    ...(faultsLeftOut === undefined ? {} : { faultsLeftOut }),
  };
}

/** @throws {RecordError} */
export function documentOf(text: string): RecordDocument {
  const document = parsed(text);
  const format = (document as Partial<RecordDocument> | null)?.format;
  if (format !== FORMAT) {
    const found = format === undefined ? 'none' : JSON.stringify(format);
    throw new RecordError(`expected a run record with "format": "${FORMAT}", found ${found}`);
  }
  checkForm(document, documentForm, () => '');
  const { files = [], snapshot = [], steps, checks, faults = [] } = document as RecordDocument;
  checkReleases(document as RecordDocument);
  checkForms(files, fileForm, () => 'files');
  checkForms(snapshot, objectForm, () => 'snapshot');
  checkMarks({ steps, checks, faults });
  const { faultsLeftOut } = document as RecordDocument;
  if (faultsLeftOut !== undefined) checkForm(faultsLeftOut, gapForm, () => 'faultsLeftOut');
  return document as RecordDocument;
}

/** @throws {RecordError} */
export function checkReleases({ releases = [] }: Pick<RecordDocument, 'releases'>): void {
  checkForms(releases, releaseForm, () => 'releases');
}

type Marks = Required<Pick<RecordDocument, 'steps' | 'checks' | 'faults'>>;

/** @throws {RecordError} */
export function checkMarks({ steps, checks, faults }: Marks): void {
  checkForms(steps, stepForm, () => 'steps');
  checkForms(checks, checkMarkForm, () => 'checks');
  checkForms(faults, faultForm, () => 'faults');
  for (const [index, { reconcile }] of faults.entries()) {
    if (reconcile !== undefined)
      checkForm(reconcile, reconcileForm, () => `faults[${index}].reconcile`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new RecordError(
      `expected a run record (JSON, as orrery run --record writes it): ${(error as Error).message}`,
    );
  }
}

/** @throws {RecordError} */
export function startOf({ start }: Pick<RecordDocument, 'start'>): Millis {
  try {
    return parseTime(start);
  } catch {
    throw new RecordError(`start: expected a time such as 2026-01-01T00:00:00Z, found "${start}"`);
  }
}

/** The maximum length of a run: later times have years of more than four digits. */
const MOST_SECONDS = 1e11;

/** Virtual ms. @throws {RecordError} */
export function spanOf(seconds: number): Millis {
  if (seconds >= 0 && seconds <= MOST_SECONDS) return Math.round(seconds * 1000);
  throw new RecordError(`seconds: expected how long the run lasted, found ${seconds}`);
}
