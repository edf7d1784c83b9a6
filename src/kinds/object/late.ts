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

/** Returns when all of these are loaded; undefined when they are. */
export function together(
  ...loads: readonly (Promise<void> | undefined)[]
): Promise<void> | undefined {
  const left = loads.filter((each) => each !== undefined);
  return left.length === 0 ? undefined : Promise.all(left).then(() => undefined);
}
