/// <reference types="vite/client" />
declare module 'virtual:library' {
  const entries: readonly {
    readonly name: string;
    readonly description: string;
    readonly text: string;
  }[];
  export default entries;
}

declare module 'virtual:lessons' {
  /** The texts of the lessons, by name. */
  const lessons: readonly { readonly name: string; readonly text: string }[];
  export default lessons;
}
