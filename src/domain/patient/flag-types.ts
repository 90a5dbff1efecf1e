import { ageOn } from '../identity/age'
import type { Patient } from './patient'

/** A kind of patient flag. */
export interface PatientFlagType {
  readonly type: string
  readonly title: string
  readonly description: string
}

/** The flag of whoever receives oxygen: their check-ups score it (O092). */
export const onOxygen = 'OnOxygen'

/** The flag under which NEWS2 gives no total. */
export const pregnant = 'Pregnant'

/** The kinds of patient flag, by title. */
export const patientFlagTypes: readonly PatientFlagType[] = [
  { type: 'FallsRisk', title: 'Falls Risk', description: 'At high risk of falling' },
  { type: onOxygen, title: 'On Oxygen', description: 'Receives supplemental oxygen' },
  {
    type: 'Pacemaker',
    title: 'Pacemaker',
    description: 'Has a pacemaker: paced beats are wide on the ECG',
  },
  { type: pregnant, title: 'Pregnant', description: 'NEWS2 does not apply during pregnancy' },
]

/**
 * Why a flag is not for a patient; null: it is. A slip with Pregnant takes the score away: it is
 * for whoever can be, with room to spare.
 * @param gender null: not known
 */
export const flagFault = (
  type: string,
  { gender, birthDate }: { readonly gender: Patient['gender'] | null; readonly birthDate: string },
  nowMs: number,
): string | null => {
  if (type !== pregnant) return null
  const { years } = ageOn(birthDate, nowMs)
  return gender === 'male' || years < 10 || years > 60
    ? 'For female patients aged 10 to 60 only: with it NEWS2 gives no total'
    : null
}
