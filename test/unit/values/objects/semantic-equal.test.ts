import { describe, expect, it } from 'vitest';
import { conform } from '#schema';
import { schemas } from '#kinds';
import { semanticEqual } from '#values';

const podSpec = schemas.of('core/v1', 'PodSpec');
const decoded = (spec: object) => conform(podSpec, { containers: [{ name: 'c' }], ...spec });

describe('semantic equality', () => {
  it.each([
    [{ volumes: [] }, {}],
    [{ nodeSelector: {} }, {}],
    [
      { nodeSelector: null, volumes: null },
      { nodeSelector: {}, volumes: [] },
    ],
    [{ containers: [{ name: 'c', args: [] }] }, {}],
    [{ nodeSelector: { constructor: 'a' } }, { nodeSelector: { constructor: 'a' } }],
  ])('%j is as good as %j', (a, b) => {
    expect(semanticEqual(decoded(a), decoded(b))).toBe(true);
    expect(semanticEqual(decoded(b), decoded(a))).toBe(true);
  });

  it.each([
    [{ securityContext: {} }, {}],
    [{ affinity: { nodeAffinity: {} } }, { affinity: {} }],
    [{ volumes: [{ name: 'v' }] }, {}],
    [{ containers: [] }, {}],
    [{ nodeSelector: { constructor: 'a' } }, { nodeSelector: {} }],
    [{ hostname: 'a' }, { hostname: 'b' }],
    [{ containers: [{ name: 'c' }, { name: 'd' }] }, {}],
  ])('%j is something else than %j', (a, b) => {
    expect(semanticEqual(decoded(a), decoded(b))).toBe(false);
    expect(semanticEqual(decoded(b), decoded(a))).toBe(false);
  });
});
