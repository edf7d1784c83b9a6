/** Writes the objects of scenarios to a control plane without machines, to hear what the API says about them. */
import { controllers } from '#controllers';
import { rehearse, type Problem, type Scenario } from '#scenario';
import { Simulator } from '#simulator';

/** Of a matrix, more combinations take long and say little that is new. */
const MOST_COMBINATIONS = 20;

/** They decide what admission accepts: quotas are charged, namespaces end. */
const NEEDED = ['resourcequota', 'namespace'];

/** Returns the problems that the API has with them, each once. */
export async function rehearsed(scenarios: readonly Scenario[]): Promise<readonly Problem[]> {
  const problems = new Map<string, Problem>();
  for (const scenario of scenarios.slice(0, MOST_COMBINATIONS)) {
    for (const problem of await rehearsedOne(scenario)) {
      problems.set(JSON.stringify(problem), problem);
    }
  }
  return [...problems.values()];
}

async function rehearsedOne(scenario: Scenario): Promise<readonly Problem[]> {
  const { startMs, profile, featureGates: features, objects, file } = scenario;
  const simulator = new Simulator({
    ...{ startMs, profile, features, objects },
    controllers: controllers.filter(({ name }) => NEEDED.includes(name)),
    pool: false,
  });
  const { clock } = simulator;
  try {
    await simulator.start();
    await clock.settled();
    const client = simulator.clients.as({ actor: 'scenario', note: 'lint' });
    const { kinds } = simulator;
    const stage = { client, clock, kinds, machinery: simulator, settled: () => clock.settled() };
    return await rehearse(scenario, stage);
  } catch (error) {
    const message = `its objects cannot be written: ${(error as Error).message}`;
    return [{ file, line: 0, column: 0, message }];
  } finally {
    simulator.stop();
  }
}
