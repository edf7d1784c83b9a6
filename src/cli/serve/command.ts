/** `orrery serve` on the command line. Its implementation is loaded when it is called. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { usualPatience } from '#lockstep';
import { allowOutsideOption } from '../allow-outside.ts';
import { releaseOption } from '../release-option.ts';
import { collect, parseMebibytes, parsePodsPerObject, parseSetting } from '../parse.ts';
import { EarlyPort } from './early-port.ts';
import type { ServeOptions } from './options.ts';
import { expectedOutside, outsideOf, type OutsideSetting } from './waiting.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Serve the API to kubectl and other clients, with a simulated cluster behind it.')
    .addOption(
      new Option('--port <number>', 'port to listen on; 0: any free one')
        .default(6443)
        .argParser(parsePort),
    )
    .option('--address <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--advertise-address <ip>',
      "address in the Service kubernetes (default: --address, or the machine's if that is a loopback one)",
    )
    .option('--http', 'plain HTTP instead of TLS; kubectl needs --http-admin then', false)
    .option(
      '--http-admin',
      "requests of programs on this machine are the administrator's without a token (with --http)",
      false,
    )
    .option(
      '--tls-dir <dir>',
      'keep authority, keys and token there, so that clients survive a restart (default: new ones)',
    )
    .option('--tls-cert-file <file>', 'a certificate of your own to show, and what follows it; PEM')
    .option('--tls-private-key-file <file>', 'the key of --tls-cert-file, PEM')
    .option(
      '--cert-dir <dir>',
      'without --tls-cert-file: apiserver.crt and apiserver.key are there, or are made',
    )
    .option(
      '--client-ca-file <file>',
      'authorities whose certificates log clients in: CN is the user, O are groups; PEM',
    )
    .option(
      '--service-account-key-file <file>',
      'a key or certificate whose tokens of accounts are accepted; may be given several times',
      collect,
      [],
    )
    .option(
      '--service-account-signing-key-file <file>',
      'the key that signs tokens of accounts, PEM: RSA or EC P-256',
    )
    .option(
      '--service-account-issuer <url>',
      'whom tokens of accounts name; several times: those of all are accepted',
      collect,
      [],
    )
    .option(
      '--data <dir>',
      'keep everything there, over restarts and kills: objects, revisions, time; with --tls-dir in it (default: nothing is kept)',
    )
    .option(
      '--force-version',
      'with --data or --etcd: continue what any release wrote, not only this one and the one before',
      false,
    )
    .addOption(
      new Option(
        '--durability <level>',
        'with --data: strict acknowledges a write when the disk has it; relaxed when the system has it, which loses the last seconds if the machine fails',
      )
        .choices(['strict', 'relaxed'])
        .default('strict'),
    )
    .option(
      '--compact-after <mebibytes>',
      'with --data: shorten the log when it is longer than this, and than the snapshot before it',
      parseMebibytes,
      64,
    )
    .addOption(
      new Option(
        '--etcd <urls>',
        'keep everything in this etcd (members with commas between), which other servers may share: of this tool, and real API servers of the same release',
      ).argParser(parseMembers),
    )
    .option(
      '--etcd-prefix <path>',
      "with --etcd: before all keys but the server's own",
      '/registry',
    )
    .option('--etcd-cafile <file>', 'with --etcd: the authority of its certificates, PEM')
    .option('--etcd-certfile <file>', 'with --etcd: a certificate to show it, PEM')
    .option('--etcd-keyfile <file>', "with --etcd: the certificate's key, PEM")
    .option('--etcd-user <name>', 'with --etcd: a user of its, with --etcd-password-file')
    .option('--etcd-password-file <file>', "with --etcd: the user's password")
    .addOption(
      new Option(
        '--etcd-compaction <duration>',
        'with --etcd: how often one of its servers compacts it; 0: none does',
      )
        .default(300_000, '5m')
        .argParser(parseSpan),
    )
    .addOption(
      new Option(
        '--event-ttl <duration>',
        'with --etcd: how long events are kept (default: 1h)',
      ).argParser(parseInterval),
    )
    .option('--token <token>', "the administrator's bearer token (default: a new secret)")
    .option('--token-auth-file <file>', 'further tokens, lines of token,user,uid,"group1,group2"')
    .option('--anonymous-auth', 'take requests without a token as made by system:anonymous', false)
    .option(
      '--authorization <mode>',
      "masters: only administrators; rbac: by roles; none: everyone (default: masters, or the scenario's)",
    )
    .addOption(
      new Option('--nodes <number>', "simulated nodes (default: 1, or the scenario's)").argParser(
        parseNodes,
      ),
    )
    .option(
      '--controllers <list>',
      'all, none, or names with commas between; -name leaves one out',
      'all',
    )
    .option(
      '--use-service-account-credentials',
      'controllers are accounts of their own in kube-system to webhooks and policies, as kubeadm and kind have it',
    )
    .option(
      '--races <list>',
      'races of a real control plane: all, or definitions, kinds, discovery, servers, informers, each with =DURATION for how far it lags at most',
    )
    .option('--no-pool', 'no simulated kubelets: nodes and pods are left alone')
    .option(
      '--kubelet-events',
      'kubelets record events of pods: Pulled, Started, BackOff, Killing, ... (several a pod)',
    )
    .addOption(
      new Option(
        '--metrics-interval <duration>',
        'measure the use of pods so often, such as 15s or 1m (default: whenever it is asked for)',
      ).argParser(parseInterval),
    )
    .option(
      '--idle-metrics',
      'running pods that nothing says the use of have 1m of CPU and 4Mi, so that kubectl top and autoscalers see them',
    )
    .addOption(
      new Option('--clock <pace>', 'realtime, manual, auto, max, or a factor such as 60x')
        .default(1, 'realtime')
        .argParser(parsePace),
    )
    .addOption(
      new Option(
        '--outside <wait>',
        'with --clock manual or auto: how long time waits for programs that watch, or off',
      )
        .default(usualPatience, 'quiet=20ms,cap=2s')
        .argParser(parseOutside),
    )
    .option(
      '--clock-start <time>',
      'virtual time at the start: RFC 3339, or now (default: now in realtime, else 2026-01-01T00:00:00Z)',
    )
    .option(
      '--service-cluster-ip-range <cidr>',
      'IPv4 addresses that Services get (default: 10.96.0.0/12)',
    )
    .option(
      '--disable-admission-plugins <list>',
      'plugins that look at no writes, such as ServiceAccount: pods without accounts and tokens',
      '',
    )
    .option(
      '--webhook-address <address>',
      'what stands for the Service of a webhook or an APIService, NAMESPACE/NAME[:PORT]=HOST:PORT; may be given several times',
      collect,
      [],
    )
    .addOption(releaseOption())
    .option('--feature-gates <gates>', 'such as CronJobTimeZone=true,HPAScaleToZero=true', '')
    .option(
      '--runtime-config <keys>',
      'what is served otherwise than by default, such as api/beta=true (GROUP/VERSION, GROUP/VERSION/RESOURCE)',
    )
    .option(
      '--seed-strict',
      "the API document's reading where v1.24 differs (docs/compatibility.md)",
      false,
    )
    .addOption(new Option('--seed <number>', 'seed of chance').default(1).argParser(parseCount))
    .option('--scenario <file>', 'scenario to play once the server runs')
    .option(
      '--set <name=value>',
      "value of a variable of the scenario's; may be given several times",
      parseSetting,
    )
    .addOption(allowOutsideOption())
    .option('--kubeconfig <file>', 'where to write the kubeconfig (default: a new private file)')
    .option(
      '--ready-file <file>',
      'a file that exists while the server is ready: address, token and authority in JSON',
    )
    .addOption(
      new Option('-o, --output <form>', 'text, or json: a line when it is ready, and one a step')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option('--compaction <cron>', 'when to forget history, by the wall clock: "*/5 * * * *"')
    .addOption(
      new Option(
        '--history <MiB>',
        'past versions kept for watches and reads of the past (default: an eighth of the heap limit)',
      ).argParser(parseMebibytes),
    )
    .addOption(
      new Option(
        '--storage-limit <MiB>',
        'objects that are stored; writes that need more are refused, as by an etcd without space (default: half of the heap limit)',
      ).argParser(parseMebibytes),
    )
    .addOption(
      new Option(
        '--pods-per-object <n>',
        'the most pods that one object gets: more would take hours and gigabytes (default: 20000)',
      ).argParser(parsePodsPerObject),
    )
    .option('--no-page', 'no page for browsers; else its address is printed')
    .addOption(
      new Option('--page-port <port>', 'port of the page, on this machine only; 0: any free one')
        .default(0)
        .argParser(parsePort),
    )
    .option('--replay <cron=file>', 'play a scenario on a cluster of its own, by the wall clock')
    .option('-v, --verbose', 'log every request', false)
    .addHelpText(
      'after',
      `
Examples:
  orrery serve
  orrery serve --nodes 100 --clock 60x
  orrery serve --controllers none --no-pool --http --http-admin --port 8080
  orrery serve --clock manual --scenario scenarios/daemonset/rolling-update.yaml
  orrery serve --port 0 --clock manual --ready-file ready.json -o json
  orrery serve --etcd http://127.0.0.1:2379 --tls-dir ./tls

Pods with restart policy Never or OnFailure end 5 s after their start, unless sim/run-seconds or a rule says otherwise.

Stop with Ctrl-C.`,
    )
    .action(async (options: ServeOptions) => {
      const port = new EarlyPort(options.address, options.port);
      const { serve } = await import('./serve.ts');
      process.exitCode = await serve(options, port);
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65_536) return port;
  throw new InvalidArgumentError('Expected a port, 0 to 65535.');
}

/** The same maximum as in a scenario. */
const mostNodes = 10_000;

function parseNodes(text: string): number {
  const count = parseCount(text);
  if (count <= mostNodes) return count;
  throw new InvalidArgumentError(`A cluster has at most ${mostNodes} nodes.`);
}

function parseCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number, such as 3.');
}

/** In ms. */
function parseInterval(text: string): number {
  const [, amount, unit = 's'] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  const seconds = Number(amount) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
  if (seconds >= 1) return seconds * 1000;
  throw new InvalidArgumentError('Expected a duration of at least a second, such as 15s or 1m.');
}

/** As {@link parseInterval}, or 0. */
function parseSpan(text: string): number {
  return text === '0' ? 0 : parseInterval(text);
}

function parseMembers(text: string): readonly string[] {
  const members = text.split(',').map((each) => each.trim());
  if (members.every((each) => /^https?:\/\/[^/\s]+\/?$/.test(each))) return members;
  throw new InvalidArgumentError(
    'Expected URLs of members with commas between, such as http://127.0.0.1:2379.',
  );
}

function parseOutside(text: string): OutsideSetting {
  const setting = outsideOf(text);
  if (setting !== undefined) return setting;
  throw new InvalidArgumentError(`${expectedOutside}.`.replace('expected', 'Expected'));
}

function parsePace(text: string): ServeOptions['clock'] {
  if (text === 'realtime') return 1;
  if (text === 'manual' || text === 'auto' || text === 'max') return text;
  const factor = Number(/^(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]);
  if (factor > 0) return factor;
  throw new InvalidArgumentError('Expected realtime, manual, auto, max, or a factor such as 60x.');
}
