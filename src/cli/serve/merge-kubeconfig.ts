/** A kubeconfig within another one, as kind and kubectl merge them. */
import { isMap, isSeq, parseDocument, type Document, type YAMLSeq } from 'yaml';
import type { Config } from '#remote';

const lists = ['clusters', 'users', 'contexts'] as const;

/**
 * The text with the clusters, users and contexts of the other one in place of those of the same names, and its current
 * context. Comments stay.
 * @throws {Error} for a text of another form
 */
export function withConfig(text: string, config: Config): string {
  const document = documentIn(text);
  for (const [field, value] of [
    ['apiVersion', config.apiVersion],
    ['kind', config.kind],
  ] as const) {
    if (!document.has(field)) document.set(field, value);
  }
  for (const field of lists) {
    const list = listIn(document, field);
    for (const entry of config[field]) put(document, list, entry);
  }
  document.set('current-context', config['current-context']);
  return isJson(text)
    ? `${JSON.stringify(document.toJS(), undefined, 2)}\n`
    : document.toString({ lineWidth: 0 });
}

function documentIn(text: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`expected YAML: ${error.message.split('\n')[0]!}`);
  // Only comments.
  if (document.contents === null) document.contents = document.createNode({}) as never;
  const isConfig = isMap(document.contents) && (document.get('kind') ?? 'Config') === 'Config';
  if (!isConfig) throw new Error('expected a kubeconfig');
  return document;
}

function listIn(document: Document, field: string): YAMLSeq {
  if (document.get(field) == null) document.set(field, document.createNode([]));
  const list = document.get(field, true);
  if (!isSeq(list)) throw new Error(`expected a kubeconfig, whose ${field} are a list`);
  return list;
}

function put(document: Document, list: YAMLSeq, entry: { readonly name: string }): void {
  const node = document.createNode(entry);
  const at = list.items.findIndex((each) => isMap(each) && each.get('name') === entry.name);
  if (at < 0) list.add(node);
  else list.items[at] = node;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
