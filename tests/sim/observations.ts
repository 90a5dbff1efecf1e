import { z } from 'zod'
import type { RecordObservationsInput } from '../../src/data/checkup'
import { scoredAsKnown } from '../../src/domain/observation/known'
import type { Patient } from '../../src/domain/patient/patient'
import { epoch as dayBegins } from './device'

/** Observations whose remarks are like no other's, as the form sends them. */
export const observed = (
  patient: Patient,
  remarks: string,
  now: number,
): RecordObservationsInput => {
  const readings = { respiratoryRate: { value: 26, source: 'manual' }, notes: remarks }
  const scored = scoredAsKnown(readings, patient, [], dayBegins + now)
  return {
    patientId: patient.id,
    how: 'bedside',
    minutesAgo: 0,
    checkupType: null,
    notMeasured: [],
    readings,
    shown: { ...scored.readings, how: 'bedside', ewsScores: scored.ewsScores },
  }
}

const remarksSchema = z.object({ readings: z.object({ notes: z.string() }) })

/** The remarks of an input that records observations; null: it does not. */
export const remarksIn = (input: unknown): string | null =>
  remarksSchema.safeParse(input).data?.readings.notes ?? null
