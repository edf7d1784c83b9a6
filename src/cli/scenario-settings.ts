/** `--set NAME=VALUE`: values for the variables of a scenario. */

/** What is wrong with a `--set`. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

/** The values by name, as text; the last one of a name counts. @throws {SettingError} */
export function parseSettings(texts: readonly string[]): Readonly<Record<string, string>> {
  const settings = texts.map((text) => {
    const at = text.indexOf('=');
    if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const;
    throw new SettingError(`--set: "${text}" is not NAME=VALUE, such as nodes=10`);
  });
  return Object.fromEntries(settings);
}
