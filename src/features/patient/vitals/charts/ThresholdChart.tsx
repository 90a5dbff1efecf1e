import { Button } from '@mantine/core'
import { memo, useId, useMemo, type CSSProperties, type Ref } from 'react'
import type { Checkup } from '../../../../domain/checkup/checkup'
import { binsOf, type EwsScheme } from '../../../../domain/ews'
import type { ThresholdParameter } from '../../../../domain/ews/thresholds'
import type { Patient } from '../../../../domain/patient/patient'
import { formatCheckupStamp } from '../../../../domain/time'
import { ewsTexts } from '../../../../texts/ews'
import { useEdition } from '../../../../ui/edition'
import { Points } from './Points'
import { bandsOf, bandWords, gradientOf, linesOf, pointOf, unitOf } from './threshold.view'
import { ThresholdAxis } from './ThresholdAxis'
import type { TickLegendProps } from './TickLegend'
import styles from './charts.module.css'

export interface ThresholdChartProps {
  readonly parameter: ThresholdParameter
  /** Of the columns, oldest first. */
  readonly checkups: readonly Checkup[]
  /** Columns of a full page; those that are left are for the next check-ups. */
  readonly slots: number
  readonly scheme: EwsScheme
  readonly fallback: Patient['ewsDefault']
  /** Absent: nothing is being edited. */
  readonly edit?: Pick<TickLegendProps, 'move' | 'ticks' | 'commit'> & {
    readonly reset: (parameter: ThresholdParameter) => void
  }
  readonly onPoint: (parameter: ThresholdParameter, column: number | null) => void
  readonly ref?: Ref<HTMLElement>
}

/** Scale 2 bands depend on oxygen: unknown where it was not recorded. `null`: those on air. */
const scale2Ground = ({ ewsScores }: Checkup, onOxygen: string): string | null => {
  if (ewsScores === null || ewsScores.onOxygenScore === null) return 'unknown'
  return ewsScores.onOxygenScore > 0 ? onOxygen : null
}

/** One parameter: bands against the check-ups of the table above (C109 to C116). */
export const ThresholdChart = memo(function ThresholdChart({
  parameter,
  checkups,
  slots,
  scheme,
  fallback,
  edit,
  onPoint,
  ref,
}: ThresholdChartProps) {
  const edition = useEdition()
  const texts = ewsTexts(edition)
  const t = texts.charts
  const id = useId()
  const bands = bandsOf(parameter, scheme)
  const isScale2 = parameter === 'spO2' && scheme.spo2Scale === 2
  const points = useMemo(
    () => checkups.map((checkup) => pointOf(parameter, checkup)),
    [parameter, checkups],
  )
  const onOxygen = gradientOf('spO2', bandsOf('spO2', scheme, true))
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      className={styles['chart']}
      data-parameter={parameter}
      data-editing={edit !== undefined}
    >
      <header className={styles['head']}>
        <h3 id={id}>
          {t.headings[parameter]} <small>({unitOf(parameter, edition, texts)})</small>
        </h3>
        {edit !== undefined && !isScale2 && (
          <Button
            variant="default"
            size="xs"
            className={styles['reset']}
            onClick={() => edit.reset(parameter)}
          >
            {texts.reset(fallback.schemeName)}
          </Button>
        )}
        {isScale2 && <p>{t.scale2}</p>}
        <p className="visually-hidden">{t.bands(bandWords(parameter, bands, edition, t))}</p>
      </header>
      <div className={styles['body']}>
        <ThresholdAxis
          parameter={parameter}
          bands={bands}
          fallback={fallback}
          edit={isScale2 ? undefined : edit}
        />
        <div
          className={styles['plot']}
          data-plot=""
          style={{ '--slots': slots, '--bins': binsOf(parameter).length - 1 } as CSSProperties}
        >
          <div
            className={styles['bands']}
            data-bands=""
            style={{ background: gradientOf(parameter, bands) }}
          />
          <svg
            className={styles['line']}
            viewBox={`0 0 ${slots} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {linesOf(points).map((line) => (
              <polyline key={line} points={line} />
            ))}
          </svg>
          <Points
            parameter={parameter}
            checkups={checkups}
            points={points}
            groundOf={(checkup) => (isScale2 ? scale2Ground(checkup, onOxygen) : null)}
            onPoint={onPoint}
          />
          {Array.from({ length: Math.max(0, slots - checkups.length) }, (_none, at) => (
            <div key={at} className={styles['column']} data-next="" />
          ))}
        </div>
      </div>
      <ol className={styles['labels']} style={{ '--slots': slots } as CSSProperties}>
        {checkups.map((checkup) => {
          const stamp = formatCheckupStamp(checkup.endedAt, edition)
          return (
            <li key={checkup.id}>
              <span>{stamp.date}</span> <span>{stamp.time}</span>
            </li>
          )
        })}
        {Array.from({ length: Math.max(0, slots - checkups.length) }, (_none, at) => (
          <li key={at} data-next="">
            {t.next(at + 1)}
          </li>
        ))}
      </ol>
    </section>
  )
})
