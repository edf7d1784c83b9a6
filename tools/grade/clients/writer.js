/**
 * A writer: an operator that keeps a ConfigMap for each Page, with its text, and counts in the Page's status what it has
 * seen. `node writer.js [BUG [apply|lead]]`
 */
import { Backoff, call } from './api.js';
import { Informer, keyOf } from './informer.js';
import { Lease } from './lease.js';

process.on('unhandledRejection', (error) => {
  console.error(error);
  process.exit(1);
});

/** Told to apply, it writes by server-side apply; told to lead, only while it holds a lease. */
const [, , bug, way] = process.argv;
const applies = way === 'apply';
const lease = way === 'lead' ? new Lease(bug) : undefined;
const maps = '/api/v1/namespaces/default/configmaps';
const pages = '/apis/example.com/v1/namespaces/default/pages';

/** Keys that wait, each once. */
const waiting = new Set();
let wake = () => undefined;
function enqueue(key) {
  waiting.add(key);
  wake();
}

/** The manager of the fields that it applies. */
const manager = bug === 'manager-per-process' ? `pages-${process.pid}` : 'pages';
/** The first uid of each name. */
const owners = new Map();
/** What a client with a mistake takes for existing. */
const thought = new Set();
/** When the newest object was created that it has dealt with, ms. */
let newest = 0;
/** How long it waits for the answer to a write. */
const patience = bug === 'impatient-writes' ? { timeoutMs: 500 } : {};
const owner = ({ metadata }) => metadata.ownerReferences?.find(({ kind }) => kind === 'Page');
const pageCache = new Informer(pages, bug, (object, before) => {
  if (bug === 'bookmark-as-object' && object?.metadata.name === undefined && object) {
    void patchStatus('undefined', { text: '' }).catch(() => undefined);
    return;
  }
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
const filled = mapCache.start();
if (bug !== 'work-before-sync') await filled;
await work();

async function work() {
  const backoff = new Map();
  for (;;) {
    const [key] = waiting;
    if (key === undefined) {
      await new Promise((resolve) => (wake = resolve));
      continue;
    }
    await lease?.held();
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
  if (page === undefined) return;
  if (page.metadata.deletionTimestamp !== undefined && bug !== 'works-for-deleted') return;
  const { name, uid, creationTimestamp } = page.metadata;
  if (bug === 'finalizer-stomp') await hold(name);
  const { text } = page.spec;
  const map = mapCache.get(key);
  if (bug === 'ignores-old' && creationTimestamp < '2000') return;
  newest = Math.max(newest, new Date(creationTimestamp).getTime());
  if (bug === 'newest-by-time' && new Date(creationTimestamp).getTime() < newest - 60_000) return;
  const early = new Date(creationTimestamp).getTime() - Date.now();
  if (bug === 'waits-for-creation' && early > 5000) return void setTimeout(enqueue, early, key);
  if (applies) await applyWhereNeeded(page, map, text);
  else if (map === undefined) await create(page, name, uid, text);
  else if (map.data?.text !== text || bug === 'write-without-need') await replace(page, map, text);
  if (bug === 'recreate-deleting' && map?.metadata.deletionTimestamp !== undefined) {
    await create(page, name, uid, text);
    setTimeout(() => enqueue(key), 5);
  }
  if (bug === 'insist' && map?.metadata.labels !== undefined) {
    await update({ ...map, metadata: { ...map.metadata, labels: undefined } }, text);
    setTimeout(() => enqueue(key), 100);
  }
  await report(page, text);
}

async function applyWhereNeeded(page, map, text) {
  const {
    apiVersion,
    kind,
    metadata: { name, uid },
  } = page;
  const isOwn = map?.metadata.ownerReferences?.some((each) => each.uid === uid);
  const isLooping = bug === 'apply-in-loop' && setTimeout(enqueue, 300, `default/${name}`);
  if (map?.data?.text === text && isOwn && !isLooping) return;
  const ownerReferences = [{ apiVersion, kind, name, uid, controller: true }];
  const intent = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ownerReferences },
    data: { text },
  };
  if (bug === 'crash-on-managers' && map !== undefined) {
    const entry = map.metadata.managedFields?.find((each) => each.manager === manager);
    if (entry === undefined) process.exit(1);
  }
  if (bug === 'apply-managed-fields' && map !== undefined) {
    intent.metadata.managedFields = map.metadata.managedFields;
  }
  if (bug === 'apply-whole' && map !== undefined) {
    const rest = { ...map.metadata, managedFields: undefined, resourceVersion: undefined };
    Object.assign(intent, {
      ...map,
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { ...map.data, text },
    });
    intent.metadata = { ...rest, ownerReferences };
  }
  const parent = { apiVersion, kind, metadata: { name }, spec: { text, hint: 'seen' } };
  if (bug === 'force-on-owner') await apply(`${pages}/${name}`, parent);
  await apply(`${maps}/${name}`, intent);
}

function apply(path, body) {
  const force = bug === 'apply-unforced' ? '' : '&force=true';
  const by = bug === 'no-manager' ? '' : `&fieldManager=${manager}`;
  return call('PATCH', `${path}?x=y${by}${force}`, { body, type: 'application/apply-patch+yaml' });
}

async function create(page, name, newUid, text) {
  const { apiVersion, kind } = page;
  if (!owners.has(name)) owners.set(name, newUid);
  const uid = bug === 'remembers-owner' ? owners.get(name) : newUid;
  const metadata = {
    ...(bug === 'generated-names' ? { generateName: `${name}-` } : { name }),
    ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
  };
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } };
  if (bug === 'pile-up') return piledUp(name, body);
  if (thought.has(name)) return;
  try {
    await call('POST', maps, { body, ...patience });
  } catch (error) {
    // It is there, and the cache will show it.
    const isThere = error.reason === 'AlreadyExists' || bug === 'any-conflict-exists';
    if (error.code !== 409 || !isThere || bug === 'exit-on-exists') throw error;
    if (bug === 'any-conflict-exists') thought.add(name);
  }
}

/** Each attempt that fails leaves another one behind. */
async function piledUp(name, { metadata, ...body }) {
  const own = { ...metadata, name: undefined, generateName: `${name}-` };
  const attempt = () => call('POST', maps, { body: { ...body, metadata: own } });
  await attempt().catch(() => {
    for (const ms of [700, 800]) setTimeout(() => void piledUp(name, { metadata, ...body }), ms);
  });
}

async function replace(page, map, text) {
  const { name, uid } = page.metadata;
  if (bug === 'recreate-to-update') {
    await call('DELETE', `${maps}/${map.metadata.name}`);
    await create(page, name, uid, text);
    return;
  }
  await update(map, text);
  if (bug !== 'insist-on-update') return;
  const again = setInterval(() => {
    const isSeen = mapCache.get(keyOf(map))?.data.text === text;
    if (isSeen) clearInterval(again);
    else void update({ ...map, metadata: { ...map.metadata, resourceVersion: undefined } }, text);
  }, 300);
}

async function update({ metadata, data, ...map }, text) {
  const { resourceVersion, ...unlocked } = metadata;
  const bare = { ...unlocked, annotations: undefined };
  if (bug === 'drop-labels') unlocked.labels = undefined;
  if (bug === 'drop-finalizers') unlocked.finalizers = undefined;
  if (bug === 'drop-owners') unlocked.ownerReferences = unlocked.ownerReferences.slice(0, 1);
  const mine = bug === 'drop-fields' ? bare : unlocked;
  const own = bug === 'no-version' ? mine : { ...mine, resourceVersion };
  const kept = { ...data, text };
  if (bug === 'known-fields-only') delete map.orreryFuture;
  const body = { ...map, metadata: own, data: kept };
  await call('PUT', `${maps}/${metadata.name}`, { body, ...patience });
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

/** What others have put there is gone, and what it puts there it never removes. */
function hold(name) {
  const body = { metadata: { finalizers: ['example.com/pages'] } };
  return call('PATCH', `${pages}/${name}`, { body, type: 'application/merge-patch+json' });
}

function patchStatus(name, status) {
  const type = 'application/merge-patch+json';
  return call('PATCH', `${pages}/${name}/status`, { body: { status }, type, ...patience });
}
