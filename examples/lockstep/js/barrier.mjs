// Orrery's virtual time waits until this program has dealt with what its watch told it.

/**
 * For one resource, such as `jobs.batch` or `pods`. `began` and `ended` enclose a piece of work, from the moment it waits
 * in a queue; what is tried again begins before it ends.
 *
 * @param {(body: string) => Promise<{ watches: number }>} post sends a JSON body to `/orrery/v1/barrier`; see `postTo`
 * @param {string} resource
 */
export function barrier(post, resource) {
  let read = 0;
  let reported = 0;
  let underWay = 0;
  let isReporting = true; // until it has joined
  const send = (revision) => post(JSON.stringify({ read: { [resource]: String(revision) } }));
  const report = async () => {
    if (isReporting) return;
    isReporting = true;
    try {
      while (underWay === 0 && read > reported) {
        const seen = read;
        await send(seen);
        reported = seen;
      }
    } catch {
      setTimeout(report, 1000).unref();
    } finally {
      isReporting = false;
    }
  };
  return {
    /** Takes part from now on: before the watch begins. `watches` says how many of its watches are open. */
    async join() {
      const joined = await send(0);
      isReporting = false;
      return joined;
    },
    began: () => void underWay++,
    /** The event was read, and what it needs has begun. Deletions count. */
    read(object) {
      read = Math.max(read, Number(object.metadata.resourceVersion));
      void report();
    },
    ended() {
      underWay--;
      void report();
    },
  };
}

/** By fetch. Over HTTPS, Node has to trust the authority: NODE_EXTRA_CA_CERTS names a file. */
export function postTo({ url, token }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async (body) => {
    const answer = await fetch(`${url}/orrery/v1/barrier`, { method: 'POST', headers, body });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.message);
    return value;
  };
}
