// Virtual time waits until this program has dealt with what its watches told it: call `read` when an
// event is queued, and `dealtWith` whenever a piece of work is done.

/**
 * @param {{ url: string, token: string }} server
 * @param {string} resource `jobs.batch`, or `pods`
 */
export function barrier({ url, token }, resource) {
  let revision = 0;
  const post = (reached) =>
    fetch(`${url}/orrery/v1/barrier`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ read: { [resource]: String(reached) } }),
    }).then((answer) => answer.json());
  return {
    /** Takes part from now on; `watches` of the answer says whether the watch is open already. */
    join: () => post(0),
    /** After an event was queued, deletions too. */
    read: (object) => (revision = Math.max(revision, Number(object.metadata.resourceVersion))),
    /** When a piece of work is done. The revision is taken before the queue is looked at. */
    async dealtWith(isQueueEmpty) {
      const seen = revision;
      if (isQueueEmpty() && seen > 0) await post(seen);
    },
  };
}
