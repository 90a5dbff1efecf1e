export { dischargeOnAcceptance } from './discharge'
