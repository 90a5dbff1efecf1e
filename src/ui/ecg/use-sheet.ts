import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react'
import { leftForEvent, shownStart, windowMs, type Stretch } from '../../domain/ecg/ecg-window'
import type { Scale } from '../../domain/ecg/geometry'
import type { LoadOutcome, TracePen, TraceSummary, WindowForm } from '../../domain/ecg/pen'
import type { Paper } from './paper'

/** A window to show: the same object is not read again. */
export interface ShownWindow {
  readonly form: WindowForm
  /** Where the window begins, epoch milliseconds. */
  readonly start: number
  readonly read: Stretch
}

interface Sheet extends Stretch {
  readonly of: ShownWindow
  readonly summary: TraceSummary
}

export type OnOutcome = (
  window: ShownWindow,
  outcome: LoadOutcome | { readonly kind: 'failed' },
) => void

interface SheetState {
  /** The drawn sheet of the wanted window; null: it is not drawn. */
  readonly current: Sheet | null
  readonly bounds: Stretch
  readonly setSheet: Dispatch<SetStateAction<Sheet | null>>
}

const sheetOf = (of: ShownWindow, summary: TraceSummary): Sheet => ({
  of,
  from: shownStart(of.start, summary.extent?.from ?? null),
  to: of.start + windowMs,
  summary,
})

/** The sheet of the window that begins at `start`, epoch milliseconds. */
export const useSheet = (
  pen: TracePen | null,
  shown: ShownWindow | null,
  start: number,
): SheetState => {
  const [sheet, setSheet] = useState<Sheet | null>(null)
  // A window that the pen holds already is drawn with the first frame.
  const ready = pen === null || shown === null ? null : pen.known(shown.form)
  const taken = ready?.kind === 'loaded' && shown !== null ? sheetOf(shown, ready.summary) : sheet
  const current = taken !== null && taken.of.start === start ? taken : null
  const from = current?.from ?? start
  const bounds = useMemo((): Stretch => ({ from, to: start + windowMs }), [from, start])
  return { current, bounds, setSheet }
}

const bring = (paper: Paper | null, event: Stretch, window: Stretch): void =>
  paper?.panTo(leftForEvent(event, window, paper.span()))

export const useSheetLoading = ({
  paper,
  pen,
  failed,
  shown,
  scale,
  bounds,
  highlight,
  setSheet,
  onOutcome,
}: Pick<SheetState, 'bounds' | 'setSheet'> & {
  readonly paper: RefObject<Paper | null>
  readonly pen: TracePen | null
  readonly failed: boolean
  readonly shown: ShownWindow | null
  readonly scale: Scale
  readonly highlight: Stretch | null
  readonly onOutcome: OnOutcome
}): void => {
  const now = { scale, bounds, highlight, onOutcome }
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })

  useLayoutEffect(() => {
    if (failed && shown !== null) latest.current.onOutcome(shown, { kind: 'failed' })
    if (pen === null || shown === null) return undefined
    let isOver = false
    const take = (outcome: LoadOutcome): void => {
      if (outcome.kind === 'loaded') {
        const next = sheetOf(shown, outcome.summary)
        setSheet(next)
        paper.current?.set({ ...latest.current.scale, ...next })
        const event = latest.current.highlight
        if (event !== null && event.to >= next.from && event.from < next.to)
          bring(paper.current, event, next)
      } else setSheet(null)
      latest.current.onOutcome(shown, outcome)
    }
    const known = pen.known(shown.form)
    if (known !== null) take(known)
    pen.load(shown.form, shown.read).then(
      (outcome) => {
        if (!isOver && known === null && outcome.kind !== 'superseded') take(outcome)
      },
      () => {
        if (!isOver) latest.current.onOutcome(shown, { kind: 'failed' })
      },
    )
    return () => {
      isOver = true
    }
  }, [pen, shown, failed, paper, setSheet])

  useEffect(() => {
    if (highlight !== null) bring(paper.current, highlight, latest.current.bounds)
  }, [highlight, paper])
}
