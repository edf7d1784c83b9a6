/** Ending with the process that has started this one, as nothing else ends it when that is killed. */
import { machineTimers } from '#clock';

/** How often it is looked whether the parent is still there, ms. */
const interval = 500;

/** Has this process get SIGTERM when its parent has ended. Keeps no process alive. */
export function endWithParent(): void {
  const parent = process.ppid;
  const timers = machineTimers();
  const look = (): void => {
    if (process.ppid === parent) timers.after(interval, look);
    else process.kill(process.pid, 'SIGTERM');
  };
  timers.after(interval, look);
}
