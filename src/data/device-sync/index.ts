export {
  ackResults,
  deliverIdle,
  discard,
  endSession,
  hello,
  older,
  outcomes,
  pull,
  push,
  tellIdle,
} from './device-sync.call'
