/** `orrery import`: converts the state of a cluster, or a recording of it, to a scenario. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gatesFor, releaseName, type Profile } from '#kinds';
import { KindRegistry } from '#catalog';
import type { NodeStatus } from '#types';
import { parseTime } from '#values';
import { readTextFile } from '#machine';
import { DeclaredKinds, isDefinition } from '#scenario';
import { exitCodes } from '../exit-codes.ts';
import { askedRelease } from '../release.ts';
import { nearestRelease } from '../server-release.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { UsageError } from '../usage-error.ts';
import { clean, LeftOut, withoutLostOwners, type ImportedVersion } from './clean.ts';
import { recordingOf } from './recording.ts';
import { readyIn, stepsOf } from './steps.ts';
import type { ForeignObject, Version } from './version.ts';
import { readVersions } from './versions.ts';
import { objectsText, scenarioText, type Imported } from './write.ts';
import { printData, printText } from '../output.ts';

export interface ImportOptions extends ReleaseOptions {
  /** The output file; standard output by default. */
  readonly output?: string;
  /** Overwrite existing files. */
  readonly force?: boolean;
}

/** Larger sets of objects (as JSON text) go to a file of their own. */
const MOST_INLINE = 200_000;
/** A recording of a large cluster is smaller. */
const MOST_BYTES = 500_000_000;
/** The maximum size of a scenario file, in bytes. */
const MOST_SCENARIO = 1_000_000;

/**
 * Reads kubectl's output and writes a scenario that begins with it; resolves with the exit code.
 * @throws {UsageError} for input of another kind, and for files that cannot be read or written
 */
export function importState(file: string | readonly string[], options: ImportOptions): number {
  const { output, force = false } = options;
  const files = [file].flat();
  const named = files.map((each) => (each === '-' ? 'standard input' : each));
  const versions = files.flatMap((each, index) => readVersions(readText(each), named[index]!));
  const name = nameOf(output ?? files[0]!);
  const imported = importedVersions(versions, named.join(', '), name, askedRelease(options));
  if (output === undefined) {
    printData(inline(imported));
    return exitCodes.ok;
  }
  const size = JSON.stringify(imported.objects).length;
  const objectsFile =
    size > MOST_INLINE ? output.replace(/\.ya?ml$/, '') + '.objects.json' : undefined;
  if (objectsFile === undefined) write(output, scenarioText(imported), force);
  else {
    write(objectsFile, objectsText(imported.objects), force);
    const text = scenarioText({ ...imported, objectsFile: basename(objectsFile) });
    write(join(dirname(output), basename(output)), text, force);
  }
  const { objects, steps, gates } = imported;
  const turned = gates.length === 0 ? '' : `, with ${gates.join(', ')} on`;
  const where = objectsFile === undefined ? '' : `, the objects in ${objectsFile}`;
  printText(
    `${output} is written: ${objects.length} objects, ${steps.length} steps${turned}${where}. ` +
      `Next: orrery run ${output}\n`,
  );
  return exitCodes.ok;
}

/**
 * Returns the scenario of a text from kubectl.
 *
 * @param release that the cluster runs; undefined: that of its newest node
 * @throws {UsageError}
 */
export function importedFrom(
  text: string,
  from: string,
  name: string,
  release?: Profile,
): Imported {
  return importedVersions(readVersions(text, from), from, name, release);
}

/** Returns the scenario of versions, those of a file one after the other. */
function importedVersions(
  found: readonly Version[],
  from: string,
  name: string,
  release?: Profile,
): Imported {
  const profile = release ?? releaseOfNodes(found.map(({ object }) => object));
  const declared = new DeclaredKinds(new KindRegistry(profile));
  for (const { object } of found) if (isDefinition(object)) declared.add(object);
  const leftOut = new LeftOut();
  const versions = found
    .map((version) => clean(version, declared.kinds, leftOut))
    .filter((version) => version !== undefined);
  const { state, startMs, changes } = recordingOf(versions);
  const owned = withoutLostOwners(state, leftOut);
  const recording = { startMs: startMs || DEFAULT_START, state: owned, changes };
  return {
    name,
    from,
    startMs: recording.startMs,
    kubernetes: releaseName(profile),
    gates: gatesOf(versions, profile),
    objects: owned.map(withSilence),
    steps: stepsOf(recording, leftOut),
    leftOut: leftOut.lines,
  };
}

/** A kubelet is never newer than its API server. Without nodes it is the default release. */
function releaseOfNodes(objects: readonly ForeignObject[]): Profile {
  const minors = objects.flatMap((object) => {
    const { nodeInfo } = (object['status'] ?? {}) as Partial<NodeStatus>;
    const minor = /^v1\.(\d+)/.exec(nodeInfo?.kubeletVersion ?? '')?.[1];
    return object.kind === 'Node' && minor !== undefined ? [Number(minor)] : [];
  });
  return nearestRelease(minors.length === 0 ? undefined : String(Math.max(...minors)));
}

/** v1.24 may not have all functions that rules of newer clusters call. */
const LEFT_OFF = 'CustomResourceValidationExpressions';

/** What was stored on the other cluster had an effect there: the gates that the release has off, and that keep it. */
function gatesOf(versions: readonly ImportedVersion[], profile: Profile): readonly string[] {
  const needed = versions.flatMap(({ kind, object }) => gatesFor(kind, object, profile));
  return [...new Set(needed)].filter((gate) => gate !== LEFT_OFF && !profile.enabled(gate)).sort();
}

/** If no object contains a time: the default start of scenarios. */
const DEFAULT_START = parseTime('2026-01-01T00:00:00Z');

/** A machine that has stopped reporting stays silent. */
function withSilence({ kind, object }: ImportedVersion): ForeignObject {
  if (kind.kind !== 'Node' || readyIn(object) !== 'Unknown') return object;
  const { metadata } = object;
  const annotations = { ...(metadata['annotations'] as object), 'sim/silent': 'true' };
  return { ...object, metadata: { ...metadata, annotations } };
}

function inline(imported: Imported): string {
  const text = scenarioText(imported);
  if (text.length <= MOST_SCENARIO) return text;
  throw new UsageError(
    `the scenario has ${text.length} characters; write it with -o FILE, which puts the objects into a file beside it`,
  );
}

function nameOf(file: string): string {
  return file === '-' ? 'imported' : basename(file).replace(/\.(?:ya?ml|json)$/, '');
}

function readText(file: string): string {
  try {
    return file === '-' ? readFileSync(0, 'utf8') : readTextFile(file, MOST_BYTES, 'recording');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function write(file: string, text: string, force: boolean): void {
  try {
    writeFileSync(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `${file} exists already; give another name, or --force to replace it`
        : `cannot write ${file}: ${message}`,
      { cause: error },
    );
  }
}
