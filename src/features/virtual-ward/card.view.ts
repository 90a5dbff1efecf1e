import { signalOf } from '../../domain/checkup/oximeter'
import type { Edition } from '../../domain/organization/organization'
import { showScored } from '../../domain/ews/shown-value'
import type { ThresholdParameter } from '../../domain/ews/thresholds'
import { roundTo, showTemperature } from '../../domain/units'
import type { HideableColumn } from '../../domain/virtual-ward/options'
import {
  checkupValues,
  type OwnValue,
  type ValuedCheckup,
} from '../../domain/virtual-ward/own-values'
import type { ScoreKey } from '../../domain/virtual-ward/shown-score'
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
  /** Where the value comes from, and when it was measured; null where there is none. */
  readonly measured: Pick<OwnValue, 'source' | 'endedAt'> | null
}

/** The seven tiles, always these and always in this order (C211). */
const parameters: readonly (readonly [TileKey, ScoreKey])[] = [
  ['bp', 'BPScore'],
  ['spO2', 'SpO2Score'],
  ['rr', 'RRScore'],
  ['pulse', 'HRScore'],
  ['temp', 'tempScore'],
  ['loc', 'consciousnessScore'],
  ['oxygen', 'onOxygenScore'],
]

const shownValue = (
  { key, value, diastolic }: OwnValue,
  edition: Edition,
): Pick<CardTile, 'value' | 'unit'> => {
  const { units, oxygen } = virtualWardTexts(edition).card
  if (typeof value === 'boolean') return { value: value ? oxygen.Yes : oxygen.No }
  if (typeof value === 'string') return { value }
  const shown = (parameter: ThresholdParameter): string => showScored(parameter, value, edition)
  switch (key) {
    case 'BPScore':
      return {
        value: `${shown('bloodPressure')}/${diastolic === null ? '' : roundTo(diastolic, 0)}`,
        unit: units.bp,
      }
    case 'SpO2Score':
      return { value: shown('spO2'), unit: units.spO2 }
    case 'RRScore':
      return { value: shown('respiratoryRate'), unit: units.rr }
    case 'HRScore':
      return { value: shown('pulse'), unit: units.pulse }
    default:
      return { value: shown('temperature'), unit: showTemperature(value, edition).unit }
  }
}

const marksOf = ({ isScale2, isPoor }: OwnValue, edition: Edition): readonly string[] => [
  ...(isScale2 ? [boardTexts(edition).scheme.scale2] : []),
  ...(isPoor ? [checkupTexts(edition).signal.poor] : []),
]

/**
 * The seven tiles of these values.
 * @param failedAt when a check-up ended whose oximeter failed, ISO 8601; null: none did
 * @param unmeasured what stands for a value that is not there; undefined: 'Missing'
 */
export const tilesOf = (
  values: readonly OwnValue[],
  edition: Edition,
  failedAt: string | null,
  unmeasured: (key: TileKey) => string | undefined = () => undefined,
): readonly CardTile[] => {
  const { tiles } = virtualWardTexts(edition).card
  const { signal } = checkupTexts(edition)
  return parameters.map(([key, scoreKey]) => {
    const own = values.find((value) => value.key === scoreKey)
    const failed = key === 'spO2' ? failedAt : null
    if (own === undefined) {
      const missingWord = failed === null ? unmeasured(key) : signal.failed
      return {
        key,
        label: tiles[key],
        value: null,
        score: null,
        measured: null,
        ...(missingWord === undefined ? {} : { missingWord }),
      }
    }
    return {
      key,
      label: tiles[key],
      ...shownValue(own, edition),
      score: own.score,
      measured: own,
      marks: [
        ...marksOf(own, edition),
        ...(failed !== null && Date.parse(failed) > Date.parse(own.endedAt)
          ? [signal.failedSince]
          : []),
      ],
    }
  })
}

/** When a check-up ended whose oximeter failed, ISO 8601; null: it did not. */
export const failedAt = (checkup: ValuedCheckup | null): string | null =>
  checkup !== null && signalOf(checkup) === 'failed' ? checkup.endedAt : null

/** The seven tiles of one check-up. */
export const cardTiles = (checkup: ValuedCheckup, edition: Edition): readonly CardTile[] =>
  tilesOf(checkupValues(checkup), edition, failedAt(checkup))

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
