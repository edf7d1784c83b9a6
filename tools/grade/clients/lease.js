/** A lease by which replicas of a client elect a leader. */
import { call, sleep } from './api.js';

const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const name = 'pages';
/** How long it is valid, and how long its holder relies on it, ms. */
const validMs = 3000;
const reliedMs = 2000;

export class Lease {
  #bug;
  #id = `pages-${process.pid}`;
  #renewedMs = -Infinity;
  #hasLed = false;
  /** Another's as it was seen last, and since when. */
  #seen = { text: '', sinceMs: 0 };

  constructor(bug) {
    this.#bug = bug;
    void this.#run();
  }

  get isHeld() {
    if (this.#bug === 'no-lease-check') return true;
    if (this.#bug === 'leads-forever' && this.#hasLed) return true;
    return Date.now() - this.#renewedMs < reliedMs;
  }

  async held() {
    while (!this.isHeld) await sleep(50);
  }

  async #run() {
    for (;;) {
      const began = Date.now();
      try {
        this.#renewedMs = (await this.#renew()) ? began : -Infinity;
        this.#hasLed ||= this.#renewedMs === began;
      } catch {
        // It is tried again; what is not renewed ends.
      }
      await sleep(500);
    }
  }

  /** Resolves with whether it is held. */
  async #renew() {
    const renewTime = new Date().toISOString().replace('Z', '000Z');
    const spec = {
      holderIdentity: this.#id,
      leaseDurationSeconds: validMs / 1000,
      acquireTime: renewTime,
      renewTime,
    };
    const lease = await this.#read();
    if (lease === undefined) {
      const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
      await call('POST', path, { body: { ...kind, metadata: { name }, spec } });
      return true;
    }
    if (lease.spec.holderIdentity !== this.#id && !this.#isOver(lease.spec)) return false;
    await call('PUT', `${path}/${name}`, { body: { ...lease, spec } });
    return true;
  }

  async #read() {
    try {
      return await call('GET', `${path}/${name}`);
    } catch (error) {
      if (error.code === 404) return undefined;
      throw error;
    }
  }

  /** Clocks differ: it is over when it was not renewed for as long as it lasts, by this one. */
  #isOver(spec) {
    if (this.#bug === 'never-takes-over') return false;
    const lastsMs = spec.leaseDurationSeconds * 1000;
    if (this.#bug === 'lease-by-clock') {
      return new Date(spec.renewTime).getTime() + lastsMs < Date.now();
    }
    const text = JSON.stringify(spec);
    if (text !== this.#seen.text) this.#seen = { text, sinceMs: Date.now() };
    return Date.now() - this.#seen.sinceMs > lastsMs;
  }
}
