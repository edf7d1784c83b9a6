import { invalid, invalidObject, show, type KubeObject } from '#values';

/** The result of a patch as an object. @throws {ApiError} 422 for a list */
export function asObject(result: unknown): KubeObject {
  if (!Array.isArray(result)) return result as KubeObject;
  const why =
    "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of " +
    'type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  throw invalidObject('', '', '', [invalid('patch', show(JSON.stringify(result)), why)]);
}
