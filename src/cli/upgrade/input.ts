/** What is upgraded: manifests, read together, or scenarios, each by itself. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, readTextFile } from '#machine';
import {
  isDefinition,
  isMarkedSlow,
  manifestsIn,
  parseText,
  plainOf,
  type PlacedManifest,
} from '#scenario';
import { parseTime } from '#values';
import { scenarioInput, type ScenarioInput } from '../scenario-input.ts';
import { UsageError } from '../usage-error.ts';
import type { Unseen } from './finding.ts';

/** When what is tried begins. */
export const START_MS = parseTime('2026-01-01T00:00:00Z');

export interface Input {
  /** In the order in which they are applied: namespaces and definitions first, webhooks last. */
  readonly manifests: readonly PlacedManifest[];
  readonly scenarios: readonly ScenarioInput[];
  /** Scenarios in folders that are slow. */
  readonly leftOut: readonly Unseen[];
}

/** A set of manifests is smaller. */
const MOST_BYTES = 33_554_432;
const OBJECT_FILE = /\.(?:ya?ml|json)$/;

/**
 * Reads files, the files of folders, and standard input (`-`).
 *
 * @throws {UsageError} for what cannot be read, and where there is nothing @throws {ScenarioError}
 */
export async function inputOf(names: readonly string[]): Promise<Input> {
  const inputs: (ScenarioInput & { readonly isInside: boolean })[] = [];
  for (const name of names) {
    const inside = filesOf(name);
    if (inside?.length === 0)
      throw new UsageError(`there is no .yaml, .yml or .json file in ${name}`);
    for (const file of inside ?? []) inputs.push({ file, isInside: true });
    if (inside === undefined) inputs.push({ ...(await scenarioInput(name)), isInside: false });
  }
  const read = inputs.map((input) => ({ ...input, text: input.text ?? textOf(input.file) }));
  const all = read.filter(({ text }) => isScenario(text));
  const slow = all.filter(({ isInside, text }) => isInside && isMarkedSlow(text));
  const scenarios = all.filter((each) => !slow.includes(each));
  const texts = read.filter((each) => !all.includes(each));
  const manifests = manifestsIn(texts)
    .filter(({ manifest }) => isObject(manifest))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const why = 'it is slow: name the file';
  const leftOut = slow.map(({ file: name }) => ({ name, why }));
  if (manifests.length + all.length > 0) return { manifests, scenarios, leftOut };
  throw new UsageError(`there is no object and no scenario in ${names.join(', ')}`);
}

/** Returns the namespace of an object of a kind that has them. */
export function namespaceOf({ metadata }: PlacedManifest['manifest']): string {
  return metadata?.namespace ?? 'default';
}

function filesOf(name: string): readonly string[] | undefined {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  return readdirSync(name, { recursive: true, encoding: 'utf8' })
    .filter((file) => OBJECT_FILE.test(file))
    .map((file) => join(name, file))
    .sort();
}

function textOf(file: string): string {
  try {
    return readTextFile(file, MOST_BYTES, 'manifest');
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Returns whether it is a scenario: that has steps, and an object never has them beside its kind. */
function isScenario(text: string): boolean {
  if (!text.includes('steps')) return false;
  const { roots } = parseText(text, 'scenario');
  const [root] = roots.map((node) => plainOf(node));
  return typeof root === 'object' && root !== null && 'steps' in root && !('kind' in root);
}

/** Returns whether it is an object: folders also hold what only tools read, such as values and kustomizations. */
function isObject({ apiVersion, kind, metadata }: Partial<PlacedManifest['manifest']>): boolean {
  return typeof apiVersion === 'string' && typeof kind === 'string' && metadata !== undefined;
}

function rankOf({ manifest }: PlacedManifest): number {
  if (manifest.kind === 'Namespace') return 0;
  if (isDefinition(manifest)) return 1;
  return callsOut(manifest) ? 3 : 2;
}

/** Returns whether it has the API call programs elsewhere, which need not run: it is tried last, and not played. */
export function callsOut({ kind }: Pick<PlacedManifest['manifest'], 'kind'>): boolean {
  return kind === 'MutatingWebhookConfiguration' || kind === 'ValidatingWebhookConfiguration';
}
