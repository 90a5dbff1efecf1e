export { CurrentScore } from './CurrentScore'
export { PatientScore, useShownScore } from './PatientScore'
export { measuredWords, reasonBeside, reasonWords } from './reason-words'
export {
  beforeNote,
  lackWords,
  checkupNotes,
  outsideWindow,
  rescoredWords,
  riskWords,
  scoreNotes,
  type NotedRow,
} from './risk-words'
