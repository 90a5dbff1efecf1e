export { ackResults, hello, outcomes, pull, push } from './device-sync.call'
