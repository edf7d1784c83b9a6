/** The words and the grammar of expressions, which the languages of rules and of scenarios share. */
export { parse, type BinarySign, type Expected, type Language } from './parser.ts';
export { tokensOf, type Lexicon, type Token } from './tokens.ts';
