import { useEffect, useState } from 'react'

/** `on`: the screen is kept awake; `off`: it is not; `none`: the browser cannot. */
export type WakeLockState = 'on' | 'off' | 'none'

/**
 * Keeps the screen on. Browsers release the lock (hidden page, low battery): it is requested again,
 * and the state is the actual one.
 */
export const useWakeLock = (): WakeLockState => {
  const can = 'wakeLock' in navigator
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!can) return undefined
    let lock: WakeLockSentinel | null = null
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const released = (): void => {
      lock = null
      setHeld(false)
      if (!gone) again()
    }
    const ask = async (): Promise<void> => {
      if (gone || lock !== null || document.visibilityState !== 'visible') return
      try {
        const given = await navigator.wakeLock.request('screen')
        if (gone) {
          await given.release()
          return
        }
        lock = given
        given.addEventListener('release', released, { once: true })
        setHeld(!given.released)
      } catch {
        again() // refused: on battery, or by a policy; it may be given later
      }
    }
    const again = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), 30_000)
    }
    const onVisible = (): void => void ask()
    void ask()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      gone = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [can])
  return can ? (held ? 'on' : 'off') : 'none'
}
