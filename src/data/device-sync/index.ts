export { ackResults, hello, outcomes, push } from './device-sync.call'
