/** The page of a running server in a real browser: it follows, and it acts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as driver, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Command, runToEnd } from './support/command.ts';
import { faultsOf, looks, lookAtViews, opened } from './support/pages.ts';
import { environment, serve, serveTimeoutMs, type Served } from './support/serve.ts';
import { chromium, isMissing } from './support/tools.ts';

const tool = chromium();
const main = 'dist/orrery.js';

describe('the page of a running server', () => {
  if (isMissing(tool)) {
    it.skip(`${tool.name} (skipped: ${tool.reason})`);
    return;
  }
  let browser: Browser;
  let server: Served;

  beforeAll(async () => {
    browser = await driver.launch({ executablePath: tool.path, args: ['--no-sandbox'] });
    server = await serve('--http', '--clock', 'manual', '--nodes', '2');
  }, serveTimeoutMs);
  afterAll(async () => {
    await browser.close();
    await server.stop();
  }, serveTimeoutMs);

  it('says what to do where nothing runs yet, and how time passes', async () => {
    const page = await opened(browser, server.page!);
    const start = page.getByRole('region', { name: 'What to do first' });
    await start.getByText(`export KUBECONFIG=${server.kubeconfig}`).waitFor();
    await start.getByText('2 nodes are up, and all controllers watch. Time: paused.').waitFor();
    await page.getByText('Live, paused').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await start.getByRole('button', { name: 'Fail a node' }).click();
    await page
      .getByRole('button', { name: /^Node node-2/ })
      .getByText('silent 0 s of 40')
      .waitFor();
    await orders(server, { recoverNode: 'node-2' });
    await start.getByRole('button', { name: 'Apply an example' }).click();
    await page.getByRole('button', { name: /^Deployment web asks for 3/ }).waitFor();
    expect(await start.count()).toBe(0);
    // Its numbers come into focus by themselves.
    await page.getByRole('button', { name: /^3\s*asked for/ }).waitFor();
    await orders(server, { delete: { kind: 'Deployment', name: 'web' } });
    await page.getByRole('button', { name: '+ 1m' }).click();
    await start.waitFor();
    await page.context().close();
  }, 60_000);

  it('follows what others do, and keeps its key out of the address', async () => {
    const page = await opened(browser, server.page!);
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByText('status Node node-2 Ready').waitFor();
    expect(page.url()).not.toContain('key');
    await orders(server, { apply: daemonSet });
    await page.getByText('create DaemonSet default/agent').waitFor();
    await page.getByRole('button', { name: '+ 1m' }).click();
    await page.getByText('numberReady 0→2').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByText('numberReady 0→2').waitFor();
    await page.context().close();
  }, 60_000);

  it('acts, and shows the command that does the same', async () => {
    const page = await opened(browser, server.page!);
    await page.getByRole('button', { name: /^Node node-1, / }).click();
    await page.getByRole('button', { name: 'All of node-1' }).click();
    await page.getByText('Act on it').click();
    await page.getByRole('button', { name: 'Cordon', exact: true }).click();
    await page.getByText('kubectl cordon node-1').waitFor();
    await page.getByText('unschedulable: true').waitFor({ state: 'attached' });
    await page.context().close();
  }, 60_000);

  it('applies, edits, lets requests fail, and copies what was done as a scenario', async () => {
    const page = await opened(browser, server.page!);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Act', exact: true }).click();
    await page.locator('.cm-editor').waitFor();
    await page.getByLabel('Manifest').fill('kind: ConfigMap');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('expected objects with apiVersion and kind').waitFor();
    await page.getByLabel('Manifest').fill(JSON.stringify(configMap));
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('kubectl apply').waitFor();
    await page.getByLabel('Answer').selectOption('503');
    await page.getByLabel('by').fill('job-controller');
    await page.getByRole('button', { name: 'Inject' }).click();
    await page.getByText('"error":503').waitFor();

    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await page.getByText('create ConfigMap default/settings').click();
    await page.getByText('Act on it').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.locator('.cm-editor').waitFor();
    const text = await page.getByLabel('Manifest').innerText();
    expect(text).not.toContain('resourceVersion');
    await page.getByLabel('Manifest').fill(text.replace('size: small', 'size: large'));
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('update ConfigMap default/settings').waitFor();

    await page.getByRole('button', { name: 'Act', exact: true }).click();
    await page.getByRole('button', { name: 'Copy as scenario' }).click();
    await page.getByText('The scenario is in the clipboard').waitFor();
    const scenario = String(await page.evaluate('navigator.clipboard.readText()'));
    const file = join(server.folder, 'copied.yaml');
    writeFileSync(file, scenario);
    const lint = await runToEnd(process.execPath, [main, 'lint', file], {
      env: environment(server.folder),
    });
    expect(lint.stdout + lint.stderr).toContain('0 errors');
    expect(scenario.match(/apply:|fault:/g)).toEqual(['apply:', 'fault:', 'apply:']);
    await page.context().close();
  }, 60_000);

  it('shows the requests of clients, which lead to their moment and object', async () => {
    const page = await opened(browser, server.page!);
    await page.getByRole('button', { name: /^Node node-2, ready/ }).waitFor();
    await page.getByRole('button', { name: 'Requests', exact: true }).click();
    const path = '/api/v1/namespaces/default/configmaps';
    const metadata = { generateName: 'asked-' };
    const made = await asks(server, 'POST', path, { ...configMap, metadata });
    await asks(server, 'GET', `${path}/nothing`);
    const row = page.getByRole('button', {
      name: /admin tester\/1.0 create ConfigMap default\/asked-/,
    });
    await row.filter({ hasText: '201 Created' }).waitFor();
    await page.getByRole('button', { name: /get ConfigMap default\/nothing 404/ }).waitFor();
    await page.getByLabel('Filter').fill('tester create');
    await page.getByText(/^1 of \d+ requests/).waitFor();
    const moment = page.getByLabel('Moment');
    const before = await moment.innerText();
    await page.getByRole('button', { name: '+ 10s' }).click();
    await expect.poll(() => moment.innerText()).not.toBe(before);
    await row.click();
    const { name, resourceVersion } = (made as Made).metadata;
    await page.getByRole('heading', { name: `ConfigMap default/${name}` }).waitFor();
    await page.getByTitle(`revision ${resourceVersion}`).waitFor();
    await page.getByLabel('Filter').fill('');
    await page.getByLabel(`only ConfigMap default/${name}`).check();
    await page.getByText(/^1 of \d+ requests/).waitFor();
    await page.getByLabel('calls inside the cluster').check();
    await page.getByText('leave no trace in it').waitFor();
    await page.context().close();
  }, 60_000);

  it('says that the record cannot be read only until it can be', async () => {
    const page = await opened(browser, 'about:blank');
    let connections = 0;
    await page.routeWebSocket('**/live', (socket) => {
      if (connections++ === 0) socket.onMessage(() => socket.send('no record'));
      else socket.connectToServer();
    });
    await page.goto(server.page!);
    await page.getByRole('alert').getByText('The record cannot be read').waitFor();
    await page.getByRole('button', { name: /^Node node-2, ready/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('gives nothing to who has another key', async () => {
    const page = await opened(browser, server.page!.replace(/key=.*/, 'key=guess'));
    await page.getByText('Open the address that the server has printed').waitFor();
    expect(await page.getByText('Node').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('is had from elsewhere by orrery open', async () => {
    const env = { ...environment(server.folder), KUBECONFIG: server.kubeconfig };
    const command = new Command(process.execPath, [main, 'open'], { env });
    try {
      const [address] = /http:\S+/.exec(await command.untilPrinted(/http:\S+/))!;
      const page = await opened(browser, address);
      await page.getByRole('button', { name: /^Node node-2, ready/ }).waitFor();
      await page.getByRole('button', { name: '+ 10s' }).click();
      await page.context().close();
    } finally {
      expect((await command.stop('SIGTERM')).code).toBe(0);
    }
  }, 60_000);

  it.each(Object.entries(looks))(
    'has no view that axe finds fault with, %s',
    async (_, look) => {
      const page: Page = await opened(browser, server.page!, look);
      await page.getByRole('button', { name: /^Node node-2, ready/ }).waitFor();
      await lookAtViews(page, look);
      await page.context().close();
    },
    120_000,
  );
});

const labels = { app: 'agent' };
const daemonSet = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'example/a:1' }] } },
  },
};

const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings' },
  data: { size: 'small' },
};

interface Made {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

/** Asks the API, as a client outside. */
async function asks(
  { url, token }: Served,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': 'tester/1.0',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Plays a step, as another client of the server. */
async function orders({ page }: Served, step: object): Promise<void> {
  const [, origin, key] = /^(.*)\/#key=(.*)$/.exec(page!)!;
  const response = await fetch(`${origin}/live/steps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(step),
  });
  expect(response.status).toBe(200);
}
