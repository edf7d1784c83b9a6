import type { ApiRequest, Written } from '#api';

/** Returns what clients get of the API's answers. */
export function answerTo({ verb }: ApiRequest, outcome: unknown): unknown {
  switch (verb) {
    case 'update':
    case 'patch':
      return (outcome as Written).object;
    case 'delete':
    case 'deletecollection':
    case 'post':
      return undefined;
    case 'get':
    case 'list':
    case 'watch':
    case 'create':
    case 'updatemany':
      return outcome;
  }
}
