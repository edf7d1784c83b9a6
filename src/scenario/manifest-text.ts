/** Manifests as somebody types them, checked as those of a scenario are. */
import type { KindRegistry } from '#catalog';
import type { SourceText } from '#record';
import { DeclaredKinds, isDefinition } from './declared-kinds.ts';
import { Problems, ScenarioError, type Problem } from './problem.ts';
import { Checker } from './shape/checker.ts';
import { checkManifest, type Destination } from './shape/manifest.ts';
import { objectsIn, type PlacedManifest } from './shape/manifest-files.ts';
import { KeptFiles } from './source/files.ts';
import { Library } from './source/library.ts';

/** What messages call it. */
const FILE = 'manifest';

/** Returns what is wrong with the objects of a text, which may have several documents. */
export function manifestProblems(
  text: string,
  kinds: KindRegistry,
  to: Destination,
): readonly Problem[] {
  const problems = new Problems();
  const library = new Library(new KeptFiles([{ file: FILE, text }]), '', problems);
  const source = library.open(FILE, 'manifest');
  const objects = source && objectsIn(source, new Checker(source, library));
  const declared = new DeclaredKinds(kinds);
  for (const { manifest, node, checker } of objects ?? []) {
    checkManifest(node, declared.kinds, checker, to);
    if (isDefinition(manifest)) declared.add(manifest);
  }
  return problems.all;
}

/**
 * Returns the objects of manifests, which are not checked, with their places.
 *
 * @param folder what messages show in front of their paths
 * @throws {ScenarioError} for what cannot be read as objects
 */
export function manifestsIn(texts: readonly SourceText[], folder = ''): readonly PlacedManifest[] {
  const problems = new Problems();
  const library = new Library(new KeptFiles(texts), folder, problems);
  const objects = texts.flatMap(({ file }) => {
    const source = library.open(file, 'manifest');
    return (source && objectsIn(source, new Checker(source, library))) ?? [];
  });
  if (problems.errors.length > 0) throw new ScenarioError(folder, problems.errors);
  return objects;
}
