import type { Authenticator, ReviewContext } from '#api';
import type { Kind } from '#kinds';
import { answerObject } from '../answer/answer.ts';
import { contextOf, type Negotiated, type Server } from '../exchange/exchange.ts';
import { readObject } from '../verbs/write.ts';

/** POST of an access review: answered with the review and its status. */
export async function createReview(exchange: Negotiated, kind: Kind): Promise<void> {
  const { server, path } = exchange;
  const served = server.served.formOf(kind);
  const { object, options } = await readObject(exchange, served, 'CreateOptions');
  const context = contextOf(exchange, options);
  const answer = await server.api.review(
    context,
    kind,
    object,
    reviewContextOf(exchange),
    path.namespace,
  );
  await answerObject(exchange, served, 201, answer);
}

function reviewContextOf({ server, user }: Negotiated): ReviewContext {
  return { user, authorizer: server.api.authorizer, authenticator: authenticatorOf(server) };
}

/** Static tokens are for the API's audience, tokens of accounts for the audiences that they name. */
function authenticatorOf({ tokens, accountTokens }: Server): Authenticator {
  const { ownAudiences } = accountTokens;
  return {
    ownAudiences,
    find(token, audiences) {
      const user = tokens.find(token);
      if (user === undefined) return accountTokens.find(token, audiences);
      const shared = ownAudiences.filter((each) => audiences.includes(each));
      return shared.length === 0 ? undefined : { user, audiences: shared };
    },
  };
}
