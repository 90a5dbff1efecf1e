export { CriticalLine } from './CriticalLine'
export { CriticalMarks } from './CriticalMarks'
export { UnsentCritical } from './UnsentCritical'
