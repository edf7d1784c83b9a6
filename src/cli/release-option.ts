/** The option that names the release of Kubernetes. */
import { Option } from 'commander';

export interface ReleaseOptions {
  /** As it was written: `1.34`. Undefined: none was asked for. */
  readonly kubernetes?: string;
}

export function releaseOption(): Option {
  return new Option(
    '--kubernetes <release>',
    'the release of Kubernetes, such as 1.34 or latest; `orrery versions` lists them (default: 1.24)',
  ).env('ORRERY_KUBERNETES');
}
