import { useEffect, type RefObject } from 'react'
import { useWaveforms } from '../../../data/waveform'
import { useConnection } from '../../../engine/react'
import { nextStart, previousStart, readOf, type ReadingSpan } from '../../../domain/ecg/ecg-window'
import type { EcgPaperHandle } from '../../../ui/ecg'
import { windowKey, type OpenedWindows } from './use-ecg-window'

/** A pause before what nobody asked for is fetched, milliseconds. */
const restMs = 400

/** Has the pen read the windows before and after the shown one, so that a step only draws. */
export const useNeighbours = (
  patientId: string,
  start: number | null,
  span: ReadingSpan | null,
  isSettled: boolean,
  opened: OpenedWindows,
  paper: RefObject<EcgPaperHandle | null>,
): void => {
  const waveforms = useWaveforms()
  const offline = useConnection().state === 'offline'
  const [before, after] =
    start === null || span === null
      ? [null, null]
      : [previousStart(start, span), nextStart(start, span)]
  useEffect(() => {
    if (!isSettled) return undefined
    let isOver = false
    const open = async (begins: number): Promise<void> => {
      const key = windowKey(patientId, begins)
      const read = readOf(begins)
      const request = { patientId, type: 'SingleECG', ...read } as const
      if (opened.get(key) === undefined) {
        const kept = await waveforms.kept(request)
        const asked = kept !== null || isOver || offline ? null : await waveforms.ask(request, null)
        const answer =
          kept ??
          (asked?.kind === 'done' && asked.value.kind === 'window' ? asked.value.answer : null)
        if (isOver || answer === null) return
        opened.put(key, {
          shown: { form: answer.form, start: begins, read },
          asOf: answer.asOf,
          tag: answer.tag,
        })
      }
      const window = opened.get(key)
      if (window !== undefined) paper.current?.prepare(window.shown)
    }
    const openAhead = async (): Promise<void> => {
      for (const begins of [after, before])
        if (begins !== null && !isOver && document.visibilityState !== 'hidden') await open(begins)
    }
    const timer = setTimeout(() => void openAhead(), restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [waveforms, patientId, before, after, isSettled, offline, opened, paper])
}
