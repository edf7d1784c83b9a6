import { tokenRequest } from '#api';
import { answerObject } from '../answer.ts';
import { contextOf, type Negotiated } from '../exchange.ts';
import { refOf } from './read.ts';
import { readObject } from './write.ts';

/** POST serviceaccounts/token: a token with which requests are made by the account. */
export async function createToken(exchange: Negotiated): Promise<void> {
  const { server } = exchange;
  const { api, accountTokens } = server;
  const served = server.served.formOf(tokenRequest);
  const { object, options } = await readObject(exchange, served, 'CreateOptions');
  const context = contextOf(exchange, options);
  const answer = await api.requestToken(context, refOf(exchange), object, accountTokens);
  await answerObject(exchange, served, 201, answer);
}
