/** Code that is loaded when it is first needed. */

/** Code, and what loads it. */
export interface Late<T> {
  /** Loads it; undefined when that is done. */
  readonly load: () => Promise<void> | undefined;
  /** @throws Error before it is loaded */
  readonly code: T;
}

/** Returns what loads a module once. */
export function late<T>(load: () => Promise<T>): Late<T> {
  let loaded: { readonly code: T } | undefined;
  let loading: Promise<void> | undefined;
  return {
    load() {
      if (loaded !== undefined) return undefined;
      loading ??= load().then((code) => void (loaded = { code }));
      return loading;
    },
    get code() {
      if (loaded === undefined) throw new Error('this code is not loaded; call load before');
      return loaded.code;
    },
  };
}

/** Calls with the code: at once where it is loaded. */
export function withCode<T, R>(late: Late<T>, use: (code: T) => Promise<R>): Promise<R> {
  const loading = late.load();
  return loading === undefined ? use(late.code) : loading.then(() => use(late.code));
}

/**
 * Loads these one after the other, as not every loader can link two modules at a time; undefined when all are loaded.
 */
export function together(
  ...loads: readonly (() => Promise<void> | undefined)[]
): Promise<void> | undefined {
  for (const [at, load] of loads.entries()) {
    const loading = load();
    if (loading !== undefined) return loading.then(() => together(...loads.slice(at + 1)));
  }
  return undefined;
}
