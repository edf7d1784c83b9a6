/** The clients that the judge is judged by, and how they are started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Expectations, Graded } from '#grade';

export type ClientName = 'reader' | 'writer' | 'applier' | 'leader';

export interface ClientKind {
  /** @param bug the mistake that it makes; undefined: none */
  stage(bug: string | undefined): Pick<Graded, 'command' | 'setup' | 'nodes'>;
  readonly expectations: Expectations;
}

/** Roles with a mistake. */
const rights: ReadonlyMap<string, string> = new Map([
  ['wide-role', 'rights-wide.yaml'],
  ['unused-role', 'rights-unused.yaml'],
  ['narrow-role', 'rights-narrow.yaml'],
]);

export function clients(root: string, patience: number): Readonly<Record<ClientName, ClientKind>> {
  const folder = join(root, 'tools/grade/clients');
  const commandOf = (file: string, bug = '', ...more: readonly string[]): readonly string[] => [
    process.execPath,
    join(folder, file),
    ...[bug, ...more],
  ];
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const pages = (text: string) => ({
    count: { kind: 'ConfigMap', that: `data.text == '${text}'` },
    is: '>= 1',
  });
  const writing = {
    ready: pages('first'),
    goal: pages('second'),
    change: read('change.yaml'),
    patience,
  };
  const setup = [read('setup/page.yaml')];
  const rightsOf = (bug = ''): readonly string[] => [read(rights.get(bug) ?? 'rights.yaml')];
  return {
    reader: {
      stage: (bug) => ({ command: commandOf('reader.js', bug), setup: [], nodes: 1 }),
      expectations: { patience },
    },
    writer: {
      stage: (bug) => ({
        command: commandOf('writer.js', bug),
        setup: [...setup, ...rightsOf(bug)],
        nodes: 1,
      }),
      expectations: writing,
    },
    leader: {
      stage: (bug) => ({ command: commandOf('writer.js', bug, 'lead'), setup, nodes: 1 }),
      expectations: writing,
    },
    applier: {
      stage: (bug) => ({ command: commandOf('writer.js', bug, 'apply'), setup, nodes: 1 }),
      expectations: writing,
    },
  };
}
