import { binsOf, heightOf, ticksOf } from '../../../../domain/ews'
import { defaultThresholds } from '../../../../domain/ews/news2'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Patient } from '../../../../domain/patient/patient'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import {
  bandWords,
  edgeHeight,
  gradientOf,
  middlesOf,
  placeOf,
  showNumber,
  type bandsOf,
} from './threshold.view'
import { TickLegend, type TickLegendProps } from './TickLegend'
import styles from './charts.module.css'

export interface ThresholdAxisProps {
  readonly parameter: ThresholdParameter
  readonly bands: ReturnType<typeof bandsOf>
  readonly fallback: Patient['ewsDefault']
  /** Absent: the thresholds are not being edited. */
  readonly edit: Pick<TickLegendProps, 'move' | 'ticks' | 'commit'> | undefined
}

/** The thresholds that the patient would have without their own. */
function UsualThresholds({
  parameter,
  fallback,
}: Pick<ThresholdAxisProps, 'parameter' | 'fallback'>) {
  const edition = useEdition()
  const texts = ewsTexts(edition)
  const usual = (fallback.thresholds ?? defaultThresholds)[parameter]
  return (
    <div
      className={styles['usual']}
      // Drawn, read as one thing.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={texts.defaultLegend(
        fallback.schemeName,
        bandWords(parameter, usual, edition, texts.charts),
      )}
      style={{ background: gradientOf(parameter, usual) }}
    >
      {ticksOf(usual).map((tick) => (
        <span key={tick} style={{ bottom: `${edgeHeight(parameter, tick) * 100}%` }}>
          {showNumber(parameter, tick, edition)}
        </span>
      ))}
    </div>
  )
}

/** The axis of one parameter: its thresholds while they are edited, its values, and the scores. */
export function ThresholdAxis({ parameter, bands, fallback, edit }: ThresholdAxisProps) {
  const edition = useEdition()
  const middles = middlesOf(parameter, bands)
  return (
    <div className={styles['axis']}>
      {edit !== undefined && (
        <>
          <UsualThresholds parameter={parameter} fallback={fallback} />
          <TickLegend
            parameter={parameter}
            bands={bands}
            move={edit.move}
            ticks={edit.ticks}
            commit={edit.commit}
          />
        </>
      )}
      <div className={styles['bins']} aria-hidden="true">
        {binsOf(parameter).map((bin) => (
          <span key={bin} style={{ bottom: `${heightOf(parameter, bin) * 100}%` }}>
            {showNumber(parameter, bin, edition)}
          </span>
        ))}
      </div>
      <div className={styles['scores']} aria-hidden="true">
        {bands.map(({ score }, at) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- known by its place alone
            key={at}
            data-score={score}
            data-band={at}
            style={{ transform: placeOf(middles[at] ?? 0) }}
          >
            {score}
          </span>
        ))}
      </div>
    </div>
  )
}
