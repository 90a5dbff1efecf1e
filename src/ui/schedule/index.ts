export { allDueWords, dueWords } from './due-words'
export { askedWords, repeatSentences, replacedWords, standingWords } from './repeat-words'
export { NextDue } from './NextDue'
export { UnreadSchedules } from './UnreadSchedules'
