import { patientCheckups } from '../../data/checkup'
import { patientNotes } from '../../data/note'
import { patientOnBoard } from '../../data/virtual-ward'
import { heldSince, type Held } from '../../domain/report/device'
import type { ReportRange } from '../../domain/report/period'
import type { Patient } from '../../domain/patient/patient'
import { formatDateTime } from '../../domain/time'
import { useResource } from '../../engine/react'
import { reportsTexts } from '../../texts/reports'
import { useEdition } from '../../ui/edition'

/** What this device holds of a patient, how old it is, and what a report of it lacks. */
export interface HeldRecord {
  readonly held: Held
  readonly ready: boolean
  /** Of the oldest of its answers, epoch milliseconds; null: not known. */
  readonly asOf: number | null
  readonly lacks: (range: ReportRange) => readonly string[]
}

export const useHeld = (patient: Patient): HeldRecord => {
  const edition = useEdition()
  const t = reportsTexts(edition).sheet
  const { id: patientId } = patient
  const checkups = useResource(patientCheckups, { patientId })
  const notes = useResource(patientNotes, { patientId })
  const onBoard = useResource(patientOnBoard, { patientId })
  const card = onBoard.rows[0]
  const ages = [checkups, notes].map(({ freshness }) => freshness.asOf)
  const known = ages.filter((age) => age !== null)
  const lacking = (
    since: number | null,
    range: ReportRange,
    whole: string,
    before: (when: string) => string,
  ): readonly string[] => {
    if (since === null) return [whole]
    return since <= range.from
      ? []
      : [before(formatDateTime(new Date(since).toISOString(), edition))]
  }
  return {
    held: {
      checkups: checkups.rows,
      notes: notes.rows,
      alerts: card?.alerts ?? [],
      admissionEvents: patient.admissionEvents,
    },
    ready: checkups.ready && notes.ready && onBoard.ready,
    asOf: known.length === 0 ? null : Math.min(...known),
    lacks: (range) => [
      ...lacking(
        heldSince(
          checkups.rows.map(({ endedAt }) => endedAt),
          checkups.total,
        ),
        range,
        t.noCheckups,
        t.checkupsBefore,
      ),
      ...lacking(
        heldSince(
          notes.rows.map(({ capturedAt }) => capturedAt),
          notes.total,
        ),
        range,
        t.noNotes,
        t.notesBefore,
      ),
      card === undefined ? t.noAlerts : t.closedAlerts,
    ],
  }
}
