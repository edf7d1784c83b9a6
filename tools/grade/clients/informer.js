/**
 * An informer: a cache of one resource, filled by list and watch. Each bug is a mistake that clients make; without one it
 * makes none of them.
 */
import { Backoff, call, errorOf, send, sleep, textOf } from './api.js';

/** How many objects a page of a list has. */
const page = 500;

export class Informer {
  #path;
  #bug;
  #changed;
  #objects = new Map();
  /** Newest version that was received; undefined before the first list. */
  #version;
  #listedVersion;
  /** Of the latest bookmark. */
  #bookmarked;
  /** What was known is too old to continue from, or to be asked for. */
  #isExpired = false;
  #hasWatched = false;
  /** When the newest object was created. */
  #newestMs = 0;
  #backoff = new Backoff();

  /**
   * @param path `/api/v1/namespaces/default/configmaps`
   * @param bug the mistake that it makes
   * @param changed called with each object that has changed, and what it was before
   */
  constructor(path, bug, changed = () => undefined) {
    this.#path = path;
    this.#bug = bug;
    this.#changed = changed;
  }

  get objects() {
    return [...this.#objects.values()];
  }

  get(key) {
    return this.#objects.get(key);
  }

  /** Resolves once it has listed; keeps watching. */
  start() {
    return new Promise((resolve) => void this.#run(resolve));
  }

  async #run(synced) {
    const bug = this.#bug;
    // What is asked for now and then keeps the process alive, where nothing else does.
    setInterval(() => undefined, 60_000);
    if (this.#bug === 'poll') return this.#poll(synced);
    if (this.#bug === 'poll-beside') void this.#poll(() => undefined);
    for (;;) {
      try {
        await this.#list();
        synced();
        if (bug === 'never-watch' || (bug === 'empty-is-end' && this.#objects.size === 0)) return;
        if (bug === 'two-watches') void this.#watch().catch(() => undefined);
        while (await this.#watch()) {
          if (bug === 'end-with-watch') return;
          if (bug === 'relist-on-drop') break;
        }
      } catch (error) {
        await this.#failed(error);
      }
    }
  }

  async #failed(error) {
    const bug = this.#bug;
    if (bug === 'exit-on-error') throw error;
    if (bug === 'exit-on-refused' && error.code === 'ECONNREFUSED') throw error;
    if (bug === 'exit-on-401' && error.code === 401) throw error;
    if (bug === 'exit-on-410' && error.code === 410) throw error;
    if (bug === 'give-up') return new Promise(() => undefined);
    if (bug === 'constant-backoff') return sleep(1000);
    if (bug === 'no-backoff-on-410' && error.code === 410) return;
    if (bug === 'hot-retry') return sleep(5);
    if (bug === 'ignore-retry-after') return this.#backoff.wait();
    return this.#backoff.wait(error);
  }

  async #poll(synced) {
    for (;;) {
      await this.#list().catch(() => undefined);
      synced();
      await sleep(300);
    }
  }

  async #list() {
    const bug = this.#bug;
    if (bug === 'list-twice') await call('GET', this.#path);
    // Any state will do that is not older than the one that is known; where that is too old for the server, the newest.
    let version = this.#isExpired || bug === 'unbounded-list' ? '' : (this.#version ?? '0');
    if (bug === 'relist-at-old-version') version = this.#version ?? '0';
    const found = new Map();
    let next = '';
    let answer;
    do {
      const query = new URLSearchParams();
      if (version !== '') query.set('resourceVersion', version);
      const limit = bug === 'tiny-pages' ? 10 : page;
      // At a version that is named, pages would be of exactly that version.
      const isPaged = version === '' || version === '0';
      if (bug !== 'unbounded-list' && isPaged) query.set('limit', String(limit));
      if (next !== '') query.set('continue', next);
      answer = await this.#page(query);
      for (const object of answer.items) {
        await this.#misread(object);
        if (bug === 'give-up-on-unknown' && object.orreryFuture !== undefined) {
          await new Promise(() => undefined);
        }
        found.set(keyOf(object), object);
      }
      next = answer.metadata.continue ?? '';
      // A continuation names the version by itself.
      version = '';
    } while (next !== '' && bug !== 'first-page-only');
    for (const key of this.#objects.keys()) if (!found.has(key)) this.#set(key, undefined);
    for (const [key, object] of found) this.#set(key, object);
    this.#isExpired = false;
    if (bug === 'old-watch-after-relist' && this.#version !== undefined) return;
    this.#version = answer.metadata.resourceVersion;
    this.#listedVersion = this.#version;
  }

  async #page(query) {
    const bug = this.#bug;
    try {
      return await call('GET', `${this.#path}?${query}`, this.#patience);
    } catch (error) {
      const isStubborn = bug === 'relist-at-old-version';
      if (error.code === 410 && !isStubborn) this.#isExpired = true;
      if (error.code === 410 && query.has('continue') && bug === 'continue-forever') {
        await sleep(200);
        return this.#page(query);
      }
      const isTooLarge = error.code === 504 && query.has('resourceVersion');
      if (isTooLarge && bug !== 'relist-too-large') this.#isExpired = true;
      if (bug === 'half-list' && error.code === 'ECONNRESET') {
        return { items: [], metadata: { resourceVersion: '1' } };
      }
      throw error;
    }
  }

  get #patience() {
    return this.#bug === 'impatient' ? { timeoutMs: 1000, wholeMs: 1000 } : {};
  }

  #set(key, object) {
    const before = this.#objects.get(key);
    if (object === undefined) this.#objects.delete(key);
    else this.#objects.set(key, object);
    if (before?.metadata.resourceVersion !== object?.metadata.resourceVersion) {
      this.#changed(object, before);
    }
  }

  /** One watch; resolves with whether another one may follow from where it is. */
  async #watch() {
    const bug = this.#bug;
    const longest = bug === 'long-timeout' ? 86_400 : 300 + Math.floor(Math.random() * 300);
    const seconds = bug === 'no-timeout' ? undefined : longest;
    const query = new URLSearchParams({ watch: 'true' });
    let version = this.#version;
    if (bug === 'watch-from-now') version = undefined;
    if (bug === 'watch-from-any') version = '0';
    if (bug === 'resume-at-list') version = this.#listedVersion;
    if (bug === 'invent-version') version = String(Number(version) + 1);
    if (version !== undefined) query.set('resourceVersion', version);
    const isBare = bug === 'bare-resume' && this.#hasWatched;
    const isUnmarked = bug === 'initial-events-unmarked';
    if (isUnmarked) {
      query.set('sendInitialEvents', 'true');
      query.set('resourceVersionMatch', 'NotOlderThan');
    }
    if (bug !== 'no-bookmarks' && !isBare && !isUnmarked) query.set('allowWatchBookmarks', 'true');
    if (seconds !== undefined && !isBare) query.set('timeoutSeconds', String(seconds));
    const patience = { timeoutMs: 30_000, ...this.#patience };
    const response = await send('GET', `${this.#path}?${query}`, patience);
    this.#hasWatched = true;
    if (response.statusCode !== 200) {
      const error = errorOf(response, await textOf(response));
      if (error.code === 410 && bug === 'ignore-410') {
        await sleep(300);
        return true;
      }
      throw error;
    }
    const began = Date.now();
    const isRestless = bug === 'relist-when-quiet' || bug === 'wants-bookmarks';
    const quiet = isRestless ? setInterval(() => void call('GET', this.#path), 2000) : undefined;
    const deadline = setTimeout(() => response.destroy(), ((seconds ?? 3600) + 10) * 1000);
    let events = 0;
    try {
      for await (const event of eventsOf(response, bug)) {
        events += 1;
        quiet?.refresh();
        if (event.type === 'ERROR' && (await this.#refused(event.object))) break;
        if (event.type !== 'ERROR') await this.#take(event);
      }
    } finally {
      clearTimeout(deadline);
      clearInterval(quiet);
    }
    if (events > 0 || Date.now() - began > 1000) this.#backoff.reset();
    // A watch that ends at once is a sign of trouble.
    if (bug !== 'hot-watch') await this.#backoff.wait();
    return true;
  }

  /** @throws {Error} when all has to be listed again */
  async #refused({ code, message }) {
    if (this.#bug === 'ignore-410') return true;
    if (this.#bug === 'ignore-error-events') return false;
    throw Object.assign(new Error(message), { code });
  }

  async #bookmark(object) {
    const bug = this.#bug;
    const { resourceVersion } = object.metadata;
    const crashes = {
      'crash-on-bookmark-fields': JSON.stringify(object).includes('orreryFuture'),
      'crash-on-same-bookmark': resourceVersion === this.#bookmarked,
      'crash-on-earlier-bookmark': Number(resourceVersion) < Number(this.#version),
    };
    if (crashes[bug]) process.exit(1);
    this.#bookmarked = resourceVersion;
    if (bug === 'list-on-bookmark') await call('GET', `${this.#path}?resourceVersion=0`);
    if (bug === 'get-on-bookmark') await call('GET', `${this.#path}/x`).catch(() => undefined);
    if (bug === 'bookmark-as-object') this.#changed(object, undefined);
    if (bug !== 'ignore-bookmarks') this.#version = resourceVersion;
  }

  /** What clients do that know all fields and values, and think that there are no others. */
  async #misread(object) {
    const bug = this.#bug;
    const isUnknown = JSON.stringify(object).includes('orreryFuture');
    const { phase, conditions = [] } = object.status ?? {};
    if (bug === 'crash-on-unknown' && isUnknown) process.exit(1);
    if (bug === 'crash-on-phase' && phase !== undefined) process.exit(1);
    if (bug === 'crash-on-condition' && conditions.length > 0) process.exit(1);
    const isYoung = new Date(object.metadata.creationTimestamp).getTime() > Date.now() + 60_000;
    if (bug === 'crash-on-future' && isYoung) process.exit(1);
    if (bug === 'relist-on-future' && isYoung) throw new Error('the cache must be wrong');
    const age = this.#ageOfNewest(object);
    if (bug === 'relist-on-past' && age > 60_000) throw new Error('the cache must be wrong');
    if (bug === 'relist-on-unknown' && isUnknown) throw new Error('unknown field');
  }

  /** How much older it is than the newest that was seen, ms. */
  #ageOfNewest({ metadata: { creationTimestamp } }) {
    const created = new Date(creationTimestamp).getTime();
    this.#newestMs = Math.max(this.#newestMs, created);
    return this.#newestMs - created;
  }

  #count(object, before) {
    if (touches(object) <= touches(before) + 1) return;
    console.error('a change was never seen');
    process.exit(1);
  }

  async #take({ type, object }) {
    if (type === 'BOOKMARK') return this.#bookmark(object);
    await this.#misread(object);
    const { resourceVersion, name } = object.metadata;
    const isOverlooked =
      (this.#bug === 'version-from-added' && type !== 'ADDED') ||
      (this.#bug === 'version-not-from-deleted' && type === 'DELETED');
    if (!isOverlooked) this.#version = resourceVersion;
    if (this.#bug === 'list-per-event') await call('GET', `${this.#path}?resourceVersion=0`);
    if (this.#bug === 'get-per-event' && type !== 'DELETED') {
      await call('GET', `${this.#path}/${name}`).catch(() => undefined);
    }
    const key = keyOf(object);
    const known = this.#objects.get(key)?.metadata.resourceVersion;
    if (this.#bug === 'crash-on-duplicate' && known === resourceVersion) {
      console.error(`${key} is known at that version already`);
      process.exit(1);
    }
    if (this.#bug === 'crash-on-skipped') this.#count(object, this.#objects.get(key));
    this.#set(key, type === 'DELETED' ? undefined : object);
  }
}

/** How often the object was changed, as its annotation says. */
function touches(object) {
  return Number(object?.metadata.annotations?.['orrery/touched'] ?? 0);
}

export function keyOf({ metadata: { namespace = '', name } }) {
  return `${namespace}/${name}`;
}

/** The events of a watch; ends with the stream, however that ends. */
async function* eventsOf(response, bug) {
  let rest = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      if (lines.length > 5 && bug === 'crash-on-burst') process.exit(1);
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    // What broke off is resumed.
    if (error.code !== 'ECONNRESET' && error.message !== 'aborted') throw error;
  }
  if (rest !== '' && bug === 'crash-on-half') process.exit(1);
}
