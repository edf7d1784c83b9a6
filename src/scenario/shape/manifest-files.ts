/** Objects that a scenario names by file: their own manifests, as kubectl takes them. */
import { isList, isMap, isScalar, type Node } from '../source/node.ts';
import { FileError } from '#machine';
import { pathFrom, type Source } from '../source/source.ts';
import { describe, type Checker } from './checker.ts';
import { fields } from './fields.ts';
import { manifestSchema, type Manifest } from './manifest.ts';
import { list, text, type Shape } from './shape.ts';

/** An object and where it is written. */
export interface PlacedManifest {
  readonly manifest: Manifest;
  readonly node: Node;
  /** Of the file that holds it. */
  readonly checker: Checker;
  /** The namespace of objects that name none. */
  readonly namespace?: string;
  /** How it is applied on the server; absent: whatever others own is overwritten. */
  readonly serverSide?: { readonly manager?: string; readonly force?: boolean };
}

const path = text({
  doc: 'A file, a folder or a pattern such as manifests/*.yaml, seen from the scenario.',
});
const paths = list(path, { doc: 'Files, folders and patterns.', min: 1 });
const fileSet = fields({
  doc: 'manifests in files',
  required: { files: paths },
  optional: { namespace: text({ doc: 'The namespace of objects that name none, as kubectl -n.' }) },
});

/** One object, several, or the files that hold them. */
export const manifests: Shape<readonly PlacedManifest[]> = {
  schema: {
    description:
      'API objects as kubectl apply takes them: one, a list, or the files that hold them (a file, a folder, a pattern).',
    anyOf: [
      path.schema,
      fileSet.schema,
      manifestSchema,
      { type: 'array', items: { anyOf: [path.schema, manifestSchema] } },
    ],
  },
  check(node, checker) {
    if (isMap(node) && node.has('files')) {
      const set = fileSet.check(node, checker);
      const names = node.get('files');
      if (set === undefined || !isList(names)) return undefined;
      return all(names.items, (name) => filesOf(name, checker, set.namespace));
    }
    return isList(node)
      ? all(node.items, (item) => manifestsOf(item, checker))
      : manifestsOf(node, checker);
  },
};

/** All results together; undefined when one of them is missing. */
function all(
  nodes: readonly Node[],
  read: (node: Node) => readonly PlacedManifest[] | undefined,
): readonly PlacedManifest[] | undefined {
  const found = nodes.map(read);
  return found.every((each) => each !== undefined) ? found.flat() : undefined;
}

function manifestsOf(node: Node, checker: Checker): readonly PlacedManifest[] | undefined {
  if (isMap(node)) return objectsOf(node, checker);
  if (isScalar(node) && typeof node.value === 'string') return filesOf(node, checker);
  return checker.problem(
    node,
    `expected an API object (a map) or the name of a file, found ${describe(node)}`,
  );
}

/** Returns the objects in the files that a path stands for. */
function filesOf(
  name: Node,
  checker: Checker,
  namespace?: string,
): readonly PlacedManifest[] | undefined {
  const value = path.check(name, checker);
  if (value === undefined) return undefined;
  if (isManifestText(value)) {
    return checker.problem(
      name,
      'expected an API object (a map) or the name of a file, found a text that holds an object; write the object itself, without "|" or quotes',
    );
  }
  try {
    const files = checker.library.find(pathFrom(checker.source.file, value));
    const found = files.map((file) => {
      const source = checker.library.open(file, 'manifest');
      return source && objectsIn(source, checker.of(source), namespace);
    });
    if (!found.every((each) => each !== undefined)) return undefined;
    if (found.some((objects) => objects.length > 0)) return found.flat();
    return checker.problem(name, `there is no object in "${value}"`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return checker.problem(name, `cannot read "${value}": ${error.message}`);
  }
}

/** Returns a manifest itself; no file has such a name. */
function isManifestText(value: string): boolean {
  return value.includes('\n') || value.trimStart().startsWith('{');
}

/**
 * Returns the objects in a file; undefined after a problem has been noted. @param checker of that
 * file
 */
export function objectsIn(
  { roots }: Source,
  checker: Checker,
  namespace?: string,
): readonly PlacedManifest[] | undefined {
  const nodes = roots.filter((root) => !(isScalar(root) && root.value === null));
  return all(nodes, (root) => {
    if (isMap(root)) return objectsOf(root, checker, namespace);
    return checker.problem(root, `expected an API object (a map), found ${describe(root, false)}`);
  });
}

/** Returns the object itself, or those in it when it is a List. */
function objectsOf(
  node: Node,
  checker: Checker,
  namespace?: string,
): readonly PlacedManifest[] | undefined {
  const items = isMap(node) ? itemsOf(node.scalar('kind'), node.get('items')) : undefined;
  if (items !== undefined) return all(items, (item) => objectsOf(item, checker, namespace));
  const manifest = checker.plain(node) as Manifest;
  return [{ manifest, node, checker, ...(namespace !== undefined && { namespace }) }];
}

/** `v1 List`, and lists of one kind, as `kubectl get -o yaml` gives them. */
function itemsOf(kind: unknown, items: Node | undefined): readonly Node[] | undefined {
  if (typeof kind !== 'string' || !kind.endsWith('List')) return undefined;
  return isList(items) ? items.items : undefined;
}
