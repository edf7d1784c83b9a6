/** `orrery assets` on the command line. */
import { Option, type Command } from 'commander';
import { collect } from '../parse.ts';
import { releaseOption } from '../release-option.ts';
import type { AssetsOptions } from './assets.ts';

export function addAssets(program: Command): void {
  const command = program
    .command('assets')
    .description(
      'Make a folder for KUBEBUILDER_ASSETS: what envtest of any language starts instead of kube-apiserver and etcd.',
    )
    .argument('[dir]', 'the folder (default: one among your caches, by release and options)')
    .option(
      '--list',
      'list the releases, and which of them have a folder among your caches',
      false,
    );
  withMaking(command)
    .addHelpText(
      'after',
      `
Examples:
  export KUBEBUILDER_ASSETS=$(orrery assets --kubernetes 1.34)
  orrery assets ./bin/k8s --kubernetes 1.34
  orrery assets --kubernetes 1.34 --controllers all --nodes 3 --clock auto
  orrery assets use 1.34.x -p path     # as setup-envtest
  orrery assets use 1.34.x --bin-dir ~/.kubeapitest     # for kube-api-test, in Java
  ORRERY_FLAGS="--controllers all --nodes 3" go test ./...

The executables take the flags of kube-apiserver and etcd, and end with the process that started them. By default there
is an API server alone, as with envtest; --controllers and --nodes, or ORRERY_FLAGS where the suite runs, add the rest.
The folder needs this installation of Orrery: run the command again after an upgrade.`,
    )
    .action(async (folder: string | undefined, options: AssetsOptions) => {
      const { assets } = await import('./assets.ts');
      process.exitCode = assets(folder, options);
    });
  withMaking(
    command
      .command('use')
      .description('Make a folder among your caches, and print about it as setup-envtest does.')
      .argument('[version]', 'such as 1.34.x, ~1.34, 1.x or latest')
      .addOption(binDirOption()),
  ).action(async (version: string | undefined, _: AssetsOptions, self: Command) => {
    const { use } = await import('./assets.ts');
    process.exitCode = use(version, self.optsWithGlobals<AssetsOptions>());
  });
  command
    .command('list')
    .description('List the releases, and which of them have a folder.')
    .addOption(binDirOption())
    .addOption(outputOption())
    .action(async (_: AssetsOptions, self: Command) => {
      const { list } = await import('./assets.ts');
      process.exitCode = list(self.optsWithGlobals<AssetsOptions>());
    });
  addStart(command);
}

/** Adds what the executables of a folder call. */
function addStart(command: Command): void {
  command
    .command('start', { hidden: true })
    .argument('<name>')
    .argument('[flags...]')
    .option('--serve <word>', '', collect, [])
    .action(async (name: string, flags: readonly string[], _: object, self: Command) => {
      if (name === 'etcd') {
        const { etcd } = await import('./etcd.ts');
        etcd(flags);
        return;
      }
      const { apiServer, flagsVariable } = await import('./api-server.ts');
      const { serve } = self.optsWithGlobals<{ readonly serve: readonly string[] }>();
      await apiServer(serve, flags, process.env[flagsVariable]);
    });
}

function withMaking(command: Command): Command {
  return command
    .addOption(releaseOption())
    .option('--controllers <list>', 'controllers that run beside it: as of serve')
    .option('--nodes <number>', 'simulated nodes, whose kubelets run pods: as of serve')
    .option('--clock <pace>', 'how time passes: as of serve')
    .option(
      '--use-service-account-credentials',
      'controllers are accounts of their own in kube-system: as of serve',
    )
    .option(
      '--serve <word>',
      'a further option of serve, or its value, as in --serve=--seed --serve=7',
      collect,
    )
    .addOption(
      new Option('-p, --print <form>', 'what to print about the folder').choices([
        ...['overview', 'path', 'env'],
      ]),
    )
    .addOption(outputOption());
}

function binDirOption(): Option {
  return new Option(
    '--bin-dir <dir>',
    'keep folders in its k8s/VERSION-OS-ARCH, as setup-envtest does, not among your caches',
  );
}

function outputOption(): Option {
  return new Option('-o, --output <form>', 'text or json')
    .choices(['text', 'json'])
    .default('text');
}
