import type { Paint } from '../stage/export/stage-svg.ts';

/** The colours of the page as they are now, each looked up once. */
export function paintOf(element: Element): Paint {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? style.getPropertyValue(`--${name}`).trim();
    known.set(name, found);
    return found;
  };
}
