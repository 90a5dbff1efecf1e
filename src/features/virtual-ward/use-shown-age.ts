import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'
import { isShownStale, type ShownData } from './card-data.view'

/** How old what a card shows is, in words, and whether it still counts; both told anew only when they change. */
export const useShownAge = (patient: VirtualWardPatient, data: ShownData | null) => {
  const texts = useTexts()
  const edition = useEdition()
  const age = useTicked((now) => {
    if (data === null) return null
    return isCheckupImplausible(data.endedAt, now) ? texts.ui.score.implausible : elapsedWords(Date.parse(data.endedAt), now, edition)
  })
  const stale = useTicked((now) => data !== null && isShownStale(patient, data, now))
  return { age, stale }
}
