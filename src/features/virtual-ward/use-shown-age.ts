import { isCheckupImplausible } from '../../domain/checkup/stale'
import { elapsedWords } from '../../domain/time'
import { isSourceStale } from '../../domain/virtual-ward/due'
import type { ValueSource } from '../../domain/virtual-ward/own-values'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { useEdition, useTexts } from '../../ui/edition'
import { useTicked } from '../../ui/time'
import { endOf, type ShownData } from './card-data.view'

/** Something of each source that values come from. */
export type OfSources<Value> = Readonly<Record<ValueSource, Value>>

const useSourceAge = (data: ShownData | null, source: ValueSource): string | null => {
  const texts = useTexts()
  const edition = useEdition()
  const endedAt = endOf(data, source)
  return useTicked((now) => {
    if (endedAt === null) return null
    return isCheckupImplausible(endedAt, now)
      ? texts.ui.score.implausible
      : elapsedWords(Date.parse(endedAt), now, edition)
  })
}

/** The age of the check-up and of the monitoring that a card shows; null: nothing is of it. */
export const useShownAges = (data: ShownData | null): OfSources<string | null> => ({
  checkup: useSourceAge(data, 'checkup'),
  monitoring: useSourceAge(data, 'monitoring'),
})

/** Which of them no longer counts. */
export const useStaleSources = (
  patient: VirtualWardPatient,
  data: ShownData | null,
): OfSources<boolean> => ({
  checkup: useTicked((now) => data !== null && isSourceStale(patient, 'checkup', now)),
  monitoring: useTicked((now) => data !== null && isSourceStale(patient, 'monitoring', now)),
})
