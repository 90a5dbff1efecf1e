export { checkBands, checkThresholds, scoreValue, stepOf, type BandFault } from './bands'
export { defaultThresholds, news2, scale2OnAir, scale2OnOxygen, scoreConsciousness, scoreOxygen } from './news2'
export {
  hasSingleTrigger, riskLevelOf, sameThresholds, scoreCheckup, scoreKeys, totalBand,
  type EwsInput, type EwsScheme, type ParameterScores,
} from './score'
