import type { EwsScores } from '../../../domain/ews/thresholds'
import type { TimeWindow } from '../../../domain/checkup/time-window'
import { patientTexts } from '../../../texts/patient'
import { timeWindowTexts } from '../../../texts/time-window'
import { useEdition } from '../../../ui/edition'
import { StreamLinks } from './Streams'
import styles from './VitalsTab.module.css'

/** The heading of the chart: what it is scored by, and the way to what is below it. */
export function VitalsHead({
  scores,
  within,
}: {
  readonly scores: Pick<EwsScores, 'riskScheme' | 'spo2Scale'> | null
  readonly within: TimeWindow | null
}) {
  const edition = useEdition()
  const t = patientTexts(edition).vitals
  const texts = timeWindowTexts(edition)
  return (
    <header className={styles['header']}>
      <div>
        <h2>{t.heading}</h2>
        <p>
          {scores !== null && `${t.scheme(scores.riskScheme, scores.spo2Scale)}. `}
          {t.direction}
          {within !== null && ` ${texts.only(texts.spans[within])}`}
        </p>
      </div>
      <StreamLinks />
    </header>
  )
}
