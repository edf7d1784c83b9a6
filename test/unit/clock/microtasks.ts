/** A chain of microtasks: uncounted work, as an async function does it between its holds. */
export async function chain(links: number): Promise<void> {
  for (let i = 0; i < links; i++) await Promise.resolve();
}
