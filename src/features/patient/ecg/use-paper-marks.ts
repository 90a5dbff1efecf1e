import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { WaveformEvent } from '../../../data/waveform'
import { startForEvent, touches, type ReadingSpan } from '../../../domain/ecg/ecg-window'
import type { Calipers, EcgRange } from '../../../domain/ecg/geometry'
import { ecgTexts } from '../../../texts/ecg'
import { clockOf, type EcgPaperHandle, type Highlight } from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import { eventShort } from './events.view'
import type { WindowStart } from './use-window-start'

interface Selected {
  readonly event: WaveformEvent
  readonly highlight: Highlight
}

/**
 * The selected event and the calipers. The functions are stable, so that a step draws little again.
 */
export const usePaperMarks = ({
  paper,
  span,
  range,
  start,
  show,
  hold,
}: Pick<WindowStart, 'start' | 'show' | 'hold'> & {
  readonly paper: RefObject<EcgPaperHandle | null>
  readonly span: ReadingSpan | null
  readonly range: EcgRange
}) => {
  const edition = useEdition()
  const [selected, setSelected] = useState<Selected | null>(null)
  const [calipers, setCalipers] = useState<Calipers | null>(null)
  const now = useRef({ span, start })
  useLayoutEffect(() => {
    now.current = { span, start }
  })
  const go = useCallback(
    (next: number): void => {
      setSelected(null)
      setCalipers(null)
      show(next)
    },
    [show],
  )
  const select = useCallback(
    (event: WaveformEvent): void => {
      const { span: known, start: at } = now.current
      if (known === null || at === null) return
      const stretch = { from: event.start, to: event.end }
      hold()
      setSelected({
        event,
        highlight: {
          ...stretch,
          label: `${eventShort(event.type, ecgTexts(edition))} ${clockOf(event.start, edition)}`,
        },
      })
      if (!touches(at, stretch)) {
        setCalipers(null)
        show(startForEvent(stretch, known))
      }
    },
    [edition, show, hold],
  )
  const measure = useCallback((): void => {
    const seen = paper.current?.seen() ?? null
    // One second and one millivolt in what is seen, to be dragged from there.
    hold()
    setCalipers((was) =>
      was !== null || seen === null
        ? null
        : { from: seen.left + 1000, to: seen.left + 2000, low: 0, high: Math.min(1, range) },
    )
  }, [hold, range, paper])
  return { selected, calipers, setCalipers, go, select, measure }
}
