export { UnreadSchedules } from './UnreadSchedules'
