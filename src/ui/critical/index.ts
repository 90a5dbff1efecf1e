export { CriticalLine } from './CriticalLine'
export { CriticalMarks } from './CriticalMarks'
export { UnsentCritical } from './UnsentCritical'
export {
  allergiesWords,
  allergyWords,
  fieldWords,
  reviewWords,
  type CriticalPatient,
} from './words'
