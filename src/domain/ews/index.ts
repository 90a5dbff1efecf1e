export {
  readEwsDraft,
  sameScheme,
  writeEwsDraft,
  type EwsDraft,
  type SeenThresholds,
} from './draft'
export { asksForBasis, basisFaults, ewsBasisSchema, silencedBy, type EwsBasis } from './basis'
export { checkBands, checkThresholds, scoreValue, stepOf, type BandFault } from './bands'
export {
  columnsOf,
  countChanged,
  rescoreParameter,
  scoreColumns,
  unscored,
  type ColumnScores,
} from './columns'
export {
  binsOf,
  checkPersonalThresholds,
  heightOf,
  legends,
  type Legend,
  type PersonalFault,
} from './legend'
export { defaultThresholds, news2, scale2OnAir, scale2OnOxygen } from './news2'
export { schemeInForce } from './scheme'
export {
  sameThresholds,
  scoreCheckup,
  totalBand,
  type EwsInput,
  type EwsScheme,
  type ParameterScores,
} from './score'
export {
  createScoring,
  type OpenScorer,
  type ScoredColumns,
  type Scorer,
  type ShownScores,
} from './scoring'
export { moveTick, tickRange, ticksOf } from './ticks'
