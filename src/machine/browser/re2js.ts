/** Of re2js what is used: the rest is left out of a page. */
export { RE2JS, RE2JSException } from 're2js';
