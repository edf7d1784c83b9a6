/** Rings around what a term is about: set by hand, as no other part of the page changes with it. */

/** Lights up things by their names, as `Pod default/web-1`, and nothing else. */
export function light(names: readonly string[]): void {
  const wanted = new Set(names);
  for (const each of document.querySelectorAll<HTMLElement>('.stage [data-name]')) {
    each.classList.toggle('hot', wanted.has(each.dataset['name']!));
  }
}
