import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 allocate all objects among the young ones. By itself it allocates an object among the old
 * ones where those before it lived long, and when it collects garbage as traffic begins, it takes the
 * objects of requests for such: each then keeps all of its request alive until the next full
 * collection, and the server needs a third more time for every request for as long as it runs.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
