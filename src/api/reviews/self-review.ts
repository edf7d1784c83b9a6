/** Who the client is: pure. */
import { formatTime } from '#values';
import type { authenticationV1 } from '#types';
import type { User } from '../authorization/index.ts';

type SelfSubjectReview = authenticationV1.SelfSubjectReview;

/** The client itself, as the server knows it. The answer does not repeat the question. */
export function reviewSelf(
  { apiVersion, kind }: SelfSubjectReview,
  { name, uid, groups, extra }: User,
  now: number,
): SelfSubjectReview {
  const userInfo = {
    username: name,
    ...(uid !== undefined && uid !== '' && { uid }),
    groups,
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  };
  const metadata = { creationTimestamp: formatTime(now) } as SelfSubjectReview['metadata'];
  return { apiVersion, kind, metadata, status: { userInfo } };
}
