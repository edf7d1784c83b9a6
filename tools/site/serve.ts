/** The static site, served as a host of projects does: under a path, and files only. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

/** What `npm run build:site` makes. */
export const siteFolder = resolve('dist/site');

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
};

export interface ServedSite {
  readonly url: string;
  close(): void;
}

export async function serveSite(): Promise<ServedSite> {
  if (!existsSync(siteFolder))
    throw new Error(`${siteFolder} is missing: run "npm run build:site" first`);
  const server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?');
    const file = fileAt(path.replace(/^\/some\/path\//, ''));
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', types[file.split('.').at(-1)!] ?? 'text/plain');
    response.end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/path/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function fileAt(path: string): string | undefined {
  const file = join(
    siteFolder,
    decodeURIComponent(path),
    path === '' || path.endsWith('/') ? 'index.html' : '',
  );
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}
