import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import { isStale } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'

/** How old the shown check-up is, in words, and whether it still counts; both told anew only when they change. */
export const useCheckupAge = (patient: VirtualWardPatient) => {
  const texts = useTexts()
  const edition = useEdition()
  const endedAt = patient.latestCheckup?.endedAt ?? null
  const age = useTicked((now) => {
    if (endedAt === null) return null
    return isCheckupImplausible(endedAt, now) ? texts.ui.score.implausible : elapsedWords(Date.parse(endedAt), now, edition)
  })
  const stale = useTicked((now) => isStale(patient, now))
  return { age, stale }
}
