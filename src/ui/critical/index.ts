export { CriticalLine, UnsentCritical } from './CriticalLine'
export {
  allergiesWords,
  allergyWords,
  fieldWords,
  reviewWords,
  type CriticalPatient,
} from './words'
