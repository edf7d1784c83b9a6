/** Text with `code`. */
export function Marked({ text }: { readonly text: string }): React.ReactNode {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
