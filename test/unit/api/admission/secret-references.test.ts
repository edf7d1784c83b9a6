/** Which secrets a pod refers to. */
import { describe, expect, it } from 'vitest';
import type { Pod, ServiceAccount, Volume } from '#types';
import {
  projectsToken,
  refersToSecrets,
  unlistedSecret,
} from '../../../../src/api/admission/secret-references.ts';

const env = (name: string) => [{ name: 'V', valueFrom: { secretKeyRef: { name, key: 'k' } } }];
const podOf = (spec: object): Pod =>
  ({ spec: { containers: [{ name: 'c' }], ...spec } }) as unknown as Pod;

describe('a pod', () => {
  it.each<[spec: object, refers: boolean]>([
    [{}, false],
    [{ imagePullSecrets: [] }, false],
    [{ imagePullSecrets: [{ name: 's' }] }, true],
    [{ volumes: [{ name: 'v', emptyDir: {} }] }, false],
    [{ volumes: [{ name: 'v', secret: { secretName: 's' } }] }, true],
    [{ volumes: [{ name: 'v', azureFile: { secretName: 's' } }] }, true],
    [{ volumes: [{ name: 'v', cephfs: { secretRef: { name: 's' } } }] }, true],
    [{ volumes: [{ name: 'v', csi: { nodePublishSecretRef: { name: 's' } } }] }, true],
    [{ volumes: [{ name: 'v', csi: { driver: 'd' } }] }, false],
    [{ volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] }, true],
    [{ volumes: [{ name: 'v', projected: { sources: [{ configMap: {} }] } }] }, false],
    [{ containers: [{ name: 'c', env: env('s') }] }, true],
    [{ containers: [{ name: 'c', env: [{ name: 'V', value: 's' }] }] }, false],
    [{ containers: [{ name: 'c', envFrom: [{ secretRef: { name: 's' } }] }] }, true],
    [{ containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 's' } }] }] }, false],
    [{ initContainers: [{ name: 'c', env: env('s') }] }, true],
    [{ ephemeralContainers: [{ name: 'c', env: env('s') }] }, true],
  ])('with %j refers to secrets: %s', (spec, refers) => {
    expect(refersToSecrets(podOf(spec))).toBe(refers);
  });

  it.each<[volume: object, projects: boolean]>([
    [{ projected: { sources: [{ configMap: {} }, { serviceAccountToken: { path: 't' } }] } }, true],
    [{ projected: { sources: [{ configMap: {} }] } }, false],
    [{ projected: {} }, false],
    [{ emptyDir: {} }, false],
  ])('with %j projects a token: %s', (volume, projects) => {
    expect(projectsToken(volume as Volume)).toBe(projects);
  });

  const account = {
    metadata: { name: 'robot' },
    secrets: [{ name: 's' }],
    imagePullSecrets: [{ name: 'p' }],
  } as unknown as ServiceAccount;
  const why = 'is not allowed because service account robot does not reference that';

  it.each<[spec: object, problem: string | undefined]>([
    [{}, undefined],
    [
      {
        volumes: [{ name: 'v', secret: { secretName: 's' } }],
        initContainers: [{ name: 'i', env: env('s') }],
        containers: [{ name: 'c', env: [{ name: 'V', value: 'x' }, ...env('s')] }],
        imagePullSecrets: [{ name: 'p' }],
      },
      undefined,
    ],
    [
      { volumes: [{ name: 'v', secret: { secretName: 't' } }] },
      `volume with secret.secretName="t" ${why} secret`,
    ],
    [{ volumes: [{ name: 'v', secret: {} }] }, `volume with secret.secretName="" ${why} secret`],
    [
      {
        initContainers: [{ name: 'i', env: env('t') }],
        containers: [{ name: 'c', env: env('u') }],
      },
      `init container i with envVar V referencing secret.secretName="t" ${why} secret`,
    ],
    [
      { containers: [{ name: 'c', env: env('p') }] },
      `container c with envVar V referencing secret.secretName="p" ${why} secret`,
    ],
    [
      { imagePullSecrets: [{ name: 'p' }, { name: 's' }] },
      `imagePullSecrets[1].name="s" ${why} imagePullSecret`,
    ],
  ])('with %j may: %s', (spec, problem) => {
    expect(unlistedSecret(podOf(spec), account)).toBe(problem);
  });

  it('may refer to none where its account lists none', () => {
    const bare = { metadata: { name: 'robot' } } as ServiceAccount;
    expect(unlistedSecret(podOf({}), bare)).toBeUndefined();
    expect(unlistedSecret(podOf({ imagePullSecrets: [{ name: 'p' }] }), bare)).toContain('"p"');
  });
});
