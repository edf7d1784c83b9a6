/** Server-side apply: fields as messages show them. */
import {
  isLeaf,
  isMember,
  parseElement,
  self,
  type Element,
  type FieldSet,
} from '../managed-fields/index.ts';

/** `.name`, `[name="main"]`, `[="value"]` */
export function showElement(element: Element): string {
  if ('field' in element) return `.${element.field}`;
  if ('value' in element) return `[=${JSON.stringify(element.value)}]`;
  if ('index' in element) return `[${element.index}]`;
  const keys = Object.entries(element.keys).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return `[${keys.join(',')}]`;
}

/** The members of a set, such as `.spec.containers[name="main"].image`, in the order of v1.24. */
export function pathsOf(set: FieldSet, prefix = ''): readonly string[] {
  const parts = Object.keys(set)
    .filter((element) => element !== self)
    .map((element) => ({ path: prefix + showElement(parseElement(element)), node: set[element]! }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const members = parts.filter(({ node }) => isMember(node)).map(({ path }) => path);
  const inner = parts
    .filter(({ node }) => !isLeaf(node))
    .flatMap(({ path, node }) => pathsOf(node, path));
  return [...members, ...inner];
}
