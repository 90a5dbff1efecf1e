import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import { isRiskStale, isShownStale } from '../../domain/virtual-ward/due'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'
import type { ShownData } from './card-data.view'

/**
 * How old what a card shows is, in words; null where nothing is shown, or where `isAsked` is false:
 * who does not say it is not drawn anew with every minute.
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

/** Whether the risk that stands is too old to count. */
export const useIsRiskStale = (patient: VirtualWardPatient): boolean =>
  useTicked((now) => isRiskStale(patient, now))
