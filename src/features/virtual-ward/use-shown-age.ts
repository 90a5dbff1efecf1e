import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import { isShownStale } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'
import type { ShownData } from './card-data.view'

/**
 * The age of what a card shows; null: nothing, or `isAsked` false, which saves drawing each minute.
 */
export const useShownAge = (
  data: Pick<ShownData, 'endedAt'> | null,
  isAsked = true,
): string | null => {
  const texts = useTexts()
  const edition = useEdition()
  return useTicked((now) => {
    if (data === null || !isAsked) return null
    return isCheckupImplausible(data.endedAt, now)
      ? texts.ui.score.implausible
      : elapsedWords(Date.parse(data.endedAt), now, edition)
  })
}

/** Whether what a card shows no longer counts. */
export const useIsShownStale = (patient: VirtualWardPatient, data: ShownData | null): boolean =>
  useTicked((now) => data !== null && isShownStale(patient, now))
