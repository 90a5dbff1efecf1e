import { useState } from 'react'
import { similarToMany, type SimilarPatient } from '../../data/admission'
import type { CheckedRow, SheetPatient } from '../../domain/patient-sheet/check-rows'
import type { Problem } from '../../domain/problem'
import { useCall } from '../../engine/react'
import type { Upload, UploadRow } from './upload-state'

/** Whom a row resembles: a row above it, and patients of the register. */
export interface Likeness {
  readonly row: CheckedRow['resembles']
  readonly patients: readonly SimilarPatient[]
}

/** A row that resembles somebody. */
export interface AlikeRow extends Likeness {
  readonly key: string
  readonly number: number
  readonly patient: SheetPatient
}

export interface Alike {
  /** Null: nobody, as far as the sheet says and the register was asked. */
  readonly of: (row: UploadRow) => Likeness | null
  /** Asks the register about every row that is not registered; null: it did not answer. */
  readonly look: () => Promise<readonly AlikeRow[] | null>
  readonly asking: boolean
  /** Why the register did not answer; null: it did, or was not asked. */
  readonly problem: Problem | null
}

const personOf = ({ firstName, lastName, birthDate }: SheetPatient): string =>
  JSON.stringify([firstName, lastName, birthDate])

/** Who of a sheet is easily taken for another one, before anything is sent (K6). */
export const useAlike = (upload: Upload, checked: readonly CheckedRow[]): Alike => {
  const register = useCall(similarToMany)
  const [problem, setProblem] = useState<Problem | null>(null)
  // By name and birth date: a row that is corrected afterwards is another person.
  const [known, setKnown] = useState<ReadonlyMap<string, readonly SimilarPatient[]>>(new Map())
  const byRow = new Map(checked.map((one) => [one.row, one]))
  const likeness = (row: UploadRow, from: typeof known): Likeness | null => {
    const one = byRow.get(row.row)
    if (one === undefined || row.patientId !== null) return null
    const patients = one.patient === null ? [] : (from.get(personOf(one.patient)) ?? [])
    return one.resembles === null && patients.length === 0 ? null : { row: one.resembles, patients }
  }
  return {
    of: (row) => likeness(row, known),
    look: async () => {
      setProblem(null)
      const asked = upload.rows.flatMap((row) => {
        const patient = byRow.get(row.row)?.patient ?? null
        return row.patientId !== null || patient === null ? [] : [{ row, patient }]
      })
      const answer = await register.run({
        people: asked.map(({ patient: { firstName, lastName, birthDate } }) => ({
          firstName,
          lastName,
          birthDate,
        })),
      })
      if (answer.kind === 'refused') {
        setProblem(answer.problem)
        return null
      }
      const found = new Map(
        answer.value.flatMap(({ at, patients }) => {
          const one = asked[at]
          return one === undefined ? [] : [[personOf(one.patient), patients] as const]
        }),
      )
      setKnown(found)
      return asked.flatMap(({ row, patient }) => {
        const like = likeness(row, found)
        return like === null ? [] : [{ ...like, key: row.key, number: row.row, patient }]
      })
    },
    asking: register.busy,
    problem,
  }
}
