/** Steps about what goes wrong between clients and the API. */
import { faultText, unknownResources, type Fault } from '#faults';
import { faultShape } from '../shape/fault.ts';
import { report } from '../shape/part-problem.ts';
import { text } from '../shape/shape.ts';
import { done, type Verb } from '../step.ts';

const ALL = 'all';

/** It is in force from now on. */
export const fault: Verb<Fault> = {
  name: 'fault',
  shape: faultShape,
  checkWorld(args, { kinds }, node, checker) {
    for (const problem of unknownResources(args, kinds)) report(problem, node, checker);
  },
  summary: (args) => `fault ${faultText(args)}`,
  run(args, { machinery }) {
    machinery.faults.inject(args);
    return Promise.resolve(done);
  },
};

/** Ends a fault by its name, or all of them. */
export const liftFault: Verb<string> = {
  name: 'liftFault',
  shape: text({ doc: 'The name of a fault, or all.' }),
  summary: (name) => `lift ${name === ALL ? 'all faults' : `fault ${name}`}`,
  run(name, { machinery }) {
    machinery.faults.lift(name === ALL ? undefined : name);
    return Promise.resolve(done);
  },
};
