import { useCallback, useEffect, useRef, useState } from 'react'

/** When the pulses of a burst begin, seconds: three and two, as an alarm of high priority has them (IEC 60601-1-8). */
const pulses = [0, 0.25, 0.5, 1, 1.25]
const pulseSeconds = 0.18
const hertz = 784

const playBurst = (context: AudioContext): void => {
  for (const at of pulses) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.frequency.value = hertz
    volume.gain.value = 0.3
    tone.connect(volume).connect(context.destination)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + pulseSeconds)
  }
}

/**
 * The loudspeaker of this page. `isBlocked`: the browser plays nothing before somebody pressed something
 * on the page; `unblock` is for such a press.
 */
export const useSound = () => {
  const context = useRef<AudioContext | null>(null)
  const [isBlocked, setBlocked] = useState(false)
  const look = useCallback(
    () => setBlocked(context.current !== null && context.current.state !== 'running'),
    [],
  )
  useEffect(() => {
    const made = new AudioContext()
    context.current = made
    made.addEventListener('statechange', look)
    look()
    return () => {
      made.removeEventListener('statechange', look)
      context.current = null
      void made.close()
    }
  }, [look])
  return {
    isBlocked,
    unblock: (): void => void context.current?.resume().then(look, look),
    burst: useCallback((): void => {
      if (context.current?.state === 'running') playBurst(context.current)
    }, []),
  }
}
