import { useEffect, useRef, useState } from 'react'
import type { UploadDraft } from './use-kept-upload'

/** Whether this tab has the upload to itself, and until when. */
export interface Turn {
  readonly isMine: boolean
  /** The turn does not end before this does, also where the dialog is closed. */
  readonly hold: (work: Promise<void>) => void
}

/**
 * The upload is one tab's at a time: two would send the same rows, and overwrite what became of
 * them. The turn ends with the dialog, after what is under way.
 */
export const useTurn = ({ alone }: UploadDraft): Turn => {
  const [isMine, setMine] = useState(false)
  const held = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    let isGone = false
    let end: () => void = () => undefined
    void alone(async () => {
      if (isGone) return
      const isOver = new Promise<void>((resolve) => {
        end = resolve
      })
      setMine(true)
      await isOver
      await held.current
    }).catch(() => undefined)
    return () => {
      isGone = true
      setMine(false)
      end()
    }
  }, [alone])
  return {
    isMine,
    hold: (work) => {
      held.current = work.catch(() => undefined)
    },
  }
}
