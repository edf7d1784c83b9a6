/** The report card by real processes: clients without a mistake pass, and planted mistakes fail. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gradeCase, probe, ProbeError, readLibrary } from '#grade';
import { clients } from '../../tools/grade/clients.ts';
import { root } from '../support/imports.ts';

const { cases } = readLibrary(join(root, 'cases'));
/** Other tests run at the same time. */
const patience = 3;
const { reader } = clients(root, patience);

describe('the report card', () => {
  it('lets a client without a mistake pass, and fails those with one', async () => {
    const subject = await probe(reader.stage(undefined), { patience });
    expect(subject).toMatchObject({ resource: 'configmaps', kind: 'ConfigMap', writes: [] });
    const verdictOf = async (id: string, bug?: string) => {
      const played = cases.find((each) => each.id === id)!;
      const graded = { ...reader.stage(bug), subject, expectations: { patience } };
      const { verdict, failures } = await gradeCase(played, graded);
      return `${id} ${bug ?? ''}: ${verdict} ${failures.map(({ found }) => found).join()}`;
    };
    const verdicts = await Promise.all([
      verdictOf('start/watch-from-list'),
      verdictOf('start/watch-from-list', 'watch-from-now'),
      verdictOf('resume/dropped'),
      verdictOf('resume/dropped', 'relist-on-drop'),
      verdictOf('throttled/list', 'hot-retry'),
      verdictOf('expired/event', 'exit-on-410'),
    ]);
    expect(verdicts).toEqual([
      'start/watch-from-list : pass ',
      'start/watch-from-list watch-from-now: fail 1 of 1 are not',
      'resume/dropped : pass ',
      expect.stringMatching(/^resume\/dropped relist-on-drop: fail \d of them$/),
      expect.stringMatching(/^throttled\/list hot-retry: fail 0\.\d+ s$/),
      expect.stringMatching(/^expired\/event exit-on-410: fail it ended with exit status 1/),
    ]);
  });

  it('grades by the first that is watched and of which objects can be made', async () => {
    const program = `
      import { KubeConfig, Watch } from '@kubernetes/client-node';
      const config = new KubeConfig();
      config.loadFromDefault();
      for (const path of ['apis/apiextensions.k8s.io/v1/customresourcedefinitions', 'api/v1/secrets'])
        await new Watch(config).watch('/' + path, {}, () => {}, () => {});`;
    const command = [process.execPath, '--input-type=module', '-e', program];
    const stage = { command, setup: [], nodes: 1 };
    const subject = await probe(stage, { patience });
    expect(subject).toMatchObject({
      resource: 'secrets',
      reads: ['customresourcedefinitions.apiextensions.k8s.io', 'secrets'],
    });
    const resource = 'customresourcedefinitions';
    await expect(probe(stage, { patience, resource })).rejects.toThrow(
      /give objects in --setup.*\nNo CustomResourceDefinition can be made: .* is invalid/,
    );
  });

  it('says why a client cannot be graded', async () => {
    const stage = {
      command: [process.execPath, '-e', 'console.log("hello")'],
      setup: [],
      nodes: 1,
    };
    const failed = probe(stage, { patience });
    await expect(failed).rejects.toThrow(ProbeError);
    await expect(failed).rejects.toThrow(
      /ended with exit status 0 before it listed or watched anything\nIts output ends with:\nhello/,
    );
  });
});
