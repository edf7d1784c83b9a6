/** How jobs end, and the words of the Job controller's events and conditions. */

export interface EventWords {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** How a job ends. */
export interface Ending {
  readonly isSuccess: boolean;
  /** A condition says so before the last one does. */
  readonly isAnnounced: boolean;
  readonly reason?: string;
  readonly message?: string;
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

export const maxFailedIndexesExceeded: EventWords = {
  type: 'Warning',
  reason: 'MaxFailedIndexesExceeded',
  message: 'Job has exceeded the specified maximal number of failed indexes',
};

export const someIndexesFailed: EventWords = {
  type: 'Warning',
  reason: 'FailedIndexes',
  message: 'Job has failed indexes',
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
