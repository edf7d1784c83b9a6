/** The words of the Job controller's events and conditions. */

export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

export const backoffLimitExceeded: EventWords = {
  type: 'Warning',
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the specified backoff limit',
};

export const deadlineExceeded: EventWords = {
  type: 'Warning',
  reason: 'DeadlineExceeded',
  message: 'Job was active longer than specified deadline',
};

export const completed: EventWords = {
  type: 'Normal',
  reason: 'Completed',
  message: 'Job completed',
};

export const tooManySucceededPods: EventWords = {
  type: 'Warning',
  reason: 'TooManySucceededPods',
  message: 'Too many succeeded pods running after completion count reached',
};

export const suspended: EventWords = {
  type: 'Normal',
  reason: 'Suspended',
  message: 'Job suspended',
};

export const resumed: EventWords = {
  type: 'Normal',
  reason: 'Resumed',
  message: 'Job resumed',
};
