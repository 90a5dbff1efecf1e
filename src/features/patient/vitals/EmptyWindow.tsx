import { Button } from '@mantine/core'
import type { TimeWindow } from '../../../domain/checkup/time-window'
import { elapsedWords } from '../../../domain/time'
import { timeWindowTexts } from '../../../texts/time-window'
import { useEdition } from '../../../ui/edition'
import { EmptyState } from '../../../ui/feedback'
import { useNow } from '../../../ui/time'

/** An older answer says nothing of what was sent since, milliseconds: two missed refreshes. */
const answerHoldsMs = 2 * 60_000

export interface EmptyWindowProps {
  readonly within: TimeWindow
  /** ISO 8601: when the last check-up that is known ended. */
  readonly lastEndedAt: string
  /** When the server last answered, epoch milliseconds; null: never, or it cannot be asked. */
  readonly answeredAt: number | null
  readonly onAll: () => void
}

/**
 * No check-up in the window: the age of the last one, and a way to all. Only a recent answer of the
 * server proves that there is none.
 */
export function EmptyWindow({ within, lastEndedAt, answeredAt, onAll }: EmptyWindowProps) {
  const edition = useEdition()
  const now = useNow()
  const { spans, empty: t } = timeWindowTexts(edition)
  const ago = elapsedWords(Date.parse(lastEndedAt), now, edition)
  const isKnown = answeredAt !== null && now - answeredAt <= answerHoldsMs
  return (
    <EmptyState
      title={(isKnown ? t.none : t.noneHere)(spans[within])}
      text={(isKnown ? t.last : t.lastHere)(ago)}
      action={
        <Button variant="default" onClick={onAll}>
          {t.showAll}
        </Button>
      }
    />
  )
}
