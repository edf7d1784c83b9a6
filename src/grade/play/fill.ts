import type { Subject } from '../subject.ts';

/** The value with the names of what the client reads in place of `$resource`, `$kind` and so on, also in keys. */
export function fill(value: unknown, subject: Subject): unknown {
  if (typeof value === 'string') return fillText(value, subject);
  if (Array.isArray(value)) return value.map((each) => fill(each, subject));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fillText(name, subject), fill(each, subject)]),
  );
}

function fillText(text: string, subject: Subject): string {
  return text.replace(/\$(resource|kind|apiVersion|namespace|made)\b/g, (_, name: string) =>
    String(subject[name as keyof Subject]),
  );
}
