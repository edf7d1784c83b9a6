/** The words of the autoscaler's events. */

export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export function warning(reason: string, message: string): EventWords {
  return { type: 'Warning', reason, message };
}

export function normal(reason: string, message: string): EventWords {
  return { type: 'Normal', reason, message };
}
