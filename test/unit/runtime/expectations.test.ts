import { beforeEach, describe, expect, it } from 'vitest';
import { DeletionTrackingExpectations, Expectations } from '#runtime';
import { FakeClock } from '../../support/fake-clock.ts';

const key = 'default/agent';

describe('Expectations', () => {
  let clock: FakeClock;
  let expectations: Expectations;
  beforeEach(() => {
    clock = new FakeClock();
    expectations = new Expectations(clock);
  });

  it('are met when nothing was expected', () => {
    expect(expectations.satisfied(key)).toBe(true);
    expectations.creationObserved(key);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('wait for all creations and all deletions', () => {
    expectations.expect(key, { creations: 2, deletions: 1 });
    expectations.creationObserved(key, 2);
    expect(expectations.satisfied(key)).toBe(false);
    expectations.deletionObserved(key);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('are met by more than was expected, but not by one kind for the other', () => {
    expectations.expect(key, { creations: 1, deletions: 1 });
    expectations.creationObserved(key);
    expectations.creationObserved(key);
    expect(expectations.satisfied(key)).toBe(false);
  });

  it('lapse after 5 minutes', () => {
    expectations.expect(key, { creations: 1 });
    clock.advance(300_000);
    expect(expectations.satisfied(key)).toBe(false);
    clock.advance(1);
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('are replaced by the next ones, and forgotten with the object', () => {
    expectations.expect(key, { creations: 5 });
    clock.advance(299_000);
    expectations.expect(key, { deletions: 1 });
    clock.advance(299_000);
    expect(expectations.satisfied(key)).toBe(false);
    expectations.deletionObserved(key);
    expect(expectations.satisfied(key)).toBe(true);
    expectations.expect(key, { creations: 1 });
    expectations.forget(key);
    expect(expectations.satisfied(key)).toBe(true);
  });
});

describe('DeletionTrackingExpectations', () => {
  it('count each expected deletion once', () => {
    const expectations = new DeletionTrackingExpectations(new FakeClock());
    expectations.expectDeletions(key, ['default/a', 'default/b']);
    for (const gone of ['default/a', 'default/a', 'default/other']) {
      expectations.deletionObserved(key, gone);
    }
    expect(expectations.satisfied(key)).toBe(false);
    expectations.deletionObserved(key, 'default/b');
    expect(expectations.satisfied(key)).toBe(true);
  });

  it('wait for creations, and forget', () => {
    const expectations = new DeletionTrackingExpectations(new FakeClock());
    expectations.expectCreations(key, 2);
    expectations.creationObserved(key);
    expect(expectations.satisfied(key)).toBe(false);
    expectations.forget(key);
    expect(expectations.satisfied(key)).toBe(true);
  });
});
