export { NextDue } from './NextDue'
export { UnreadSchedules } from './UnreadSchedules'
