/** What explains values. It is loaded with the first question: most servers are never asked. */
import { accountants } from '#accounts';
import {
  explain,
  explainNot,
  type Absence,
  type Explanation,
  type WhyNotQuestion,
  type WhyQuestion,
  type Witness,
} from '#record';

/** @throws {QuestionError} */
export function whyOf(question: WhyQuestion, witness: Omit<Witness, 'accountants'>): Explanation {
  return explain(question, { ...witness, accountants });
}

/** @throws {QuestionError} */
export function whyNotOf(question: WhyNotQuestion, witness: Omit<Witness, 'accountants'>): Absence {
  return explainNot(question, { ...witness, accountants });
}
