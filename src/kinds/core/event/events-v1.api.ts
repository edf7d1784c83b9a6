/** events/v1: events in their own group. Notation: see parse.ts. */
export const eventsV1 = `
kind Event {
  action: string
  deprecatedCount: int32
  deprecatedFirstTimestamp: Time
  deprecatedLastTimestamp: Time
  deprecatedSource: EventSource
  eventTime!: MicroTime
  note: string
  reason: string
  regarding: ObjectReference
  related: *ObjectReference
  reportingController: string
  reportingInstance: string
  series: *EventSeries
  type: string
}

EventSeries { count!: int32; lastObservedTime!: MicroTime }
`;
