/** What releases print in their messages, where they differ in all of them. */
import { inJson, type ApiError } from '#values';
import type { Profile } from '../profile/profile.ts';

/** Returns an error with its message as a release prints it. */
export function worded<E>(error: E, profile: Profile): E | ApiError {
  return profile.enabled('JsonValuesInMessages') ? inJson(error) : error;
}
