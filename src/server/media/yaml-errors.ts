/** The errors of YAML that can be read all the same, as one message, and as warnings. */

const start = 'yaml: unmarshal errors:\n';
const longStart = `error converting YAML to JSON: ${start}`;

/** The message of Go's parser for errors in some lines. */
export function yamlErrors(lines: readonly string[]): string {
  return `${start}${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** The message where JSON is made of the YAML. */
export function yamlErrorsOfConversion(lines: readonly string[]): string {
  return `error converting YAML to JSON: ${yamlErrors(lines)}`;
}

/** The warnings for a complaint: errors in lines are one each. */
export function warningsFor(complaint: string): readonly string[] {
  const found = [start, longStart].find((each) => complaint.startsWith(each));
  if (found === undefined) return [complaint];
  return complaint
    .slice(found.length)
    .split('\n')
    .map((line) => line.trim());
}
