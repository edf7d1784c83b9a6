import { usePage, type Theme } from './store.ts';
import { nextTheme } from './theme.ts';

const words: Readonly<Record<Theme, string>> = {
  system: 'as the system',
  light: 'light',
  dark: 'dark',
};
/** What of the circle is filled. */
const fills: Readonly<Record<Theme, string>> = {
  system: 'M8 2a6 6 0 0 1 0 12z',
  light: '',
  dark: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0-12z',
};

/** Light, dark, or as the system is. */
export function ThemeButton(): React.ReactNode {
  const theme = usePage((state) => state.theme);
  return (
    <button
      type="button"
      className="help"
      aria-label={`Colours: ${words[theme]}`}
      aria-keyshortcuts="t"
      title={`Colours: ${words[theme]} (t)`}
      onClick={nextTheme}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d={fills[theme]} fill="currentColor" />
      </svg>
    </button>
  );
}
