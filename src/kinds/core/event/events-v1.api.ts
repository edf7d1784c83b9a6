/** events/v1: events in their own group. Notation: see src/schema/notation.ts. */
export const eventsV1 = `
kind Event {
  action: string #6
  deprecatedCount: int32 #15
  deprecatedFirstTimestamp: Time #13
  deprecatedLastTimestamp: Time #14
  deprecatedSource: EventSource #12
  eventTime!: MicroTime #2
  note: string #10
  reason: string #7
  regarding: ObjectReference #8
  related: *ObjectReference #9
  reportingController: string #4
  reportingInstance: string #5
  series: *EventSeries #3
  type: string #11
}

EventSeries { count!: int32 #1; lastObservedTime!: MicroTime #2 }
`;
