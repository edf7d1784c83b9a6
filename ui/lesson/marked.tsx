import { withClock } from './clock-times.ts';

/** Text with `code`, and with moments as the clock of the page shows them. */
export function Marked({ text }: { readonly text: string }): React.ReactNode {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : withClock(part)));
}
