import type { Checkup } from '../../../domain/checkup/checkup'
import { oximeterDot, oximeterPulseOf, spO2Of } from '../../../domain/checkup/oximeter'
import { showScored } from '../../../domain/ews/shown-value'
import { formatDateTime } from '../../../domain/time'
import { roundTo, showGlucose, showWeight } from '../../../domain/units'
import { checkupTexts } from '../../../texts/checkup'
import { Dash } from '../../../ui/clinical'
import { useEdition } from '../../../ui/edition'
import { Block, Facts } from './Block'
import styles from './CheckupDetail.module.css'

interface BlockProps {
  readonly checkup: Checkup
}

export function ConsciousnessBlock({ checkup }: BlockProps) {
  const t = checkupTexts(useEdition()).consciousness
  if (checkup.consciousness === null) return null
  return (
    <Block title={t.heading}>
      <p>
        <strong>{checkup.consciousness}</strong> {t.values[checkup.consciousness]}
      </p>
    </Block>
  )
}

/** Reading, time of capture, before or after a meal, and when the check-up was completed (C151). */
export function GlucoseBlock({ checkup }: BlockProps) {
  const t = checkupTexts(useEdition()).glucose
  const edition = useEdition()
  const { glucose } = checkup
  if (glucose === null) return null
  const shown = showGlucose(glucose.reading, edition)
  const timing = glucose.before_after_meal
  return (
    <Block title={t.heading}>
      <Facts
        facts={[
          { name: t.reading, value: `${shown.value} ${shown.unit}` },
          {
            name: t.capturedAt,
            value: (
              <Dash as="n/a">
                {glucose.time_of_capture === null
                  ? null
                  : formatDateTime(glucose.time_of_capture, edition)}
              </Dash>
            ),
          },
          {
            name: t.timing,
            value: <Dash as="n/a">{timing === null ? null : (t.timings[timing] ?? timing)}</Dash>,
          },
          { name: t.completedAt, value: formatDateTime(checkup.endedAt, edition) },
        ]}
      />
    </Block>
  )
}

export function PeakFlowBlock({ checkup }: BlockProps) {
  const t = checkupTexts(useEdition()).peakFlow
  if (checkup.peakExpiratoryFlowRate === null) return null
  return (
    <Block title={t.heading}>
      <p>
        <strong>{roundTo(checkup.peakExpiratoryFlowRate.value, 0)}</strong> {t.unit}
      </p>
    </Block>
  )
}

const confidences = [
  'HIGH',
  'VITAL_UNSTABLE',
  'DEVICE_UNSTABLE',
  'INSUFFICIENT_QUALITY',
  'FAILED',
] as const

/** PR and SpO2 with how far the oximeter trusted them (C150). */
export function OximeterBlock({ checkup }: BlockProps) {
  const edition = useEdition()
  const { pulseOximeter: t, confidence, signal } = checkupTexts(edition)
  const { names, texts: explained } = confidence
  const reading = checkup.pulseOxiData
  if (reading === null) return null
  const dot = oximeterDot(reading)
  const [pulse, spO2] = [oximeterPulseOf(checkup), spO2Of(checkup)]
  const key =
    dot === null
      ? 'none'
      : dot.kind === 'manual'
        ? 'manual'
        : (confidences.find((one) => one === reading.confidence) ?? 'unexpected')
  return (
    <Block title={t.heading}>
      <Facts
        facts={[
          {
            name: t.pr,
            value: (
              <Dash as="n/a">
                {pulse === null ? null : `${showScored('pulse', pulse, edition)} /min`}
              </Dash>
            ),
          },
          {
            name: t.spO2,
            value: spO2 === null ? signal.failed : `${showScored('spO2', spO2, edition)} %`,
          },
          { name: t.confidence, value: names[key] },
        ]}
      />
      <p className={styles['text']}>{explained[key]}</p>
    </Block>
  )
}

export function WeightBlock({ checkup }: BlockProps) {
  const t = checkupTexts(useEdition()).weight
  const edition = useEdition()
  if (checkup.weight === null) return null
  const shown = showWeight(checkup.weight.value, edition)
  return (
    <Block title={t.heading}>
      <p>
        <strong>{shown.value}</strong> {shown.unit}
      </p>
    </Block>
  )
}
