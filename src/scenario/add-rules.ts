import { configMap } from '#kinds';
import { isNotFound } from '#values';
import type { ConfigMap } from '#types';
import { BEHAVIOUR_CONFIG, withRules } from '#pool';
import type { Client } from '#runtime';
import type { RuleText } from './shape/behaviour-rule.ts';

/** Adds behaviour rules to the current ones, in the place where the pool reads them. */
export async function addRules(
  client: Client,
  rules: readonly RuleText[],
  seed: number,
): Promise<void> {
  const present = await presentConfig(client);
  const next = withRules(present, rules, String(seed));
  if (present === undefined) await client.create(configMap, next);
  else await client.update(configMap, next as ConfigMap);
}

async function presentConfig(client: Client): Promise<ConfigMap | undefined> {
  try {
    return await client.get(configMap, BEHAVIOUR_CONFIG);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
