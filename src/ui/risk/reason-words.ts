import type { Edition } from '../../domain/organization/organization'
import { formatMoment } from '../../domain/time'
import { showScored } from '../../domain/ews/shown-value'
import { roundTo, showTemperature } from '../../domain/units'
import {
  reasonFor,
  type Reason,
  type ReasonRow,
  type ReasonValue,
} from '../../domain/virtual-ward/reason'
import type { OwnValue } from '../../domain/virtual-ward/own-values'
import { boardTexts } from '../../texts/board'

const scoredAs = {
  RRScore: 'respiratoryRate',
  SpO2Score: 'spO2',
  BPScore: 'bloodPressure',
  HRScore: 'pulse',
  tempScore: 'temperature',
} as const

const valueWords = ({ key, value, isPoor, isScale2 }: ReasonValue, edition: Edition): string => {
  const t = boardTexts(edition).reason
  if (typeof value === 'string' || key === 'consciousnessScore')
    return typeof value === 'string' ? t.consciousness[value] : ''
  const shown = showScored(scoredAs[key], value, edition)
  const unit =
    key === 'tempScore'
      ? ` ${showTemperature(value, edition).unit}`
      : key === 'SpO2Score'
        ? ' %'
        : ''
  const words = `${t.names[key]} ${shown}${unit}`
  const marks = [
    ...(isScale2 ? [boardTexts(edition).scheme.scale2] : []),
    ...(isPoor ? [t.poor] : []),
  ]
  return marks.length === 0 ? words : t.with(words, marks)
}

/** One of the seven values in words, whether it scores or not: 'BP 80/50', 'on air'. */
export const measuredWords = (own: OwnValue, edition: Edition): string => {
  const t = boardTexts(edition).reason
  const { key, value } = own
  if (key === 'onOxygenScore' || typeof value === 'boolean')
    return value === true ? t.onOxygen : t.onAir
  if (key === 'BPScore' && own.diastolic !== null && typeof value === 'number')
    return t.pressure(
      showScored('bloodPressure', value, edition),
      String(roundTo(own.diastolic, 0)),
    )
  return valueWords({ ...own, key, value, score: own.score ?? 0 }, edition)
}

const parts = ({ values, trend, isOnOxygen }: Reason, nowMs: number, edition: Edition) => {
  const t = boardTexts(edition).reason
  return {
    values: values.map((value) => valueWords(value, edition)),
    rest: [
      ...(trend === null
        ? []
        : [t[trend.direction](trend.from, formatMoment(trend.sinceMs, nowMs, edition))]),
      ...(isOnOxygen ? [t.onOxygen] : []),
    ],
  }
}

const sentence = (words: string): string =>
  words === '' ? '' : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** Why a patient scores, as one line: 'RR 25; score rising from 2 since 18:00; on oxygen'. */
export const reasonWords = (patient: ReasonRow, nowMs: number, edition: Edition): string => {
  const reason = reasonFor(patient, nowMs)
  if (reason === null) return ''
  const { values, rest } = parts(reason, nowMs, edition)
  return [...(values.length === 0 ? [] : [values.join(', ')]), ...rest].join('; ')
}

/** A sentence for where the values are told beside it. */
export const reasonBeside = (patient: ReasonRow, nowMs: number, edition: Edition): string => {
  const reason = reasonFor(patient, nowMs)
  return reason === null ? '' : sentence(parts(reason, nowMs, edition).rest.join('; '))
}
