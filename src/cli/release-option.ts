/** The option that names the release of Kubernetes. */
import { Option } from 'commander';

export interface ReleaseOptions {
  /** As it was written: `1.34`. Undefined: none was asked for. */
  readonly kubernetes?: string;
}

/** @param doc what it takes, where that is more than one release */
export function releaseOption(
  doc = 'the release of Kubernetes, such as 1.34 or latest; `orrery versions` lists them',
): Option {
  return new Option('--kubernetes <release>', `${doc} (default: 1.24)`).env('ORRERY_KUBERNETES');
}
