/** A scenario file with all that it includes: what is included comes first. */
import { isList, isMap, isScalar, MapNode, nowhere } from './source/node.ts';
import { Checker, describe } from './shape/checker.ts';
import { FileError } from '#machine';
import type { Library } from './source/library.ts';
import { pathFrom, type Source } from './source/source.ts';

/** The top level of one file. */
export interface Layer {
  readonly checker: Checker;
  readonly root: MapNode;
}

/** Returns the layer of a text; undefined after a problem was reported. */
export function layerOf(source: Source, library: Library): Layer | undefined {
  const checker = new Checker(source, library);
  const [root, second] = source.roots;
  const start = new MapNode([], nowhere);
  if (root === undefined) {
    return checker.problem(start, 'the file is empty; expected a scenario with "steps"');
  }
  if (second !== undefined) {
    return checker.problem(second, 'a scenario is one document; expected no "---" in it');
  }
  if (!isMap(root)) {
    return checker.problem(root, `expected a map (a scenario), found ${describe(root, false)}`);
  }
  return { checker, root };
}

/** Returns the layers of a scenario, the included ones first, each file once. */
export function layersOf(top: Layer, library: Library): readonly Layer[] {
  const layers: Layer[] = [];
  const visited = new Set<string>();
  const add = (layer: Layer, from: readonly string[]): void => {
    const { file } = layer.checker.source;
    visited.add(file);
    for (const included of includedBy(layer, [...from, file], visited, library)) {
      add(included, [...from, file]);
    }
    layers.push(layer);
  };
  add(top, []);
  return layers;
}

function* includedBy(
  { checker, root }: Layer,
  chain: readonly string[],
  visited: ReadonlySet<string>,
  library: Library,
): Iterable<Layer> {
  const names = root.get('include');
  if (!isList(names)) return;
  for (const name of names.items) {
    // A value that is not a text is reported when the field is checked.
    if (!isScalar(name) || typeof name.value !== 'string') continue;
    const file = pathFrom(checker.source.file, name.value);
    if (chain.includes(file)) {
      checker.problem(name, `the file includes itself: ${[...chain, file].join(' -> ')}`);
    } else if (!visited.has(file)) {
      const layer = openLayer(file, library, (why) =>
        checker.problem(name, `cannot include "${String(name.value)}": ${why}`),
      );
      if (layer !== undefined) yield layer;
    }
  }
}

/** Reads another file; calls `refuse` when that fails. */
export function openLayer(
  file: string,
  library: Library,
  refuse: (why: string) => void,
): Layer | undefined {
  try {
    const source = library.open(file, 'scenario');
    return source && layerOf(source, library);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    refuse(error.message);
    return undefined;
  }
}
