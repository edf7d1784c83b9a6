/** The rules of behaviour are in a ConfigMap, so that they are part of the cluster's state. */
import type { ConfigMap } from '#types';
import { readForm } from '#forms';
import type { NewObject } from '#values';
import { ruleForm, type Rule } from './rule-form.ts';
import { Rules } from './rules.ts';

export const BEHAVIOUR_CONFIG = { namespace: 'kube-system', name: 'sim-behaviour' } as const;

const DEFAULT_SEED = '1';

/** Returns the rules in a ConfigMap, and its errors in words; unreadable rules are left out. */
export function rulesIn(config: ConfigMap | undefined): {
  readonly rules: Rules;
  readonly problems: readonly string[];
} {
  if (config === undefined) return { rules: Rules.none, problems: [] };
  const { rules: text = '[]', seed = DEFAULT_SEED } = config.data ?? {};
  const problems: string[] = [];
  const rules: Rule[] = [];
  for (const [index, each] of listIn(text, problems).entries()) {
    const { value: rule, problems: found } = readForm(ruleForm, each);
    if (rule !== undefined) rules.push(rule);
    for (const { path, message } of found) {
      problems.push(`rules[${index}]${path.map((part) => `.${part}`).join('')}: ${message}`);
    }
  }
  return { rules: rules.length === 0 ? Rules.none : new Rules(rules, seed), problems };
}

/** Returns the ConfigMap with `added` after its own rules; a repeated rule appears once. */
export function withRules(
  config: ConfigMap | undefined,
  added: readonly unknown[],
  seed: string,
): NewObject<ConfigMap> {
  const rules = listIn(config?.data?.['rules'] ?? '[]', []).map((rule) => JSON.stringify(rule));
  const more = added.map((rule) => JSON.stringify(rule));
  const lines = [...rules.filter((rule) => !more.includes(rule)), ...more];
  const data = { seed, ...config?.data, rules: `[\n${lines.join(',\n')}\n]\n` };
  return config === undefined ? { metadata: BEHAVIOUR_CONFIG, data } : { ...config, data };
}

function listIn(text: string, problems: string[]): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    problems.push('rules: expected a JSON list of rules');
  } catch (error) {
    problems.push(`rules: no JSON: ${(error as Error).message}`);
  }
  return [];
}
