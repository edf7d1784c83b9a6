/** Serves the OpenAPI documents. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { RemoteReply } from '#api';
import { send, sendText } from '../answer/respond.ts';
import { searchParamsOf } from '../request/target.ts';
import type { JsonSchema } from './dialect.ts';
import { hashed, type OpenApiDocuments, type Text } from './documents.ts';
import { gnosticDocument } from './gnostic.ts';
import type { RemoteOpenApi } from './remote.ts';

/** A form of a document: the media types that select it, and the Content-Type that it has. */
interface Form {
  readonly mediaType: string;
  readonly contentType: string;
  bytes(): Buffer;
  hash(): string;
}

const json = 'application/json';
const plain = 'text/plain; charset=utf-8';
/** The media type of requests for protobuf. The answer must not repeat it: Go cannot parse it. */
const gnosticTypes = (version: string): readonly string[] => [
  `application/com.github.proto-openapi.spec.${version}@v1.0+protobuf`,
  `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`,
];

export type OpenApiHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Answers everything below `/openapi`.
 * @param latest the documents of what is served then
 * @param remote what other servers add to them
 * @param yieldTurn awaited between documents, and between the parts of a long one
 */
export function openApiHandler(
  latest: () => OpenApiDocuments,
  remote: RemoteOpenApi,
  yieldTurn: () => Promise<void> | undefined,
): OpenApiHandler {
  return async (req, res) => {
    const documents = latest();
    const { url = '' } = req;
    const named = isNamed(documents);
    const path = url.split('?', 1)[0]!.replace('/openapi', '').replace(/\/$/, '');
    if (path === '/v2') {
      for (const making = documents.makingVersion2(); making.next().done !== true;) {
        await yieldTurn();
      }
      const whole = await remote.withVersion2(documents.version2());
      answer(req, res, version2(documents, whole), named ? 'Accept-Encoding, Accept' : 'Accept');
    } else if (path === '/v3') {
      const list = await index(documents, await remote.version3(), yieldTurn);
      send(req, res, 200, plain, list.bytes());
    } else if (!path.startsWith('/v3/')) {
      sendText(req, res, 404, '404 page not found\n');
    } else {
      const name = path.replace('/v3/', '');
      const text = documents.version3(name);
      if (text === undefined) await passVersion3(req, res, (...args) => remote.part(name, ...args));
      else answerVersion3(req, res, documents, { name, text });
    }
  };
}

/** Passes an answer of another server on; 404 when there is none. */
async function passVersion3(
  { url = '', headers }: IncomingMessage,
  res: ServerResponse,
  ask: (
    path: string,
    headers: Readonly<Record<string, string>>,
  ) => Promise<RemoteReply | undefined>,
): Promise<void> {
  const known = headers['if-none-match'];
  const reply = await ask(url, {
    accept: headers.accept ?? json,
    ...(known !== undefined && { 'if-none-match': known }),
  });
  for (const name of ['content-type', 'cache-control', 'etag', 'vary']) {
    const value = reply?.headers[name];
    if (typeof value === 'string') res.setHeader(name, value);
  }
  res.writeHead(reply?.status ?? 404);
  await pipeline(reply?.body ?? [], res);
}

function answerVersion3(
  req: IncomingMessage,
  res: ServerResponse,
  documents: OpenApiDocuments,
  { name, text }: { readonly name: string; readonly text: Text },
): void {
  const hash = searchParamsOf(req.url ?? '').get('hash');
  if (hash !== null && hash !== text.hash) {
    const location = urlOf(name, text);
    const isPage = !isNamed(documents);
    const type = isPage ? 'text/html; charset=utf-8' : json;
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache, private' };
    res.writeHead(301, { Location: location, ...headers });
    res.end(isPage ? `<a href="${location}">Moved Permanently</a>.\n\n` : undefined);
    return;
  }
  answer(req, res, [
    textForm(json, isNamed(documents) ? json : plain, () => text),
    ...gnosticForms(
      'v3',
      isNamed(documents),
      () => documents.gnosticVersion3(name, text),
      () => text.hash,
    ),
  ]);
}

/** Whether answers name their media types. */
function isNamed({ profile }: OpenApiDocuments): boolean {
  return profile.enabled('OpenApiMediaTypes');
}

/** Like v1.24 to v1.26, sends JSON as plain text here. */
function version2(documents: OpenApiDocuments, whole: Text): readonly Form[] {
  const isOurs = whole === documents.version2();
  return [
    textForm(json, isNamed(documents) ? json : plain, () => whole),
    ...gnosticForms(
      'v2',
      isNamed(documents),
      () => (isOurs ? documents.gnostic() : gnosticDocument(JSON.parse(whole.text) as JsonSchema)),
      () => whole.hash,
    ),
  ];
}

/** Where the documents of version 3 are, with a hash that changes when they do: that takes all of them. */
async function index(
  documents: OpenApiDocuments,
  remote: ReadonlyMap<string, string>,
  yieldTurn: () => Promise<void> | undefined,
): Promise<Form> {
  const paths: Record<string, object> = {};
  const names = new Set(documents.names());
  for (const name of [...names, ...remote.keys()].sort()) {
    const url = names.has(name) ? urlOf(name, documents.version3(name)!) : remote.get(name);
    paths[name] = { serverRelativeURL: url };
    await yieldTurn();
  }
  const text = hashed(JSON.stringify({ paths }));
  return textForm(json, json, () => text);
}

function urlOf(name: string, { hash }: Text): string {
  return `/openapi/v3/${name}?hash=${hash}`;
}

function gnosticForms(
  version: 'v2' | 'v3',
  isNamed: boolean,
  bytes: () => Buffer,
  textHash: () => string,
): readonly Form[] {
  const types = gnosticTypes(version);
  return types.map((mediaType) => ({
    mediaType,
    contentType: isNamed ? types[1]! : 'application/octet-stream',
    bytes,
    hash: () => `${textHash()}P`,
  }));
}

function textForm(mediaType: string, contentType: string, text: () => Text): Form {
  return {
    mediaType,
    contentType,
    bytes: () => Buffer.from(text().text),
    hash: () => text().hash,
  };
}

/** The first acceptable form; 406 without a body when there is none. */
function answer(
  req: IncomingMessage,
  res: ServerResponse,
  forms: readonly Form[],
  vary = 'Accept',
): void {
  const form = acceptable(req.headers.accept, forms);
  res.setHeader('Vary', vary);
  if (form === undefined) {
    res.writeHead(406).end();
    return;
  }
  const etag = `"${form.hash()}"`;
  res.setHeader('Etag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return;
  }
  send(req, res, 200, form.contentType, form.bytes());
}

function acceptable(header: string | undefined, forms: readonly Form[]): Form | undefined {
  if (header === undefined || header === '') return forms[0];
  for (const clause of header.split(',')) {
    const desired = clause.split(';')[0]!.trim();
    const form = forms.find(
      ({ mediaType }) => desired === mediaType || desired === '*/*' || desired === 'application/*',
    );
    if (form !== undefined) return form;
  }
  return undefined;
}
