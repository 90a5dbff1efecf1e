export { CurrentScore } from './CurrentScore'
export { PatientScore, useShownScore } from './PatientScore'
export { lackWords, outsideWindow, riskWords, scoreNotes } from './risk-words'
