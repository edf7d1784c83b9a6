/** The scenarios that come with Orrery; part of the site, not of a saved page. */
export interface LibraryEntry {
  /** `daemonset/rolling-update` */
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

let entries: Promise<readonly LibraryEntry[]> | undefined;

export function library(): Promise<readonly LibraryEntry[]> {
  entries ??= import('virtual:library').then((module) => module.default);
  return entries;
}
