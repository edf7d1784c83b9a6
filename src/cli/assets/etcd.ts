/** What `etcd` of an assets folder does: it says that it is well. The API server beside it keeps its objects itself. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { exitCodes } from '../exit-codes.ts';
import { printError } from '../output.ts';
import { endWithParent } from './parent.ts';

const usualUrl = 'http://localhost:2379';

/** Answers who waits for an etcd, until a signal comes, or the parent has ended. */
export function etcd(line: readonly string[]): void {
  endWithParent();
  for (const url of urlsOf(line)) listenAt(url);
}

function urlsOf(line: readonly string[]): readonly string[] {
  const at = line.findIndex((word) => /^--?listen-client-urls(?:=|$)/.test(word));
  if (at < 0) return [usualUrl];
  const [, ...value] = line[at]!.split('=');
  return (value.length > 0 ? value.join('=') : (line[at + 1] ?? usualUrl)).split(',');
}

function listenAt(text: string): Server {
  const url = new URL(text);
  const server = createServer((req, res) => answer(req.url ?? '/', res));
  server.on('error', (error) => {
    printError(`etcd (Orrery): ${error.message}\n`);
    process.exit(exitCodes.invalid);
  });
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return server.listen(Number(url.port || '2379'), host);
}

const version = { etcdserver: '3.6.0', etcdcluster: '3.6.0' };

function answer(path: string, res: ServerResponse): void {
  if (/^\/(health|readyz|livez)\b/.test(path)) {
    res.setHeader('Content-Type', 'application/json');
    res.end('{"health":"true","reason":""}');
  } else if (path === '/version') {
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(version));
  } else {
    res.statusCode = 404;
    res.end("Orrery's kube-apiserver keeps its objects itself; this only says that it is well.\n");
  }
}
