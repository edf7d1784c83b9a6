/** Parts of the engine that few runs need, and that the page loads only for those. */
import { loadCel } from '#kinds';
import { loadPackages } from '#machine';

/** Loads what runs of these texts may need. */
export async function loadFor(text: string): Promise<void> {
  await Promise.all([loadPackages(text), /CustomResource/.test(text) && loadCel()]);
}

/** Loads all: for what is not known in advance. */
export function loadAll(): Promise<void> {
  return loadFor('cron CustomResource');
}
