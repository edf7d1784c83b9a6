import type { Negotiated } from '../exchange.ts';

/** Whose token it is. */
export function reviewToken({ server }: Negotiated, body: unknown): object {
  const review = body as { readonly spec?: { readonly token?: string } };
  const user = server.tokens.find(review.spec?.token ?? '', server.now());
  if (user === undefined) return { ...review, status: { user: {} } };
  const { name: username, uid, groups } = user;
  return {
    ...review,
    status: { authenticated: true, user: { username, ...(uid !== undefined && { uid }), groups } },
  };
}
