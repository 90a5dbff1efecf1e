/** Ranges of the millivolt axis, ± mV, and the usual one (C125). */
export const ranges = [1, 2, 5, 10] as const
export type EcgRange = (typeof ranges)[number]
export const usualRange: EcgRange = 2

/** Paper speeds, mm/s, and the usual one (C126). */
export const speeds = [5, 10, 25, 50, 100] as const
export type EcgSpeed = (typeof speeds)[number]
export const usualSpeed: EcgSpeed = 25

/** Paper is as high as ±2 mV at the usual 10 mm/mV; a wider range is a smaller gain. */
export const paperHeightMm = 40
/** One small square of the grid, and how many make a large one (C607). */
export const smallSquareMm = 1
export const smallPerLarge = 5

/** What a CSS pixel is by the standard, where nobody measured the screen: 96 to the inch. */
export const standardPixelsPerMm = 96 / 25.4
/** What a screen can be: from a wall projector to a telephone. */
export const pixelsPerMmLimits = [1, 12] as const
/** An ID-1 card (ISO/IEC 7810), as bank cards are: what a screen is measured with. */
export const cardMm = { width: 85.6, height: 53.98 } as const

/** mm per mV at a range: 20, 10, 4, 2. */
export const gainOf = (range: EcgRange): number => paperHeightMm / (2 * range)

/** The calibration pulse: 1 mV for 200 ms, with 2.5 mm of rest on both sides. */
export const pulse = { mv: 1, ms: 200, restMm: 2.5 } as const
/** Width of the strip at the left edge that has the pulse, whole millimetres. */
export const gutterMm = (speed: EcgSpeed): number => 2 * pulse.restMm + (pulse.ms * speed) / 1000

export interface Scale {
  readonly speed: EcgSpeed
  readonly range: EcgRange
  /** Pixels of a millimetre, in whatever pixels the caller counts. */
  readonly pixelsPerMm: number
}

export const pixelsPerMs = ({ speed, pixelsPerMm }: Scale): number => (speed * pixelsPerMm) / 1000
export const pixelsPerMv = ({ range, pixelsPerMm }: Scale): number => gainOf(range) * pixelsPerMm
/** From the paper's upper edge to a voltage. */
export const yOf = (mv: number, scale: Scale): number =>
  (paperHeightMm / 2) * scale.pixelsPerMm - mv * pixelsPerMv(scale)
export const mvAt = (y: number, scale: Scale): number =>
  ((paperHeightMm / 2) * scale.pixelsPerMm - y) / pixelsPerMv(scale)

/** The earliest and latest left edge of paper `widthMm` wide. */
export const panLimits = (
  from: number,
  to: number,
  widthMm: number,
  speed: EcgSpeed,
): { readonly least: number; readonly most: number } => ({
  least: from,
  most: Math.max(from, to - (widthMm / speed) * 1000),
})

/** The next faster (1) or slower (-1) speed; the same at either end. */
export const stepSpeed = (speed: EcgSpeed, by: 1 | -1): EcgSpeed =>
  speeds[speeds.indexOf(speed) + by] ?? speed
/** The next wider (1) or closer (-1) range; the same at either end. */
export const stepRange = (range: EcgRange, by: 1 | -1): EcgRange =>
  ranges[ranges.indexOf(range) + by] ?? range

/** Between two instants and two voltages. */
export interface Calipers {
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** What calipers read: the interval in ms, its rate (null of none), the amplitude in mV. */
export const measure = ({
  from,
  to,
  low,
  high,
}: Calipers): { readonly ms: number; readonly perMinute: number | null; readonly mv: number } => {
  const ms = Math.abs(to - from)
  return { ms, perMinute: ms > 0 ? 60_000 / ms : null, mv: Math.abs(high - low) }
}
