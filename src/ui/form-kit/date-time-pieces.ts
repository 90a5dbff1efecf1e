import type { Edition } from '../../domain/organization/organization'
import { readTypedInstant, typedInstant, type Zone } from '../../domain/time'

/** A date and a time while they are typed. */
export interface Pieces {
  readonly date: string
  readonly time: string
  /** Of a time that comes twice, which. */
  readonly chosen?: 0 | 1
}

const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(value)

/** The pieces in a field's value: an instant (ISO), or what was typed so far. */
export const piecesOf = (value: string, edition: Edition, zone?: Zone): Pieces => {
  if (isInstant(value)) return typedInstant(value, edition, zone)
  const [date = '', time = '', chosen] = value.split('\n')
  return { date, time, ...(chosen === '0' ? { chosen: 0 } : chosen === '1' ? { chosen: 1 } : {}) }
}

/** The value of a field while its pieces are typed; '' when nothing is. */
export const valueOfPieces = ({ date, time, chosen }: Pieces): string =>
  date === '' && time === ''
    ? ''
    : [date, time, ...(chosen === undefined ? [] : [String(chosen)])].join('\n')

/** The instant in a field's value, epoch milliseconds; null: what was typed so far is none. */
export const instantOf = (value: string, edition: Edition, zone?: Zone): number | null => {
  const found = readTypedInstant(piecesOf(value, edition, zone), edition, zone)
  return found.kind === 'instant' ? Date.parse(found.iso) : null
}
