export { CurrentScore } from './CurrentScore'
export { PatientScore, useShownScore } from './PatientScore'
export { reasonBeside, reasonWords } from './reason-words'
export { lackWords, outsideWindow, riskWords, scoreNotes } from './risk-words'
