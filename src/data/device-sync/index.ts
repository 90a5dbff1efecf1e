export { ackResults, discard, endSession, hello, outcomes, pull, push } from './device-sync.call'
