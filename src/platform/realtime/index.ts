export { openEventStream, silenceMs, type EventStream, type EventStreamOptions, type Poke } from './event-stream'
