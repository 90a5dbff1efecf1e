export { dueWords } from './due-words'
export { askedWords, standingWords } from './repeat-words'
export { NextDue } from './NextDue'
export { UnreadSchedules } from './UnreadSchedules'
