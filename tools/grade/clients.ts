/** The clients that the judge is judged by, and how they are started. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Expectations, Graded } from '#grade';

export type ClientName = 'reader' | 'writer';

export interface ClientKind {
  /** @param bug the mistake that it makes; undefined: none */
  stage(bug: string | undefined): Pick<Graded, 'command' | 'setup' | 'nodes'>;
  readonly expectations: Expectations;
}

export function clients(root: string, patience: number): Readonly<Record<ClientName, ClientKind>> {
  const folder = join(root, 'tools/grade/clients');
  const commandOf = (file: string, bug: string | undefined): readonly string[] => [
    process.execPath,
    join(folder, file),
    ...(bug === undefined ? [] : [bug]),
  ];
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const pages = (text: string) => ({
    count: { kind: 'ConfigMap', that: `data.text == '${text}'` },
    is: '>= 1',
  });
  return {
    reader: {
      stage: (bug) => ({ command: commandOf('reader.js', bug), setup: [], nodes: 1 }),
      expectations: { patience },
    },
    writer: {
      stage: (bug) => ({
        command: commandOf('writer.js', bug),
        setup: [read('setup/page.yaml')],
        nodes: 1,
      }),
      expectations: {
        ready: pages('first'),
        goal: pages('second'),
        change: read('change.yaml'),
        patience,
      },
    },
  };
}
