/** What an analysis of an ECG can find (decisions C609). */
export const ecgEventTypes = [
  'AtrialFibrillation',
  'AtrialFlutter',
  'SupraventricularTachycardia',
  'SinusTachycardia',
  'SinusBradycardia',
  'SinusArrhythmia',
  'Pause',
  'Asystole',
  'PrematureAtrialContraction',
  'PrematureVentricularContraction',
  'VentricularBigeminy',
  'VentricularTrigeminy',
  'VentricularCouplet',
  'VentricularTachycardia',
  'WideComplexTachycardia',
  'WideComplexBradycardia',
  'VentricularFibrillation',
  'IdioventricularRhythm',
  'FirstDegreeAVBlock',
  'SecondDegreeAVBlockType1',
  'SecondDegreeAVBlockType2',
  'ThirdDegreeAVBlock',
  'LeftBundleBranchBlock',
  'RightBundleBranchBlock',
  'WolffParkinsonWhite',
  'JunctionalRhythm',
  'PacedRhythm',
  'Noise',
] as const
export type EcgEventType = (typeof ecgEventTypes)[number]

/** Something found: epoch milliseconds. */
export interface EcgEvent {
  readonly type: EcgEventType
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
  'VentricularBigeminy',
  'VentricularTrigeminy',
  'VentricularTachycardia',
  'WideComplexTachycardia',
  'WideComplexBradycardia',
  'IdioventricularRhythm',
  'Noise',
])
