import { useEffect, useEffectEvent, useState } from 'react'
import type { PenCanvases, TracePen } from '../../domain/ecg/pen'

export type OpenPen = (
  canvases: PenCanvases,
  lost: () => void,
  inPage: boolean,
) => Promise<TracePen>

/** A worker that dies is tried once more, then the page draws by itself. */
const mostLosses = 1

/**
 * A pen on two canvases (paper, times). `canvases` is the ref and `sheet` the key of their parent:
 * a canvas given to a worker cannot be used again. `failed`: no drawing in this browser.
 */
export const usePen = (
  open: OpenPen,
): {
  readonly pen: TracePen | null
  readonly failed: boolean
  readonly sheet: number
  readonly canvases: (element: HTMLElement | null) => void
} => {
  const [losses, setLosses] = useState(0)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [held, setHeld] = useState<{
    readonly of: HTMLElement
    readonly pen: TracePen | null
  } | null>(null)
  /** One pen a canvas: a loss opens none by itself, it brings other canvases. */
  const isInPage = useEffectEvent(() => losses > mostLosses)
  useEffect(() => {
    const [paper, times] = [...(element?.querySelectorAll('canvas') ?? [])]
    if (element === null || paper === undefined || times === undefined) return undefined
    let isOver = false
    let opened: TracePen | null = null
    const lost = (): void => {
      if (!isOver) setLosses((count) => count + 1)
    }
    open({ paper, times }, lost, isInPage()).then(
      (pen) => {
        opened = pen
        if (isOver) pen.close()
        else setHeld({ of: element, pen })
      },
      () => {
        if (!isOver) setHeld({ of: element, pen: null })
      },
    )
    return () => {
      isOver = true
      opened?.close()
      setHeld(null)
    }
  }, [element, open])
  const mine = held?.of === element ? held : null
  return {
    pen: mine?.pen ?? null,
    failed: mine !== null && mine.pen === null,
    sheet: losses,
    canvases: setElement,
  }
}
