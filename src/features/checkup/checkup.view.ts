import type { Checkup } from '../../domain/checkup/checkup'
import { isOverridden, signalOf, sourceText, spO2Of } from '../../domain/checkup/oximeter'
import { pulseFrom, pulseOf } from '../../domain/checkup/pulse'
import { validCheckups } from '../../domain/checkup/strike-out'
import { showMeasured, type MeasuredKey } from '../../domain/checkup/shown'
import type { Edition } from '../../domain/organization/organization'
import { roundTo, showGlucose, showTemperature, showWeight } from '../../domain/units'
import { checkupTexts } from '../../texts/checkup'
import { readingsTexts, type ReadingsTexts } from '../../texts/readings'

export type ReadingKey = keyof ReadingsTexts['names']

/** One reading as it is told: value and unit of the edition, where it came from, and its score. */
export interface ShownReading {
  readonly key: ReadingKey
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly source: string | null
  readonly score: number | null
}

const sentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
/** A source that has a word of ours in it; a device is called as it calls itself. */
const named = (source: string | null): string | null =>
  source === null ? null : (readingsTexts.sources[source] ?? source)
const whole = (value: number): string => String(roundTo(value, 0))

/** The readings that were taken, in the order of the observation chart. */
export const shownReadings = (checkup: Checkup, edition: Edition): readonly ShownReading[] => {
  const { names, units, oxygen, oxygenFlows, positions } = readingsTexts
  const { signal } = checkupTexts(edition)
  const scores = checkup.ewsScores
  const found: ShownReading[] = []
  const shown = (key: MeasuredKey, value: number): string => showMeasured(key, value, edition)
  const add = (
    key: ReadingKey,
    value: string,
    unit: string,
    source: string | null,
    score: number | null | undefined,
  ): void => {
    found.push({ key, name: names[key], value, unit, source, score: score ?? null })
  }
  const {
    respiratoryRate,
    oxygenFlow,
    pulseOxiData,
    bloodPressureData,
    pulseRate,
    temperature,
    peakExpiratoryFlowRate,
    weight,
    glucose,
  } = checkup
  if (respiratoryRate !== null)
    add(
      'respiratoryRate',
      shown('respiratoryRate', respiratoryRate.value),
      units.perMinute,
      named(respiratoryRate.source),
      scores?.RRScore,
    )
  const spO2 = spO2Of(checkup)
  if (pulseOxiData !== null && spO2 !== null) {
    const source = sourceText(pulseOxiData.device, isOverridden(pulseOxiData))
    const poor = signalOf(checkup) === 'poor' ? signal.poor : null
    add(
      'spO2',
      shown('spO2', spO2),
      units.percent,
      [source, poor].filter((part) => part !== null).join(', ') || null,
      scores?.SpO2Score,
    )
  }
  if (bloodPressureData !== null) {
    const { systolic, diastolic, device, isManual, position } = bloodPressureData
    const where = position === null ? null : (positions[position] ?? position)
    const cuff = sourceText(device, isManual)
    const source = where === null ? cuff : cuff === null ? sentenceCase(where) : `${cuff}, ${where}`
    add('systolic', shown('systolic', systolic), units.pressure, source, scores?.BPScore)
    add('diastolic', whole(diastolic), units.pressure, source, null)
  }
  const pulse = pulseOf(checkup)
  if (pulse !== null) {
    const source =
      pulseFrom(checkup) === 'pulseRate' && pulseRate !== null
        ? sourceText(named(pulseRate.source), pulseRate.isManual)
        : pulseOxiData === null
          ? null
          : sourceText(pulseOxiData.device, pulseOxiData.isManual)
    add('pulse', shown('pulse', pulse), units.perMinute, source, scores?.HRScore)
  }
  if (temperature !== null) {
    add(
      'temperature',
      shown('temperature', temperature.value),
      showTemperature(temperature.value, edition).unit,
      sourceText(temperature.device, temperature.isManual),
      scores?.tempScore,
    )
  }
  if (checkup.consciousness !== null)
    add('consciousness', checkup.consciousness, '', null, scores?.consciousnessScore)
  if (scores?.onOxygenScore != null)
    add(
      'onOxygen',
      scores.onOxygenScore === 2 ? oxygen.yes : oxygen.no,
      '',
      checkup.oxygenFromFlag ? oxygen.fromFlag : null,
      scores.onOxygenScore,
    )
  if (oxygenFlow !== null)
    add('oxygenFlow', oxygenFlows[oxygenFlow] ?? oxygenFlow, units.oxygenFlow, null, null)
  if (peakExpiratoryFlowRate !== null) {
    add(
      'peakFlow',
      whole(peakExpiratoryFlowRate.value),
      units.peakFlow,
      sourceText(null, peakExpiratoryFlowRate.isManual),
      null,
    )
  }
  if (weight !== null) {
    const shown = showWeight(weight.value, edition)
    add('weight', shown.value, shown.unit, sourceText(weight.device, weight.isManual), null)
  }
  if (glucose !== null) {
    const shown = showGlucose(glucose.reading, edition)
    add('glucose', shown.value, shown.unit, null, null)
  }
  return found
}

export interface ShownChange {
  readonly key: ReadingKey
  readonly name: string
  readonly unit: string
  readonly now: string
  readonly before: string
  /** In words: up or down by how much, in the shown unit. */
  readonly words: string
}

const decimals = (shown: string): number => shown.split('.')[1]?.length ?? 0

const changeWords = (now: string, before: string): string => {
  const t = readingsTexts.change
  if (now === before) return t.same
  const difference = Number(now) - Number(before)
  if (Number.isNaN(difference)) return t.changed
  const places = Math.max(decimals(now), decimals(before))
  const size = roundTo(Math.abs(difference), places).toFixed(places)
  return difference > 0 ? t.up(size) : t.down(size)
}

/** What changed between two check-ups: the readings that both have, compared as they are shown. */
export const shownChanges = (
  now: readonly ShownReading[],
  before: readonly ShownReading[],
): readonly ShownChange[] =>
  now.flatMap(({ key, name, unit, value }) => {
    const earlier = before.find((reading) => reading.key === key)
    return earlier === undefined
      ? []
      : [
          {
            key,
            name,
            unit,
            now: value,
            before: earlier.value,
            words: changeWords(value, earlier.value),
          },
        ]
  })

/** The newest earlier check-up on the device; null: none. */
export const previousCheckup = (all: readonly Checkup[], checkup: Checkup): Checkup | null => {
  const earlier = validCheckups(all).filter(
    (one) => one.id !== checkup.id && Date.parse(one.endedAt) < Date.parse(checkup.endedAt),
  )
  return earlier.reduce<Checkup | null>(
    (best, one) =>
      best === null || Date.parse(one.endedAt) > Date.parse(best.endedAt) ? one : best,
    null,
  )
}

/** A check-up of soft signs alone took no readings, and none are shown (C149). */
export const hasReadings = (checkup: Pick<Checkup, 'subtype'>): boolean =>
  checkup.subtype !== 'soft-signs'
