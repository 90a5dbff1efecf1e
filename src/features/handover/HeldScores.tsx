import { useCallback, useEffect, useMemo, useState } from 'react'
import { patientCheckups } from '../../data/checkup'
import { validCheckups } from '../../domain/checkup/strike-out'
import { needsOlderScore, type HeldCheckups } from '../../domain/handover/changes'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useResource } from '../../engine/react'

type OnRead = (patientId: string, rows: HeldCheckups) => void

/** Reads the check-ups that this device holds of one patient, and shows nothing. */
function HeldOf({ patientId, onRead }: { readonly patientId: string; readonly onRead: OnRead }) {
  const { rows, ready, problem } = useResource(patientCheckups, { patientId }, { enabled: false })
  const isRead = ready || problem !== null
  const valid = useMemo(() => validCheckups(rows), [rows])
  useEffect(() => {
    if (isRead) onRead(patientId, valid)
  }, [isRead, patientId, valid, onRead])
  return null
}

/**
 * The check-ups that this device holds of those whose card alone cannot be compared: a card has a day.
 * `reader` is to be rendered; `isReading`: not all are read yet.
 */
export const useHeldScores = (patients: readonly VirtualWardPatient[], sinceMs: number) => {
  const [held, setHeld] = useState<ReadonlyMap<string, HeldCheckups>>(new Map())
  const onRead = useCallback<OnRead>(
    (patientId, rows) =>
      setHeld((known) =>
        known.get(patientId) === rows ? known : new Map([...known, [patientId, rows]]),
      ),
    [],
  )
  const asked = useMemo(
    () => patients.filter((patient) => needsOlderScore(patient, sinceMs)).map(({ id }) => id),
    [patients, sinceMs],
  )
  return {
    held,
    isReading: asked.some((id) => !held.has(id)),
    reader: asked.map((id) => <HeldOf key={id} patientId={id} onRead={onRead} />),
  }
}
