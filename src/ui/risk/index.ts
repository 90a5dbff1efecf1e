export { besideCheckup } from './beside-checkup'
export { besideScore, riskWords } from './risk-words'
