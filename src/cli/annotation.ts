/** Annotations, in the form that GitHub's workflows read. */

/** Where an annotation is shown. */
interface Place {
  readonly title: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Returns the line of an annotation. */
export function annotation(
  level: 'error' | 'warning' | 'notice',
  place: Place,
  message: string,
): string {
  const { file, line, title } = place;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(file === undefined || line === undefined || line === 0 ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${properties.join(',')}::${data(message)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Colons and commas end properties. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
