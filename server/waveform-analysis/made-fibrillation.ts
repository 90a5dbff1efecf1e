/**
 * Ventricular fibrillation and torsades de pointes, made rather than recorded, the same for the same
 * seed: a wave of 3.5 to 7 Hz that changes its rate and height all the time and is no sine, and one
 * of 3.7 Hz whose height turns over every 3.5 s. No proof of what a recorded one looks like.
 */
interface Made {
  readonly count: number
  readonly frequency: number
  /** Of its middle height, baseline to peak. */
  readonly millivolts: number
  readonly seed?: number
}

/** Between 0 and 1: a linear congruential generator (Numerical Recipes). */
const createDraw = (seed: number) => {
  let state = seed * 7919 + 13
  const next = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  // The first draws of like seeds are alike.
  for (let index = 0; index < 16; index++) next()
  return next
}

export const madeFibrillation = ({
  count,
  frequency,
  millivolts,
  seed = 1,
}: Made): Float32Array => {
  const draw = createDraw(seed)
  const late = 2 * Math.PI * draw()
  const often = Math.round(frequency / 4)
  let [phase, hertz, height, wanted, wantedHeight] = [0, 5, 0.8, 5, 0.8]
  return Float32Array.from({ length: count }, (_, index) => {
    if (index % often === 0) [wanted, wantedHeight] = [3.5 + 3.5 * draw(), 0.4 + 0.8 * draw()]
    hertz += ((wanted - hertz) * 3) / frequency
    height += ((wantedHeight - height) * 4) / frequency
    phase += (2 * Math.PI * hertz) / frequency
    return (
      millivolts *
      height *
      (Math.sin(phase) + 0.3 * Math.sin(2 * phase + late) + 0.15 * Math.sin(0.63 * phase))
    )
  })
}

export const madeTorsades = ({ count, frequency, millivolts, seed = 1 }: Made): Float32Array =>
  Float32Array.from({ length: count }, (_, index) => {
    const second = index / frequency
    const phase = 2 * Math.PI * (3.7 * second + 0.3 * Math.sin(second))
    const turn = Math.sin((2 * Math.PI * second) / 7 + seed)
    return millivolts * turn * (Math.sin(phase) + 0.25 * Math.sin(2 * phase + 0.5))
  })
