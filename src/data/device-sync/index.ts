export {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync.call'
