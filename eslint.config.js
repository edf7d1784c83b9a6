// The linter. Beside the usual strict rules it keeps every source of time and
// chance out of the code: the virtual clock is the only source of time, the
// seeded generator the only source of chance (see docs/architecture.md).
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const useClock = 'Use the virtual clock (src/clock): it is the only source of time.';
const useRandom = 'Use a seeded stream (Random in src/clock): it is the only source of chance.';

const noTimeNoChance = {
  'no-restricted-globals': [
    'error',
    { name: 'Date', message: useClock },
    { name: 'performance', message: useClock },
    { name: 'setTimeout', message: useClock },
    { name: 'setInterval', message: useClock },
    { name: 'setImmediate', message: useClock },
    { name: 'crypto', message: useRandom },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: useRandom },
    { object: 'process', property: 'hrtime', message: useClock },
    { object: 'DateTime', property: 'now', message: useClock },
    { object: 'DateTime', property: 'local', message: useClock },
    { object: 'DateTime', property: 'utc', message: useClock },
    { object: 'globalThis', property: 'Date', message: useClock },
    { object: 'globalThis', property: 'performance', message: useClock },
    { object: 'globalThis', property: 'setTimeout', message: useClock },
    { object: 'globalThis', property: 'setInterval', message: useClock },
    { object: 'globalThis', property: 'setImmediate', message: useClock },
    { object: 'globalThis', property: 'crypto', message: useRandom },
    { property: 'randomUUID', message: useRandom },
    { property: 'randomBytes', message: useRandom },
    { property: 'getRandomValues', message: useRandom },
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:perf_hooks', message: useClock },
        { name: 'perf_hooks', message: useClock },
        { name: 'node:timers', message: useClock },
        { name: 'timers', message: useClock },
        { name: 'node:timers/promises', message: useClock },
        { name: 'timers/promises', message: useClock },
        { name: 'node:crypto', message: useRandom },
        { name: 'crypto', message: useRandom },
      ],
    },
  ],
};

const useMachine = 'The engine runs in browsers too: ask #machine, or use the bytes of #values.';

/** The rooms that a page has too, where nothing of Node is: what needs it stands in src/machine. */
const engine = [
  'types,values,schema,cel,kinds,custom,catalog',
  'api,client,clock,faults,forms,lockstep,pool,record,request,run,runtime,scenario,store,view',
].map((rooms) => `src/{${rooms}}/**/*.ts`);

const noTimeNoChanceNoNode = {
  ...noTimeNoChance,
  'no-restricted-globals': [
    ...noTimeNoChance['no-restricted-globals'],
    ...['Buffer', 'process', 'require'].map((name) => ({ name, message: useMachine })),
  ],
  'no-restricted-imports': [
    'error',
    {
      ...noTimeNoChance['no-restricted-imports'][1],
      patterns: [{ group: ['node:*'], message: useMachine }],
    },
  ],
};

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'coverage/', 'reports/', 'test/conformance/', 'test/vectors/'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts', '**/*.tsx'],
    // Rules that need types are in .oxlintrc.json: a native linter checks them ten times as fast.
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: [
      'src/**/*.ts',
      'controllers/**/*.ts',
      'tools/**/*.ts',
      'test/**/*.ts',
      'ui/**/*.ts?(x)',
    ],
    rules: noTimeNoChance,
  },
  {
    files: [
      ...engine,
      'src/simulator.ts',
      'src/simulator-options.ts',
      'controllers/**/*.ts',
      'src/*/browser/**/*.ts',
    ],
    rules: noTimeNoChanceNoNode,
  },
  // Text for people goes through one door, which takes out what terminals obey.
  {
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/output.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name='write'][callee.object.object.name='process']",
          message: 'Print by src/cli/output.ts.',
        },
      ],
    },
  },
  // Test files share a worker: a hook of a file that they import would be registered for the first of them only.
  {
    files: ['test/**/*.ts'],
    ignores: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]',
          message: 'Register hooks in the test file.',
        },
      ],
    },
  },
  // Patterns that go back over what they have read take for ever on texts made for that.
  {
    files: ['src/**/*.ts', 'controllers/**/*.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  // The one room that may look at the machine's clock, and the benchmarks, whose subject it is.
  {
    files: ['src/clock/live.ts', 'src/clock/settle.ts', 'src/machine/node/turn.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  { files: ['bench/**/*.ts', 'tools/**/*.ts'], rules: { 'no-console': 'off' } },
  // The page's own clock moves only what is drawn.
  {
    files: ['ui/page/**', 'ui/stage/**', 'ui/lesson/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
);
