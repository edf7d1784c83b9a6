/** Which tests a room's code is tried on: those of the room itself, then wider ones, then those of the built command. */

/** Paths, or how they begin. Tests of the built command are left out: they have a round of their own. */
const wider: Readonly<Record<string, readonly string[]>> = {
  controllers: ['test/vectors', 'test/flow'],
  'src/api': [
    ...['test/unit/server', 'test/unit/client', 'test/unit/kinds/recorded-checks'],
    ...['test/flow/quota', 'test/wire'],
  ],
  'src/cli': ['test/flow'],
  'src/client': ['test/wire', 'test/flow/world'],
  'src/remote': ['test/wire', 'test/flow/world'],
  'src/webhooks': ['test/wire', 'test/flow/webhooks.test.ts'],
  'src/clock': ['test/unit/runtime', 'test/unit/pool', 'test/unit/server', 'test/flow/world'],
  'src/durable': ['test/contract', 'test/flow', 'test/wire'],
  'src/etcd': ['test/contract', 'test/flow', 'test/wire'],
  'src/faults': ['test/unit/kit/fault', 'test/unit/scenario', 'test/wire/control'],
  'src/grade': ['test/unit/cli', 'test/clients/grade', 'test/clients/explore.test.ts'],
  'src/catalog': ['test/unit/api', 'test/unit/server', 'test/wire'],
  'src/cel': ['test/unit/custom', 'test/unit/kinds/recorded-checks', 'test/unit/api', 'test/wire'],
  'src/custom': ['test/unit/kinds/recorded-checks', 'test/unit/api', 'test/wire'],
  'src/kinds': [
    ...['test/vectors', 'test/unit/api', 'test/unit/controllers', 'test/unit/catalog'],
    ...['test/unit/cli/versions', 'test/unit/cli/lost-fields', 'test/wire'],
  ],
  'src/schema': ['test/unit/kinds', 'test/unit/api', 'test/unit/server', 'test/wire'],
  'src/values': ['test/vectors', 'test/unit/kinds', 'test/unit/api', 'test/wire'],
  'src/kit': ['test/unit/cli', 'test/flow/world'],
  'src/lockstep': ['test/wire/lockstep', 'test/wire/control'],
  'src/pool': ['test/flow'],
  'src/policies': [
    ...['test/unit/controllers/validatingadmissionpolicystatus', 'test/unit/kinds/later'],
    ...['test/unit/server/admission-policies', 'test/unit/api', 'test/wire'],
  ],
  'src/record': ['test/unit/cli', 'test/unit/view', 'test/flow'],
  'src/request': ['test/unit/api', 'test/unit/client', 'test/wire'],
  'src/run': ['test/unit/kit', 'test/unit/cli', 'test/flow'],
  'src/runtime': ['test/unit/controllers', 'test/unit/pool', 'test/flow'],
  'src/scenario': ['test/unit/cli', 'test/flow'],
  'src/server': ['test/wire'],
  'src/store': [
    ...['test/unit/api', 'test/unit/client', 'test/contract'],
    ...['test/wire/watch', 'test/wire/past'],
  ],
};

/** Rooms much of whose code runs only in the built command. */
const inCommand = [
  'src/cli',
  'src/durable',
  'src/grade',
  'src/lockstep',
  'src/machine',
  'src/server',
];

/** Tests that start the built command, and need no browser, no other client and no container. */
export const testsOfCommand: readonly string[] = [
  ...['author-commands', 'command', 'describe', 'guide', 'hostile-output', 'library-command']
    .concat('lint-by-api', 'past', 'upgrade-command')
    .map((name) => `test/flow/${name}.test.ts`),
  ...['as', 'as-waits', 'controllers', 'durable', 'kubelets', 'lockstep', 'plain-http', 'record']
    .concat('reset', 'serve-options')
    .map((name) => `test/clients/${name}.test.ts`),
];

/** Whether what survives in the room is tried once more in the built command. */
export function isInCommand(room: string): boolean {
  return inCommand.includes(room);
}

/** The room of a source file: `src/store`, or `controllers` for all of them. */
export function roomOf(file: string): string {
  const [top, name] = file.split('/');
  return top === 'src' ? `src/${name!}` : top!;
}

/** Whether a file of tests is in the room's folder, or is a unit test that imports one of the room's files by itself. */
export function isOwnTest(room: string, file: string, text: string): boolean {
  if (file.startsWith(ownTests(room))) return true;
  return file.startsWith('test/unit/') && new RegExp(`from '[./]+/${room}/`).test(text);
}

/** Where the tests of the room itself are. */
function ownTests(room: string): string {
  return `test/unit/${room.replace(/^src\//, '')}/`;
}

/** What else is tried on what these do not notice. */
export function widerTests(room: string): readonly string[] {
  return wider[room] ?? ['test/flow', 'test/wire'];
}
