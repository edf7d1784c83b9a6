/** Caches what is made of a value, until the value is another one. */
export function remade<K, V>(valueOf: () => K, make: (value: K) => V): () => V {
  let last: { readonly value: K; readonly result: V } | undefined;
  return () => {
    const value = valueOf();
    if (last?.value !== value) last = { value, result: make(value) };
    return last.result;
  };
}
