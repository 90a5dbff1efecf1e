import { useCallback, useEffect, useRef, useState } from 'react'
import { useWaveforms, type WaveformAnswer } from '../../../data/waveform'
import { useConnection } from '../../../engine/react'
import { readOf } from '../../../domain/ecg/ecg-window'
import { mostHeld } from '../../../domain/ecg/pen'
import type { Problem } from '../../../domain/problem'
import type { ShownWindow } from '../../../ui/ecg'

/** One window. `shown` null: nothing yet, or nothing because of `problem`. */
export interface EcgWindowState {
  readonly shown: ShownWindow | null
  /** When the server last said so, epoch milliseconds; null: nothing is shown. */
  readonly asOf: number | null
  /** It is what this device kept: the server has not been heard about it. */
  readonly isKept: boolean
  readonly fetching: boolean
  readonly problem: Problem | null
}

/** A window that was opened while this panel has stood: the same object, which the pen knows. */
export interface OpenedWindow {
  readonly shown: ShownWindow
  readonly asOf: number
  readonly tag: string | null
}

export interface OpenedWindows {
  get(key: string): OpenedWindow | undefined
  put(key: string, window: OpenedWindow): void
  clear(): void
}

export const windowKey = (patientId: string, start: number | null): string =>
  `${patientId} ${start ?? ''}`

export const createOpenedWindows = (): OpenedWindows => {
  const held = new Map<string, OpenedWindow>()
  return {
    get: (key) => held.get(key),
    put: (key, window) => {
      held.delete(key)
      held.set(key, window)
      for (const oldest of [...held.keys()].slice(0, Math.max(0, held.size - mostHeld)))
        held.delete(oldest)
    },
    clear: () => held.clear(),
  }
}

/** Pause before the server is asked about a kept window, milliseconds. */
const restMs = 250
const nothing: EcgWindowState = {
  shown: null,
  asOf: null,
  isKept: false,
  fetching: true,
  problem: null,
}
const keptOf = ({ shown, asOf }: OpenedWindow): EcgWindowState => ({
  shown,
  asOf,
  isKept: true,
  fetching: false,
  problem: null,
})

/** The window that begins at `start`: first the kept one, then the server's. Null: none wanted. */
export const useEcgWindow = (
  patientId: string,
  start: number | null,
  opened: OpenedWindows,
): EcgWindowState & { readonly refresh: () => void } => {
  const waveforms = useWaveforms()
  const offline = useConnection().state === 'offline'
  const [held, setHeld] = useState<{ readonly key: string; readonly state: EcgWindowState } | null>(
    null,
  )
  const [turn, setTurn] = useState(0)
  const asked = useRef<{ readonly key: string; readonly turn: number } | null>(null)
  const key = windowKey(patientId, start)

  useEffect(() => {
    if (start === null) return undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = readOf(start)
    const request = { patientId, type: 'SingleECG', ...read } as const
    const change = (make: (was: EcgWindowState) => EcgWindowState): void => {
      if (isOver) return
      const before = opened.get(key)
      setHeld((was) => ({
        key,
        state: make(was?.key === key ? was.state : before === undefined ? nothing : keptOf(before)),
      }))
    }
    const put = ({ form, asOf, tag }: WaveformAnswer, isKept: boolean): void => {
      if (isOver) return
      const shown = { form, start, read }
      opened.put(key, { shown, asOf, tag })
      change(() => ({ shown, asOf, isKept, fetching: isKept && !offline, problem: null }))
    }
    const ask = async (): Promise<void> => {
      change((was) => ({ ...was, fetching: true }))
      const result = await waveforms.ask(request, opened.get(key)?.tag ?? null)
      if (isOver) return
      if (result.kind === 'refused') {
        // No longer this user's to see: neither this window stays, nor is the next one taken from
        // what was.
        const isForbidden = result.problem.kind === 'forbidden'
        if (isForbidden) opened.clear()
        change((was) => ({
          ...was,
          ...(isForbidden ? { shown: null, asOf: null, isKept: false } : {}),
          fetching: false,
          problem: result.problem,
        }))
      } else if (result.value.kind === 'window') put(result.value.answer, false)
      else {
        const { asOf } = result.value
        const same = opened.get(key)
        if (same !== undefined) opened.put(key, { ...same, asOf })
        change((was) => ({ ...was, asOf, isKept: false, fetching: false, problem: null }))
      }
    }
    const look = async (): Promise<void> => {
      const before = opened.get(key)
      const isPressed = asked.current?.key === key && asked.current.turn !== turn
      asked.current = { key, turn }
      if (before === undefined) {
        const kept = await waveforms.kept(request)
        if (isOver) return
        if (kept !== null) put(kept, true)
      } else if (!isPressed && !offline) {
        timer = setTimeout(() => void ask(), restMs)
        return
      }
      if (offline) {
        change((was) => ({ ...was, fetching: false }))
        return
      }
      await ask()
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [waveforms, patientId, start, key, offline, turn, opened])

  const refresh = useCallback(() => setTurn((count) => count + 1), [])
  const before = opened.get(key)
  const state = held?.key === key ? held.state : before === undefined ? nothing : keptOf(before)
  return { ...state, refresh }
}
