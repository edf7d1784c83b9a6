/** What a program calls around its work queue. */
export interface Barrier {
  join(): Promise<{ watches: number }>;
  began(): void;
  read(object: object): void;
  ended(): void;
}

export type Post = (body: string) => Promise<{ watches: number }>;

export function barrier(post: Post, resource: string): Barrier;
export function postTo(server: { url: string; token: string }): Post;
