/** `/statusz` and `/flagz`: what people and programs that look after a server read of it. */
import type { Express, Request, Response } from 'express';
import type { Profile } from '#kinds';
import { formatTime } from '#values';
import { isPretty } from '../answer/answer.ts';
import { send, sendText } from '../answer/respond.ts';
import type { ExchangeOf } from '../exchange/exchange.ts';
import { parseQuery } from '../request/query.ts';
import { formOf, type ZForm } from './zpage-form.ts';

/** What servers say they are. */
const component = 'apiserver';
const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
const paths = ['/flagz', '/healthz', '/livez', '/metrics', '/readyz', '/statusz', '/version'];

/** One of the pages. */
interface Page {
  readonly path: string;
  /** The kind of the form for programs. */
  readonly kind: 'Statusz' | 'Flagz';
  /** What stands in that form, besides its metadata. */
  readonly fields: () => object;
  /** Lines of the text, below the warning. */
  readonly lines: () => readonly string[];
}

/** Serves the pages whose gates are on. @param now virtual time, ms */
export function mountZPages(
  app: Express,
  exchangeOf: ExchangeOf,
  profile: Profile,
  now: () => number,
): void {
  const pages: Page[] = [];
  if (profile.enabled('ComponentStatusz')) pages.push(statusPage(profile, now));
  if (profile.enabled('ComponentFlagz')) pages.push(flagPage(profile));
  for (const page of pages) {
    app
      .route(page.path)
      .all(async (req, res) => answer(page, profile, exchangeOf(req).server.serializers, req, res));
  }
}

async function answer(
  page: Page,
  profile: Profile,
  serializers: ReturnType<ExchangeOf>['server']['serializers'],
  req: Request,
  res: Response,
): Promise<void> {
  const form = formOf(req.headers.accept, page.kind, profile);
  if (form === undefined) {
    const name = `${component} ${page.kind.toLowerCase()}`;
    sendText(req, res, 200, ['', name, warning, ...page.lines(), ''].join('\n'));
    return;
  }
  if (form.isDeprecated) res.setHeader('Warning', deprecation(page.kind));
  const { mediaType } = form;
  const serializer = await serializers.find(mediaType)!;
  const question = req.url.indexOf('?');
  const query = parseQuery(question < 0 ? '' : req.url.slice(question + 1));
  const pretty = isPretty(req, query, { ...form, pretty: false });
  send(req, res, 200, typeOf(form, page.kind), await serializer.write(valueOf(page, form), pretty));
}

function deprecation(kind: string): string {
  const text = `This version of the ${kind.toLowerCase()} endpoint is deprecated. Please use a newer version.`;
  return `299 - ${JSON.stringify(text)}`;
}

function typeOf({ mediaType, version }: ZForm, kind: string): string {
  return `${mediaType};g=config.k8s.io;v=${version};as=${kind}`;
}

function valueOf({ kind, fields }: Page, { version }: ZForm): object {
  return {
    kind,
    apiVersion: `config.k8s.io/${version}`,
    metadata: { name: component },
    ...fields(),
  };
}

function statusPage({ minor, release }: Profile, now: () => number): Page {
  const started = now();
  const upSeconds = () => Math.floor((now() - started) / 1000);
  const binaryVersion = release.gitVersion.replace(/^v/, '');
  const emulationVersion = `1.${minor}`;
  const { goVersion } = release;
  return {
    path: '/statusz',
    kind: 'Statusz',
    fields: () => ({
      startTime: formatTime(started),
      uptimeSeconds: upSeconds(),
      goVersion,
      binaryVersion,
      emulationVersion,
      paths,
    }),
    lines: () => [
      '',
      `Started: ${dateOf(started)}`,
      `Up: ${durationOf(upSeconds())}`,
      `Go version: ${goVersion}`,
      `Binary version: ${binaryVersion}`,
      `Emulation version: ${emulationVersion}`,
      `Paths: ${paths.join(' ')}`,
    ],
  };
}

/** Makes the page of the flags that say something about this server. */
function flagPage({ minor }: Profile): Page {
  const flags: Readonly<Record<string, string>> = {
    'anonymous-auth': 'true',
    'emulated-version': `[1.${minor}]`,
    'enable-aggregator-routing': 'false',
    'enable-garbage-collector': 'true',
    'enable-priority-and-fairness': 'true',
    profiling: 'true',
    'storage-media-type': 'application/vnd.kubernetes.protobuf',
    'watch-cache': 'true',
  };
  return {
    path: '/flagz',
    kind: 'Flagz',
    fields: () => ({ flags }),
    lines: () => Object.entries(flags).map(([flag, value]) => `${flag}=${value}`),
  };
}

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dayMs = 86_400_000;

/** Writes a time as in `Tue Dec  1 03:02:15 UTC 2026`. */
function dateOf(time: number): string {
  const text = formatTime(time);
  const day = weekdays[Math.floor(time / dayMs) % 7]!;
  const month = months[Number(text.slice(5, 7)) - 1]!;
  const date = String(Number(text.slice(8, 10))).padStart(2);
  return `${day} ${month} ${date} ${text.slice(11, 19)} UTC ${text.slice(0, 4)}`;
}

/** Writes seconds as in `0 hr 01 min 10 sec`. */
function durationOf(seconds: number): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3600)} hr ${two(seconds / 60)} min ${two(seconds)} sec`;
}
