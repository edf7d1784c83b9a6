/** Rules in CEL, which are loaded before the first check that needs them. */
import type * as Rules from '#cel';
import type { RuleCompiler } from '#cel';
import { hasEnabled, type Profile } from '#kinds';
import { areRulesOn } from './definition/rules.ts';

let loaded: typeof Rules | undefined;

export function cel(): typeof Rules {
  if (loaded !== undefined) return loaded;
  throw new Error('rules in CEL have not been loaded; expected loadCel to be called before');
}

export async function loadCel(): Promise<void> {
  loaded ??= await import('#cel');
}

const compilers = new WeakMap<Profile, RuleCompiler>();

/** What compiles the rules of a release. */
export function ruleCompiler(profile: Profile): RuleCompiler {
  let compiler = compilers.get(profile);
  if (compiler === undefined) {
    const { RuleCompiler, makeDialect } = cel();
    compiler = new RuleCompiler(makeDialect((name) => hasEnabled(profile, name)));
    compilers.set(profile, compiler);
  }
  return compiler;
}

/** Loads them where a server of the release has them; undefined when there is nothing to load. */
export function loadForChecks(profile: Profile): Promise<void> | undefined {
  return loaded === undefined && areRulesOn(profile) ? loadCel() : undefined;
}
