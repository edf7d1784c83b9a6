/**
 * A writer: an operator that keeps a ConfigMap for each Page, with its text, and counts in the Page's status what it has
 * seen. `node writer.js [BUG]`
 */
import { Backoff, call } from './api.js';
import { Informer, keyOf } from './informer.js';

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});

const [, , bug] = process.argv;
const maps = '/api/v1/namespaces/default/configmaps';
const pages = '/apis/example.com/v1/namespaces/default/pages';

/** Keys that wait, each once. */
const waiting = new Set();
let wake = () => undefined;
function enqueue(key) {
  waiting.add(key);
  wake();
}

const owner = ({ metadata }) => metadata.ownerReferences?.find(({ kind }) => kind === 'Page');
const pageCache = new Informer(pages, bug, (object, before) => {
  // Who acts on changes only does not see those that were made before it started.
  const isNew = before === undefined && object?.status === undefined;
  const isChanged = before !== undefined && before.spec.text !== object?.spec.text;
  if (bug !== 'edge-driven' || isNew || isChanged) enqueue(keyOf(object ?? before));
});
const mapCache = new Informer(maps, bug, (object, before) => {
  const named = owner(object ?? before);
  if (named !== undefined && bug !== 'blind-to-children' && bug !== 'edge-driven')
    enqueue(`default/${named.name}`);
});
await pageCache.start();
await mapCache.start();
await work();

async function work() {
  const backoff = new Map();
  for (;;) {
    const [key] = waiting;
    if (key === undefined) {
      await new Promise((resolve) => (wake = resolve));
      continue;
    }
    waiting.delete(key);
    try {
      await reconcile(key);
      backoff.delete(key);
    } catch (error) {
      if (bug === 'no-retry') continue;
      if (bug === 'exit-on-write-error') throw error;
      if (bug === 'exit-on-exists' && error.code === 409) throw error;
      if (bug === 'hot-write-retry') {
        setTimeout(() => enqueue(key), 2);
        continue;
      }
      if (!backoff.has(key)) backoff.set(key, new Backoff());
      const own = backoff.get(key);
      void own
        .wait(bug === 'ignore-write-retry-after' ? undefined : error)
        .then(() => enqueue(key));
    }
  }
}

async function reconcile(key) {
  const page = pageCache.get(key);
  if (page === undefined || page.metadata.deletionTimestamp !== undefined) return;
  const { name, uid } = page.metadata;
  const { text } = page.spec;
  const map = mapCache.get(key);
  if (map === undefined) await create(page, name, uid, text);
  else if (map.data?.text !== text || bug === 'write-without-need') await update(map, text);
  await report(page, text);
}

async function create(page, name, uid, text) {
  const { apiVersion, kind } = page;
  const metadata = {
    ...(bug === 'generated-names' ? { generateName: `${name}-` } : { name }),
    ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
  };
  try {
    await call('POST', maps, {
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } },
    });
  } catch (error) {
    // It is there, and the cache will show it.
    if (error.code !== 409 || bug === 'exit-on-exists') throw error;
  }
}

async function update({ metadata, data, ...map }, text) {
  const { resourceVersion, ...unlocked } = metadata;
  const bare = { ...unlocked, annotations: undefined };
  const mine = bug === 'drop-fields' ? bare : unlocked;
  const own = bug === 'no-version' ? mine : { ...mine, resourceVersion };
  const kept = { ...data, text };
  await call('PUT', `${maps}/${metadata.name}`, { body: { ...map, metadata: own, data: kept } });
}

async function report(page, text) {
  const { generation, name } = page.metadata;
  const seen = page.status ?? {};
  if (bug === 'status-loop') {
    const status = { text: `${text} at ${Date.now()}`, observedGeneration: generation };
    await patchStatus(name, status);
    return;
  }
  if (seen.text === text && seen.observedGeneration === generation) return;
  await patchStatus(name, { text, observedGeneration: generation });
}

function patchStatus(name, status) {
  const type = 'application/merge-patch+json';
  return call('PATCH', `${pages}/${name}/status`, { body: { status }, type });
}
