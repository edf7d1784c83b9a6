/** Manifests in files and folders, as Go's envtest finds them. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readTextFile } from '#machine';
import { parseText, plainOf } from '#scenario';

/** Larger files are a mistake. */
const MOST_BYTES = 16_777_216;

/** An object as a manifest has it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** How a webhook is called. */
export interface WebhookClientConfig {
  readonly url?: string;
  /** Base64 of PEM. */
  readonly caBundle?: string;
  readonly service?: {
    readonly name: string;
    readonly namespace: string;
    readonly path?: string;
    readonly port?: number;
  };
}

/** A CustomResourceDefinition, as a manifest has it. */
export interface CRDManifest extends Manifest {
  readonly spec?: {
    readonly conversion?: {
      readonly strategy?: string;
      readonly webhook?: {
        readonly conversionReviewVersions?: readonly string[];
        readonly clientConfig?: WebhookClientConfig;
      };
    };
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** A ValidatingWebhookConfiguration or MutatingWebhookConfiguration, as a manifest has it. */
export interface WebhookConfigurationManifest extends Manifest {
  readonly webhooks?: readonly {
    readonly name: string;
    readonly clientConfig?: WebhookClientConfig;
    readonly [field: string]: unknown;
  }[];
  readonly [field: string]: unknown;
}

/**
 * Returns the objects of some kinds in files, and in the files of folders (not of folders below
 * them): `.yaml`, `.yml` and `.json`, by name.
 * @throws {Error} for a path that is not there, and for invalid YAML, with its place
 */
export function readManifests<T extends Manifest>(
  paths: readonly string[],
  kinds: readonly string[],
  { errorIfPathMissing = true }: { readonly errorIfPathMissing?: boolean } = {},
): T[] {
  const all = paths.flatMap((path) => filesOf(path, errorIfPathMissing)).flatMap(objectsIn);
  return all.filter((object): object is T => kinds.includes((object as Partial<T>).kind ?? ''));
}

function filesOf(path: string, isNeeded: boolean): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    if (isNeeded) throw new Error(`${path}: there is no such file or folder`);
    return [];
  }
  if (!stats.isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  return names
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function objectsIn(file: string): readonly object[] {
  const { lines, roots, problems } = parseText(textIn(file), 'manifest');
  const [problem] = problems;
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.offset);
    throw new Error(`${file}:${line}:${col}: ${problem.message}`);
  }
  return roots
    .map(plainOf)
    .flatMap((value) => (isObject(value) && Array.isArray(value['items']) ? value['items'] : value))
    .filter(isObject);
}

function textIn(file: string): string {
  try {
    return readTextFile(file, MOST_BYTES, 'manifest');
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
