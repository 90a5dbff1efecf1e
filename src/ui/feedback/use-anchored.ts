import { useLayoutEffect, useState, type RefObject } from 'react'

export interface Place {
  readonly left: number
  readonly top: number
  readonly above: boolean
}

const gap = 6
const edge = 8

/** The place of a panel: below its anchor, or above without room, inside the window. CSS px. */
export const placeBeside = (
  anchor: { left: number; top: number; bottom: number; width: number },
  panel: { width: number; height: number },
  view: { width: number; height: number },
  align: 'centre' | 'start' | 'end' = 'centre',
): Place => {
  const offset =
    align === 'centre'
      ? (anchor.width - panel.width) / 2
      : align === 'start'
        ? 0
        : anchor.width - panel.width
  const left = Math.max(edge, Math.min(anchor.left + offset, view.width - panel.width - edge))
  const below = anchor.bottom + gap
  const above = below + panel.height > view.height - edge && anchor.top - gap - panel.height > edge
  return { left, top: above ? anchor.top - gap - panel.height : below, above }
}

/** Keeps a fixed panel beside its anchor while it is open. */
export const useAnchored = (
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  align: 'centre' | 'start' | 'end' = 'centre',
): Place | null => {
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    if (!open) return undefined
    const measure = () => {
      if (anchor.current === null || panel.current === null) return
      const box = anchor.current.getBoundingClientRect()
      const own = panel.current.getBoundingClientRect()
      setPlace(
        placeBeside(
          box,
          own,
          { width: document.documentElement.clientWidth, height: window.innerHeight },
          align,
        ),
      )
    }
    measure()
    window.addEventListener('scroll', measure, true)
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure, true)
      window.removeEventListener('resize', measure)
    }
  }, [open, anchor, panel, align])
  return open ? place : null
}
