import type { LatestBucket } from '../../domain/monitoring/bucket'
import { checkupBehind, shownBucket } from '../../domain/monitoring/card-choice'
import type { Edition } from '../../domain/organization/organization'
import { roundTo, showTemperature } from '../../domain/units'
import { marksOfBits } from '../../domain/virtual-ward/score-marks'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import type { MonitoringTexts } from '../../texts/monitoring'
import { virtualWardTexts } from '../../texts/virtual-ward'
import { cardTiles, type CardTile } from './card.view'

/** What a card shows of a patient, whichever it comes from. */
export interface ShownData {
  readonly kind: 'checkup' | 'monitoring'
  readonly endedAt: string
  readonly tiles: readonly CardTile[]
  /** A check-up that was made after what is shown; null: there is none. */
  readonly behind: { readonly endedAt: string } | null
}

const whole = (value: number | undefined): string | null =>
  value === undefined ? null : String(roundTo(value, 0))

/** The seven tiles of a card out of a bucket: what monitoring never measures says so. */
const bucketTiles = (
  bucket: LatestBucket,
  edition: Edition,
  t: MonitoringTexts,
): readonly CardTile[] => {
  const { tiles, units } = virtualWardTexts(edition).card
  const { thresholdScores: scores } = bucket
  const temperature =
    bucket.temperature === null ? null : showTemperature(bucket.temperature.value, edition)
  const unmeasured = (key: CardTile['key']): CardTile => ({
    key,
    label: tiles[key],
    value: null,
    score: null,
    missingWord: t.card.notMonitored,
  })
  return [
    unmeasured('bp'),
    {
      key: 'spO2',
      label: tiles.spO2,
      unit: units.spO2,
      value: whole(bucket.spo2?.value),
      marks: marksOfBits(bucket.scoreMarks).includes('scale2')
        ? [boardTexts(edition).scheme.scale2]
        : [],
      score: scores.SpO2Score,
    },
    {
      key: 'rr',
      label: tiles.rr,
      unit: units.rr,
      value: whole(bucket.respiratoryRate?.value),
      score: scores.RRScore,
    },
    {
      key: 'pulse',
      label: tiles.pulse,
      unit: units.pulse,
      value: whole((bucket.heartRate ?? bucket.pulseRate)?.value),
      score: scores.HRScore,
    },
    {
      key: 'temp',
      label: tiles.temp,
      value: temperature?.value ?? null,
      score: scores.tempScore,
      ...(temperature === null ? {} : { unit: temperature.unit }),
    },
    unmeasured('loc'),
    unmeasured('oxygen'),
  ]
}

/** What the card shows; null: nothing was ever measured. */
export const shownData = (
  patient: VirtualWardPatient,
  edition: Edition,
  t: MonitoringTexts,
): ShownData | null => {
  const bucket = shownBucket(patient)
  if (bucket !== null) {
    return {
      kind: 'monitoring',
      endedAt: bucket.bucketEndAt,
      tiles: bucketTiles(bucket, edition, t),
      behind: checkupBehind(patient),
    }
  }
  const checkup = patient.latestCheckup
  if (checkup === null) return null
  return {
    kind: 'checkup',
    endedAt: checkup.endedAt,
    tiles: cardTiles(checkup, edition),
    behind: null,
  }
}
