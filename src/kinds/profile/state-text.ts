/** How a release has a gate or a behaviour, in words that follow `Because` and its name. */
import { behaviours, type Behaviour } from './behaviours.ts';
import { onSince } from './gates.ts';
import type { Profile } from './profile.ts';

/** Returns `is on in 1.31 (by default since 1.29)`, `is so since 1.31`, `is so only since 1.31` */
export function stateText(name: string, profile: Profile): string {
  const { minor, gates, set } = profile;
  const isOn = profile.enabled(name);
  const behaviour = behaviourOf(name);
  if (behaviour !== undefined) {
    const { since, until } = behaviour;
    if (isOn) return `is so since 1.${since}`;
    return minor < since ? `is so only since 1.${since}` : `was so until 1.${until}`;
  }
  const state = gates.get(name)!;
  const is = `is ${isOn ? 'on' : 'off'} in 1.${minor}`;
  if (state.default !== isOn) {
    return `${is} (${Object.hasOwn(set, name) ? 'as it was set' : `as all ${state.stage} gates`})`;
  }
  const since = onSince(name, minor);
  if (isOn) return since === undefined ? is : `${is} (by default since 1.${since})`;
  if (state.stage === undefined && since !== undefined) return `is on only since 1.${since}`;
  const later = since === undefined ? 'by default' : `on by default since 1.${since}`;
  return `${is} (${state.stage === undefined ? later : `${state.stage}, ${later}`})`;
}

function behaviourOf(name: string): Behaviour | undefined {
  const known: Readonly<Record<string, Behaviour>> = behaviours;
  return Object.hasOwn(known, name) ? known[name] : undefined;
}
