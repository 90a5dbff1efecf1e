import type { Reading } from '../../../engine/define'
import type { ReadingSpan } from '../../../domain/ecg/ecg-window'
import type { LoadOutcome, TraceSummary } from '../../../domain/ecg/pen'
import type { EcgTexts } from '../../../texts/ecg'
import type { ShownWindow } from '../../../ui/ecg'
import { faultWords } from './fault-words'
import type { EcgWindowState } from './use-ecg-window'

type Outcome = LoadOutcome | { readonly kind: 'failed' }

export interface WindowOutcome {
  readonly of: ShownWindow
  readonly outcome: Outcome
}

export interface PanelView {
  /** Of the drawn window; null: it is not drawn. */
  readonly summary: TraceSummary | null
  /** Why the window cannot be drawn, as text. */
  readonly fault: string | null
  readonly mayPrint: boolean
  /** The patient has no readings, or none that this device knows. */
  readonly isEmpty: boolean
  /** There are readings, but not those of this window. */
  readonly hasNothing: boolean
  readonly failed: boolean
  readonly isLoading: boolean
}

const faultOf = (drawn: Outcome | null, t: EcgTexts): string | null => {
  if (drawn?.kind === 'refused') return faultWords(drawn.fault, t)
  return drawn?.kind === 'failed' ? t.faults.drawing : null
}

export const panelView = (
  reading: Pick<Reading<ReadingSpan>, 'rows' | 'ready' | 'freshness' | 'problem'>,
  { shown, fetching }: Pick<EcgWindowState, 'shown' | 'fetching'>,
  outcome: WindowOutcome | null,
  offline: boolean,
  t: EcgTexts,
): PanelView => {
  const span = reading.rows[0] ?? null
  const drawn = outcome !== null && outcome.of === shown ? outcome.outcome : null
  const summary = drawn?.kind === 'loaded' ? drawn.summary : null
  const fault = faultOf(drawn, t)
  const spanFailed = reading.problem !== null && span === null && !offline
  const isEmpty =
    span === null && reading.ready && (reading.freshness.asOf !== null || offline) && !spanFailed
  const hasNothing = span !== null && shown === null && !fetching
  return {
    summary,
    fault,
    // Not "is drawn", which would draw the buttons twice. The printer asks again.
    mayPrint: shown !== null && fault === null && !(summary !== null && summary.extent === null),
    isEmpty,
    hasNothing,
    failed: spanFailed || fault !== null || (hasNothing && !offline),
    isLoading: span === null && !isEmpty && !spanFailed,
  }
}
