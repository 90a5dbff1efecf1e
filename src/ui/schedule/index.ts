export { dueWords } from './due-words'
export { NextDue } from './NextDue'
export { UnreadSchedules } from './UnreadSchedules'
