/** An exact decimal: digits / 10^scale. Binary arithmetic would turn 35.05 into 35.0. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The decimal that a number prints as. Throws a RangeError for NaN and infinities. */
const decimalOf = (value: number): Decimal => {
  if (!Number.isFinite(value)) throw new RangeError('Not a finite number')
  const [mantissa = '0', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

const numberOf = ({ digits, scale }: Decimal): number => Number(`${digits}e${-scale}`)

/** Rounds half away from zero, on the decimal as written. */
const rounded = (value: Decimal, places: number): Decimal => {
  if (value.scale <= places) return value
  const unit = 10n ** BigInt(value.scale - places)
  const magnitude = value.digits < 0n ? -value.digits : value.digits
  const up = (magnitude * 2n + unit) / (unit * 2n)
  return { digits: value.digits < 0n ? -up : up, scale: places }
}

const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return {
    digits: a.digits * 10n ** BigInt(scale - a.scale) + b.digits * 10n ** BigInt(scale - b.scale),
    scale,
  }
}

/** `value` rounded to `places` decimals, half away from zero: 35.05 to one place is 35.1. */
export const roundTo = (value: number, places: number): number =>
  numberOf(rounded(decimalOf(value), places))

/** `value * factor + offset`, exact in decimals, then as the nearest number. */
export const linear = (value: number, factor: number, offset = 0): number =>
  numberOf(plus(times(decimalOf(value), decimalOf(factor)), decimalOf(offset)))

/** `value` with exactly `places` decimals, e.g. `37.0`. */
export const fixed = (value: number, places: number): string =>
  roundTo(value, places).toFixed(places)
