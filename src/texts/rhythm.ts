import { inEditions } from './overlay'

/** The name and abbreviation of rhythm events (C608, C609). Others show their own name. */
export const rhythmNames: Readonly<Record<string, readonly [name: string, short: string]>> = {
  AtrialFibrillation: ['Atrial fibrillation', 'AF'],
  AtrialFlutter: ['Atrial flutter', 'AFL'],
  SupraventricularTachycardia: ['Supraventricular tachycardia', 'SVT'],
  SinusTachycardia: ['Sinus tachycardia', 'ST'],
  SinusBradycardia: ['Sinus bradycardia', 'SB'],
  SinusArrhythmia: ['Sinus arrhythmia', 'SA'],
  Pause: ['Pause', 'Pause'],
  Asystole: ['Asystole', 'Asystole'],
  PrematureAtrialContraction: ['Premature atrial contraction', 'PAC'],
  PrematureVentricularContraction: ['Premature ventricular contraction', 'PVC'],
  VentricularBigeminy: ['Ventricular bigeminy', 'Bigeminy'],
  VentricularTrigeminy: ['Ventricular trigeminy', 'Trigeminy'],
  VentricularCouplet: ['Ventricular couplet', 'Couplet'],
  VentricularTachycardia: ['Ventricular tachycardia', 'VT'],
  VentricularFibrillation: ['Ventricular fibrillation', 'VF'],
  PossibleVentricularFibrillation: ['Cannot exclude ventricular fibrillation', 'Possible VF'],
  WideComplexTachycardia: ['Wide complex tachycardia', 'WCT'],
  WideComplexBradycardia: ['Wide complex bradycardia', 'WCB'],
  IdioventricularRhythm: ['Idioventricular rhythm', 'IVR'],
  FirstDegreeAVBlock: ['First degree AV block', 'AVB I'],
  SecondDegreeAVBlockType1: ['Second degree AV block, type 1', 'AVB II-1'],
  SecondDegreeAVBlockType2: ['Second degree AV block, type 2', 'AVB II-2'],
  ThirdDegreeAVBlock: ['Third degree AV block', 'AVB III'],
  LeftBundleBranchBlock: ['Left bundle branch block', 'LBBB'],
  RightBundleBranchBlock: ['Right bundle branch block', 'RBBB'],
  WolffParkinsonWhite: ['Wolff-Parkinson-White', 'WPW'],
  JunctionalRhythm: ['Junctional rhythm', 'JR'],
  PacedRhythm: ['Paced rhythm', 'Paced'],
  Noise: ['Not analysable', 'Not analysable'],
}

/** The gravest rhythm event of 24 hours. */
const enGB = {
  /** On card and wall. */
  chip: (short: string, moment: string): string => `${short}, ${moment}`,
  /** In the handover, and of the chip for who does not see it. */
  sentence: (name: string, moment: string): string =>
    `Gravest rhythm event in 24 hours: ${name}, last at ${moment}`,
  leads: (sentence: string): string => `${sentence}. Show ECG`,
}

export const rhythmTexts = inEditions(enGB, {})
