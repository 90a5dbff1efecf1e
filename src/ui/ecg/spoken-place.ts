/** Often enough to be read out, and seldom enough to cost a moving paper nothing, milliseconds. */
const everyMs = 200

/** Tells assistive technology a slider's value: the first move, then the last of a series. */
export const createSpokenPlace = (say: (instant: number) => void) => {
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const rest = (): void => {
    timer = undefined
    if (!isDue) return
    isDue = false
    say(latest)
    timer = setTimeout(rest, everyMs)
  }
  return {
    at: (instant: number): void => {
      latest = instant
      if (timer !== undefined) {
        isDue = true
        return
      }
      say(instant)
      timer = setTimeout(rest, everyMs)
    },
    stop: (): void => clearTimeout(timer),
  }
}
