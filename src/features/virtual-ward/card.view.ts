import type { Checkup } from '../../domain/checkup/checkup'
import { signalOf, spO2Of } from '../../domain/checkup/oximeter'
import { schemeMarks } from '../../domain/ews/scheme-marks'
import type { EwsScores } from '../../domain/ews/thresholds'
import { pulseOf } from '../../domain/checkup/pulse'
import type { HideableColumn } from '../../domain/virtual-ward/options'
import { oxygenTile } from '../../domain/virtual-ward/status-line'
import type { Edition } from '../../domain/organization/organization'
import { roundTo, showTemperature } from '../../domain/units'
import { boardTexts } from '../../texts/board'
import { checkupTexts } from '../../texts/checkup'
import { virtualWardTexts } from '../../texts/virtual-ward'

export type TileKey = 'bp' | 'spO2' | 'rr' | 'pulse' | 'temp' | 'loc' | 'oxygen'

export interface CardTile {
  readonly key: TileKey
  readonly label: string
  readonly value: string | null
  readonly unit?: string
  readonly score: number | null
  /** Word of a value that is not there; 'Missing' by default. */
  readonly missingWord?: string
  /** What must be known to read the value: Scale 2, a poor signal. */
  readonly marks?: readonly string[]
}

const whole = (value: number | null | undefined): string | null =>
  value == null ? null : String(roundTo(value, 0))

/** That SpO2 was scored on Scale 2. */
const scale2Mark = (scores: EwsScores | null | undefined, edition: Edition): readonly string[] =>
  schemeMarks(scores).includes('scale2') ? [boardTexts(edition).scheme.scale2] : []

/** The seven tiles of a card, always these and always in this order (C211). */
export const cardTiles = (checkup: Checkup, edition: Edition): readonly CardTile[] => {
  const { tiles, units, oxygen } = virtualWardTexts(edition).card
  const scores = checkup.ewsScores
  const signal = signalOf(checkup)
  const words = checkupTexts(edition).signal
  const onOxygen = oxygenTile(scores)
  const pressure = checkup.bloodPressureData
  const temperature =
    checkup.temperature === null ? null : showTemperature(checkup.temperature.value, edition)
  return [
    {
      key: 'bp',
      label: tiles.bp,
      unit: units.bp,
      score: scores?.BPScore ?? null,
      value:
        pressure === null
          ? null
          : `${whole(pressure.systolic) ?? ''}/${whole(pressure.diastolic) ?? ''}`,
    },
    {
      key: 'spO2',
      label: tiles.spO2,
      unit: units.spO2,
      value: whole(spO2Of(checkup)),
      ...(signal === 'failed' ? { missingWord: words.failed } : {}),
      marks: [...scale2Mark(scores, edition), ...(signal === 'poor' ? [words.poor] : [])],
      score: scores?.SpO2Score ?? null,
    },
    {
      key: 'rr',
      label: tiles.rr,
      unit: units.rr,
      value: whole(checkup.respiratoryRate?.value),
      score: scores?.RRScore ?? null,
    },
    {
      key: 'pulse',
      label: tiles.pulse,
      unit: units.pulse,
      value: whole(pulseOf(checkup)),
      score: scores?.HRScore ?? null,
    },
    {
      key: 'temp',
      label: tiles.temp,
      value: temperature?.value ?? null,
      score: scores?.tempScore ?? null,
      ...(temperature === null ? {} : { unit: temperature.unit }),
    },
    {
      key: 'loc',
      label: tiles.loc,
      value: checkup.consciousness,
      score: scores?.consciousnessScore ?? null,
    },
    {
      key: 'oxygen',
      label: tiles.oxygen,
      score: scores?.onOxygenScore ?? null,
      value: onOxygen === null ? null : oxygen[onOxygen],
    },
  ]
}

const columnOf: Partial<Readonly<Record<TileKey, HideableColumn>>> = {
  loc: 'levelOfConsciousness',
  oxygen: 'oxygenFlag',
}

/** The tiles that are not hidden (C632). */
export const shownTiles = (
  tiles: readonly CardTile[],
  hidden: readonly HideableColumn[],
): readonly CardTile[] =>
  tiles.filter(({ key }) => {
    const column = columnOf[key]
    return column === undefined || !hidden.includes(column)
  })
