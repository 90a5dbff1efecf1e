import { useCallback, useEffect, useRef, useState } from 'react'

/** What a player shows of one sound. Seconds. */
export interface PlayedSound {
  readonly isPlaying: boolean
  readonly isBroken: boolean
  readonly position: number
  /** Null: not known before it was loaded. */
  readonly duration: number | null
  /** Plays from an address, from where it stands; one that is loaded already goes on. */
  readonly play: (address: string) => void
  readonly pause: () => void
  readonly seek: (seconds: number) => void
  /** Forgets what could not be played, to load it anew. */
  readonly reset: () => void
}

const still = { isPlaying: false, isBroken: false, position: 0, duration: null }

/**
 * Plays a sound, which ends with the component that uses this: a sound of before is never heard beside another.
 * `onPlay` hears of each beginning.
 */
export const useSound = (onPlay: () => void): PlayedSound => {
  const [shown, setShown] =
    useState<Pick<PlayedSound, 'isPlaying' | 'isBroken' | 'position' | 'duration'>>(still)
  const audio = useRef<HTMLAudioElement | null>(null)
  const told = useRef(onPlay)
  useEffect(() => {
    told.current = onPlay
  }, [onPlay])

  const unload = useCallback((): void => {
    const before = audio.current
    audio.current = null
    before?.pause()
    before?.removeAttribute('src')
  }, [])
  useEffect(() => unload, [unload])

  // The browser tells four times a second where it is; milliseconds are shown.
  useEffect(() => {
    if (!shown.isPlaying) return undefined
    let frame = 0
    const look = (): void => {
      const position = audio.current?.currentTime ?? 0
      setShown((before) => (before.isPlaying ? { ...before, position } : before))
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [shown.isPlaying])

  const load = (address: string): HTMLAudioElement => {
    const made = new Audio(address)
    const hear = (name: string, change: () => Partial<typeof shown>): void =>
      made.addEventListener(name, () => {
        if (audio.current === made) setShown((before) => ({ ...before, ...change() }))
      })
    hear('durationchange', () => ({
      duration: Number.isFinite(made.duration) ? made.duration : null,
    }))
    hear('pause', () => ({ isPlaying: false, position: made.currentTime }))
    hear('ended', () => ({ isPlaying: false, position: 0 }))
    hear('error', () => ({ isPlaying: false, isBroken: true }))
    made.addEventListener('play', () => {
      if (audio.current !== made) return
      setShown((before) => ({ ...before, isPlaying: true }))
      told.current()
    })
    audio.current = made
    return made
  }

  return {
    ...shown,
    play: (address) => {
      const playing = (audio.current ?? load(address)).play()
      // A pause before it begins is no failure; what cannot be read is told by 'error'.
      playing.catch((thrown: unknown) => {
        if (thrown instanceof Error && thrown.name === 'NotSupportedError')
          setShown((before) => ({ ...before, isPlaying: false, isBroken: true }))
      })
    },
    pause: () => audio.current?.pause(),
    seek: (seconds) => {
      if (audio.current === null) return
      audio.current.currentTime = seconds
      setShown((before) => ({ ...before, position: seconds }))
    },
    reset: () => {
      unload()
      setShown(still)
    },
  }
}
