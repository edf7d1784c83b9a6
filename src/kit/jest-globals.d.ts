/** What the adapter for Jest uses of it: Jest itself is the user's. */
declare module '@jest/globals' {
  export const expect: { extend(matchers: object): void };
  export const test: {
    (name: string, body: () => Promise<void>, timeout?: number): void;
    only(name: string, body: () => Promise<void>, timeout?: number): void;
    skip(name: string, body: () => Promise<void>, timeout?: number): void;
  };
}
