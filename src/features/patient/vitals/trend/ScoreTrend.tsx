import { Button, NativeSelect } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { Checkup } from '../../../../domain/checkup/checkup'
import { readTimeWindow, timeWindowMs, timeWindows } from '../../../../domain/checkup/time-window'
import { news2 } from '../../../../domain/ews'
import { lineLimitMs, totalPoints } from '../../../../domain/ews/total-trend'
import type { Patient } from '../../../../domain/patient/patient'
import { isHeldSince, type HeldFrom } from '../../../../domain/sync/held'
import { elapsedWords, formatMoment } from '../../../../domain/time'
import { patientTexts } from '../../../../texts/patient'
import { scoreTrendTexts } from '../../../../texts/score-trend'
import { timeWindowTexts } from '../../../../texts/time-window'
import { pointTexts } from '../../../../ui/chart'
import { useEdition } from '../../../../ui/edition'
import { EmptyState, TextSkeleton } from '../../../../ui/feedback'
import { useTicked } from '../../../../ui/time'
import { useOlder } from '../use-older'
import { useTimeWindow } from '../use-time-window'
import { ScoreChart } from './ScoreChart'
import styles from './ScoreTrend.module.css'

/** The right edge of the chart moves in steps, milliseconds. */
const stepMs = 5 * 60_000
const usual = '24h'

export interface ScoreTrendProps {
  readonly patient: Patient
  /** Every kept check-up, oldest first. */
  readonly ascending: readonly Checkup[]
  /** Where they come from; ages in epoch milliseconds. */
  readonly reading: {
    readonly ready: boolean
    readonly heldFrom: HeldFrom
    readonly older: (() => Promise<void>) | null
    readonly freshness: {
      readonly asOf: number | null
      readonly stale: boolean
    }
  }
  readonly offline: boolean
}

/** The total over a day up to 30 days: partial totals hollow, no line over a gap. */
export function ScoreTrend({ patient, ascending, reading, offline }: ScoreTrendProps) {
  const edition = useEdition()
  const t = scoreTrendTexts(edition)
  const windows = timeWindowTexts(edition)
  const id = useId()
  const { within: chosen, choose, inside, isCovered } = useTimeWindow(ascending, 'trend', usual)
  const within = chosen ?? usual
  const { ready, heldFrom, older, freshness } = reading
  const isMissing = ready && !isCovered && !isHeldSince(heldFrom)
  const fetch = useOlder(older, isMissing && !offline)
  const points = useMemo(() => totalPoints(inside), [inside])
  const all = useMemo(() => totalPoints(ascending), [ascending])
  const toMs = useTicked((nowMs) => Math.ceil(nowMs / stepMs) * stepMs)
  const isOld = offline || freshness.stale
  const { asOf } = freshness
  const age = useTicked((nowMs) =>
    asOf === null || !isOld ? null : formatMoment(asOf, nowMs, edition),
  )
  const last = all.at(-1)
  const ago = useTicked((nowMs) =>
    last === undefined ? '' : elapsedWords(last.atMs, nowMs, edition),
  )
  const [failed, setFailed] = useState(false)
  const scheme =
    ascending.at(-1)?.ewsScores?.riskScheme ?? patient.ewsThresholds?.riskScheme ?? news2
  const span = windows.spans[within]
  const isKnown = ready && (isHeldSince(heldFrom) || offline || ascending.length > 0)
  const isEmpty = points.length === 0
  return (
    <section aria-labelledby={id} className={styles['trend']}>
      <header>
        <h3 id={id}>{t.heading(scheme)}</h3>
        <NativeSelect
          label={t.span}
          value={within}
          onChange={(event) => choose(readTimeWindow(event.currentTarget.value))}
          data={timeWindows.map((each) => ({ value: each, label: windows.spans[each] }))}
          classNames={{ root: styles['span'] ?? '', label: styles['spanLabel'] ?? '' }}
        />
      </header>
      {!isKnown || (isEmpty && fetch.fetching) ? (
        <TextSkeleton lines={5} />
      ) : isEmpty ? (
        <EmptyState
          title={(isOld || isMissing ? t.empty.noneHere : t.empty.none)(span)}
          text={
            last !== undefined
              ? t.empty.last(pointTexts(last, edition).total, ago)
              : isMissing
                ? undefined
                : t.empty.never
          }
        />
      ) : (
        <ScoreChart
          points={points}
          fromMs={toMs - timeWindowMs(within)}
          toMs={Math.max(toMs, points.at(-1)?.atMs ?? 0)}
          limitMs={lineLimitMs(within)}
          caption={t.table.caption(scheme, span)}
          isTable={failed}
          onFailed={() => setFailed(true)}
        />
      )}
      {age !== null && <p>{t.asOf(age)}</p>}
      {isMissing && (offline || fetch.failed) && (
        <p>
          {(offline ? t.mayBeMore : t.failed)(span)}{' '}
          {!offline && (
            <Button variant="subtle" size="compact-sm" onClick={fetch.retry}>
              {patientTexts(edition).vitals.retry}
            </Button>
          )}
        </p>
      )}
      {!isEmpty && fetch.fetching && <output>{t.loading}</output>}
    </section>
  )
}
