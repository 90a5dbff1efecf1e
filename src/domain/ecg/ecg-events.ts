/**
 * What an analysis of an ECG can find (decisions C609), the gravest first: the order of card,
 * record, wall, handover and event menu. The order is ours.
 */
export const ecgEventTypes = [
  'VentricularFibrillation',
  'Asystole',
  'PossibleVentricularFibrillation',
  'VentricularTachycardia',
  'WideComplexTachycardia',
  'Pause',
  'ThirdDegreeAVBlock',
  'SecondDegreeAVBlockType2',
  'WideComplexBradycardia',
  'IdioventricularRhythm',
  'SupraventricularTachycardia',
  'AtrialFibrillation',
  'AtrialFlutter',
  'SinusTachycardia',
  'SinusBradycardia',
  'VentricularCouplet',
  'VentricularBigeminy',
  'VentricularTrigeminy',
  'WolffParkinsonWhite',
  'SecondDegreeAVBlockType1',
  'JunctionalRhythm',
  'LeftBundleBranchBlock',
  'RightBundleBranchBlock',
  'PrematureVentricularContraction',
  'PrematureAtrialContraction',
  'FirstDegreeAVBlock',
  'PacedRhythm',
  'SinusArrhythmia',
  'Noise',
] as const
export type EcgEventType = (typeof ecgEventTypes)[number]

/** A type that nobody knows may be grave: it is told before rhythms that hurt slowly. */
const unknownPlace = ecgEventTypes.indexOf('SinusTachycardia') - 0.5

/** How grave a type is, the gravest lowest. @param type also one of another analyser */
export const gravityPlace = (type: string): number => {
  const place = ecgEventTypes.findIndex((known) => known === type)
  return place < 0 ? unknownPlace : place
}

/** What our own analysis looks for, the gravest first. It finds nothing else. */
export const soughtTypes = [
  'Asystole',
  'PossibleVentricularFibrillation',
  'VentricularTachycardia',
  'WideComplexTachycardia',
  'Pause',
  'WideComplexBradycardia',
  'IdioventricularRhythm',
  'AtrialFibrillation',
  'SinusTachycardia',
  'SinusBradycardia',
  'VentricularCouplet',
  'VentricularBigeminy',
  'VentricularTrigeminy',
  'PrematureVentricularContraction',
  'Noise',
] as const satisfies readonly EcgEventType[]
export type SoughtType = (typeof soughtTypes)[number]

/** Something our analysis found: epoch milliseconds. */
export interface EcgEvent {
  readonly type: SoughtType
  readonly start: number
  readonly end: number
}

/**
 * Types that are states: one across a border is one event in pieces. Others belong to their start.
 */
export const lastingTypes: ReadonlySet<string> = new Set<EcgEventType>([
  'AtrialFibrillation',
  'SinusTachycardia',
  'SinusBradycardia',
  'Asystole',
  'PossibleVentricularFibrillation',
  'VentricularBigeminy',
  'VentricularTrigeminy',
  'VentricularTachycardia',
  'WideComplexTachycardia',
  'WideComplexBradycardia',
  'IdioventricularRhythm',
  'Noise',
])
