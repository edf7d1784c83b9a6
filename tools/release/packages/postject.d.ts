/** What is used of postject, which comes without types. */
declare module 'postject' {
  /**
   * Puts bytes into an executable, in place.
   * @throws {Error} when the file is not an executable, or has no such fuse
   */
  export function inject(
    file: string,
    name: string,
    bytes: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
