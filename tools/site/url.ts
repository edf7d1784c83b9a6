/** The address of a site, with a slash at its end. @throws {Error} for anything else than http or https */
export function siteUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '') {
    throw new Error(
      `--url: expected an address such as https://example.com/orrery/, found "${text}"`,
    );
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
