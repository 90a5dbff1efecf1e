import { useMemo } from 'react'
import { patientCheckups } from '../../data/checkup'
import { patientNotes } from '../../data/note'
import { patientRecord } from '../../data/patient'
import { patientOnBoard } from '../../data/virtual-ward'
import { validCheckups } from '../../domain/checkup/strike-out'
import type { Held, KnownSpan } from '../../domain/report/device'
import type { Patient } from '../../domain/patient/patient'
import { useResource } from '../../engine/react'

/** What this device holds of a patient, and how old it is. */
export interface HeldRecord {
  readonly held: Held
  readonly ready: boolean
  /** Of the oldest of what it holds, epoch milliseconds; null: not known. */
  readonly asOf: number | null
}

const spanOf = (from: number | null, to: number | null): KnownSpan | null =>
  from === null || to === null ? null : { from, to }

/** What this device holds of a patient for a report, and of which time it knows everything. */
export const useHeld = (patient: Patient): HeldRecord => {
  const { id: patientId, admissionEvents } = patient
  const checkups = useResource(patientCheckups, { patientId })
  const notes = useResource(patientNotes, { patientId })
  const record = useResource(patientRecord, { patientId })
  const onBoard = useResource(patientOnBoard, { patientId })
  const card = onBoard.rows[0]
  const [checkupsAsOf, notesAsOf, recordAsOf, boardAsOf] = [
    checkups.freshness.asOf,
    notes.freshness.asOf,
    record.freshness.asOf,
    onBoard.freshness.asOf,
  ]
  const alerts = card?.alerts
  const held = useMemo(
    (): Held => ({
      checkups: validCheckups(checkups.rows),
      notes: notes.rows,
      alerts: alerts ?? [],
      admissionEvents,
      known: {
        checkups: spanOf(checkups.heldFrom, checkupsAsOf),
        notes: spanOf(notes.heldFrom, notesAsOf),
        alerts: alerts === undefined ? null : spanOf(-Infinity, boardAsOf),
        wardAdmissions: spanOf(-Infinity, recordAsOf),
      },
    }),
    [
      checkups.rows,
      checkups.heldFrom,
      checkupsAsOf,
      notes.rows,
      notes.heldFrom,
      notesAsOf,
      alerts,
      boardAsOf,
      admissionEvents,
      recordAsOf,
    ],
  )
  const ages = [
    recordAsOf,
    ...(held.known.checkups === null && checkups.rows.length === 0 ? [] : [checkupsAsOf]),
    ...(held.known.notes === null && notes.rows.length === 0 ? [] : [notesAsOf]),
    ...(alerts === undefined ? [] : [boardAsOf]),
  ]
  const known = ages.filter((age) => age !== null)
  return {
    held,
    ready: checkups.ready && notes.ready && record.ready && onBoard.ready,
    asOf: known.length < ages.length ? null : Math.min(...known),
  }
}
