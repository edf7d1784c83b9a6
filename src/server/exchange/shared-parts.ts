/** What all requests of a server share, created from its options. */
import { machineWall, Random } from '#clock';
import type { ServerAppOptions } from '../app-options.ts';
import { AccountTokens } from '../auth/account-tokens.ts';
import type { TokenSigner } from '../auth/token-signer.ts';
import type { Server } from './exchange.ts';
import { AcceptReader } from '../media/accept.ts';
import { makeSerializers } from '../media/index.ts';
import { ServedKinds } from './served-kinds.ts';
import { Turns } from '../request/turns.ts';
import { OpenWatches } from '../watch/open-watches.ts';
import { SharedBatches } from '../watch/shared-batches.ts';
import { yamlHere } from '../yaml/yaml-thread.ts';

const streamSuffix = ';stream=watch';

export function sharedBy(options: ServerAppOptions, signer: TokenSigner): Server {
  const { api, now, tokens, timers, arrive, readLog, yaml = yamlHere } = options;
  const { profile } = api.kinds;
  const served = new ServedKinds(api.kinds);
  const serializers = makeSerializers(
    profile.schemas,
    (apiVersion, kind) => {
      const found = served.byKind(apiVersion, kind)?.kind;
      return found?.custom === undefined ? found?.schema : undefined;
    },
    yaml,
  );
  const { mediaTypes } = serializers;
  const streams = mediaTypes.filter((type) => type !== 'application/yaml');
  const prefersJson = options.prefersJson ?? false;
  const namesTypes = profile.enabled('RepresentationsInNotAcceptable');
  const available = namesTypes ? mediaTypes : undefined;
  const withStreams = available && [...available, ...streams.map((type) => type + streamSuffix)];
  const stream = { suffix: streamSuffix, prefersJson, available: withStreams };
  const single = { prefersJson, available };
  const wall = options.wall ?? machineWall;
  const userOf = (token: Parameters<typeof api.accountUser>[0]) => api.accountUser(token);
  return {
    api,
    served,
    tokens,
    accountTokens: new AccountTokens({ signer, issuers: options.issuers, userOf, now }),
    now,
    wall,
    timers,
    turns: new Turns(wall, timers),
    profile,
    serializers,
    yaml,
    accept: new AcceptReader(mediaTypes, single),
    acceptList: new AcceptReader(mediaTypes, { prefersJson, available: withStreams }),
    acceptDocument: new AcceptReader(mediaTypes, { ...single, plain: true }),
    acceptGroups: new AcceptReader(mediaTypes, { ...single, plain: true, unrouted: namesTypes }),
    acceptLog: new AcceptReader(mediaTypes, {
      ...{ tables: false, text: true, prefersJson },
      available: available && ['text/plain', ...available],
    }),
    acceptWithoutTable: new AcceptReader(mediaTypes, { ...single, tables: false }),
    acceptStream: new AcceptReader(streams, stream),
    acceptCustom: new AcceptReader(mediaTypes, { untyped: true, prefersJson }),
    acceptCustomStream: new AcceptReader(streams, { ...stream, untyped: true }),
    watches: new OpenWatches(),
    batches: new SharedBatches(timers),
    spread: new Random(0).stream('server/spread'),
    onDefect: options.onDefect ?? (() => undefined),
    lost: options.api.lost,
    arrive,
    readLog,
    faults: options.faults,
    outside: options.outside,
  };
}
