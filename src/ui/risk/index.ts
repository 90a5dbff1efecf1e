export { besideScore, riskWords } from './risk-words'
