/** A kind of patient flag. */
export interface PatientFlagType {
  readonly type: string
  readonly title: string
  readonly description: string
}

/** The flag of whoever receives oxygen: their check-ups score it (O092). */
export const onOxygen = 'OnOxygen'

/** The kinds of patient flag, by title. */
export const patientFlagTypes: readonly PatientFlagType[] = [
  { type: 'FallsRisk', title: 'Falls Risk', description: 'At high risk of falling' },
  { type: onOxygen, title: 'On Oxygen', description: 'Receives supplemental oxygen' },
  { type: 'Pregnant', title: 'Pregnant', description: 'NEWS2 does not apply during pregnancy' },
]
