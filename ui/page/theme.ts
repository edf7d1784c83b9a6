/** Light or dark: as the system is, or as the reader chose. */
import { store, themes, usePage, type Theme } from './store.ts';
import { useMedia } from './use-media.ts';

/** Where the choice is kept, if the browser allows that. */
const KEY = 'orrery.theme';
const DARK = '(prefers-color-scheme: dark)';

/** By the link, else as it was chosen before. */
export function startTheme(linked: Theme | undefined): void {
  setTheme(linked ?? keptTheme());
}

/** The theme after this one; a page in another one keeps no choice. */
export function nextTheme(): void {
  const { theme, isEmbedded } = store.get();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  setTheme(next);
  if (!isEmbedded) keepTheme(next);
}

/** Whether the page is dark now. */
export function useDark(): boolean {
  const isSystemDark = useMedia(DARK);
  const theme = usePage((state) => state.theme);
  return theme === 'system' ? isSystemDark : theme === 'dark';
}

/** The dark colours stand in style sheets once, for a dark system: what changes is when they hold. */
function setTheme(theme: Theme): void {
  const holds = { system: DARK, light: 'not all', dark: 'all' }[theme];
  for (const media of darkMedia()) media.mediaText = holds;
  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme;
  store.set({ theme });
}

let found: readonly MediaList[] | undefined;

/** When the dark colours hold. */
function darkMedia(): readonly MediaList[] {
  found ??= [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .map(({ media }) => media)
    .filter(({ mediaText }) => mediaText === DARK);
  return found;
}

function keptTheme(): Theme {
  try {
    return themes.find((each) => each === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    // Pages from a disk, and private windows, may keep nothing.
    return 'system';
  }
}

function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // As above.
  }
}
