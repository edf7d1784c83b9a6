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
  /** What was known is too old to continue from, or to be asked for. */
  #isExpired = false;
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
    if (this.#bug === 'poll') return this.#poll(synced);
    if (this.#bug === 'poll-beside') void this.#poll(() => undefined);
    for (;;) {
      try {
        await this.#list();
        synced();
        while (await this.#watch()) {
          if (this.#bug === 'relist-on-drop') break;
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
    if (bug === 'give-up') return new Promise(() => setInterval(() => undefined, 60_000));
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
    // Any state will do, unless the one that was known is too old.
    let version = this.#isExpired || bug === 'unbounded-list' ? '' : '0';
    if (bug === 'relist-at-old-version') version = this.#version ?? '';
    const found = new Map();
    let next = '';
    let answer;
    do {
      const query = new URLSearchParams();
      if (version !== '') query.set('resourceVersion', version);
      if (bug !== 'unbounded-list') query.set('limit', String(page));
      if (next !== '') query.set('continue', next);
      answer = await this.#page(query);
      for (const object of answer.items) found.set(keyOf(object), object);
      next = answer.metadata.continue ?? '';
      // A continuation names the version by itself.
      version = '';
    } while (next !== '' && bug !== 'first-page-only');
    for (const key of this.#objects.keys()) if (!found.has(key)) this.#set(key, undefined);
    for (const [key, object] of found) this.#set(key, object);
    this.#isExpired = false;
    this.#version = answer.metadata.resourceVersion;
    this.#listedVersion = this.#version;
  }

  async #page(query) {
    const bug = this.#bug;
    try {
      return await call('GET', `${this.#path}?${query}`);
    } catch (error) {
      if (error.code === 410 && query.has('continue') && bug !== 'continue-forever') {
        // The list is begun again, at the present version.
        this.#isExpired = true;
      }
      if (error.code === 410 && bug === 'continue-forever') {
        await sleep(200);
        return this.#page(query);
      }
      if (error.code === 504 && bug !== 'relist-at-old-version') this.#isExpired = true;
      throw error;
    }
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
    const seconds = bug === 'no-timeout' ? undefined : 300 + Math.floor(Math.random() * 300);
    const query = new URLSearchParams({ watch: 'true' });
    let version = this.#version;
    if (bug === 'watch-from-now') version = undefined;
    if (bug === 'watch-from-any') version = '0';
    if (bug === 'resume-at-list') version = this.#listedVersion;
    if (bug === 'invent-version') version = String(Number(version) + 1);
    if (version !== undefined) query.set('resourceVersion', version);
    if (bug !== 'no-bookmarks') query.set('allowWatchBookmarks', 'true');
    if (seconds !== undefined) query.set('timeoutSeconds', String(seconds));
    const response = await send('GET', `${this.#path}?${query}`, { timeoutMs: 30_000 });
    if (response.statusCode !== 200) {
      const error = errorOf(response, await textOf(response));
      if (error.code === 410 && bug !== 'ignore-410') this.#isExpired = true;
      if (error.code === 410 && bug === 'ignore-410') {
        await sleep(300);
        return true;
      }
      throw error;
    }
    const began = Date.now();
    const deadline = setTimeout(() => response.destroy(), ((seconds ?? 3600) + 10) * 1000);
    let events = 0;
    try {
      for await (const event of eventsOf(response, bug)) {
        events += 1;
        if (event.type === 'ERROR' && (await this.#refused(event.object))) break;
        if (event.type !== 'ERROR') this.#take(event);
      }
    } finally {
      clearTimeout(deadline);
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
    if (code === 410) this.#isExpired = true;
    throw Object.assign(new Error(message), { code });
  }

  #take({ type, object }) {
    if (type === 'BOOKMARK') {
      if (this.#bug !== 'ignore-bookmarks') this.#version = object.metadata.resourceVersion;
      return;
    }
    this.#version = object.metadata.resourceVersion;
    const key = keyOf(object);
    if (this.#bug === 'crash-on-duplicate' && type === 'ADDED' && this.#objects.has(key)) {
      console.error(`${key} is there already`);
      process.exit(1);
    }
    this.#set(key, type === 'DELETED' ? undefined : object);
  }
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
      for (const line of lines) yield JSON.parse(line);
    }
  } catch (error) {
    // What broke off is resumed.
    if (error.code !== 'ECONNRESET' && error.message !== 'aborted') throw error;
  }
  if (rest !== '' && bug === 'crash-on-half') process.exit(1);
}
