export {
  openEventStream,
  quietMs,
  silenceMs,
  type EventStream,
  type EventStreamOptions,
  type Poke,
} from './event-stream'
export { openAblyStream, type AblyStreamOptions } from './ably-stream'
export type { AblyLine, AblyLineListener, OpenAblyLine } from './ably-line'
