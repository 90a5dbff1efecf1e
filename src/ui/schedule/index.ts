export { allDueWords, dueWords } from './due-words'
export { askedWords, repeatSentences, standingWords } from './repeat-words'
export { NextDue } from './NextDue'
export { UnreadSchedules } from './UnreadSchedules'
