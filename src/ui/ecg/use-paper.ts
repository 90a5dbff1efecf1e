import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { clockOf } from '../../domain/ecg/clock'
import type { Stretch } from '../../domain/ecg/ecg-window'
import { paperHeightMm, type Scale } from '../../domain/ecg/geometry'
import type { TracePen } from '../../domain/ecg/pen'
import { useEdition } from '../edition'
import type { CrosshairHandle } from './Crosshair'
import { createPaper, type Paper } from './paper'
import { paperColours } from './paper-colours'
import { createSpokenPlace } from './spoken-place'

export interface PaperElements {
  readonly host: RefObject<HTMLDivElement | null>
  readonly layer: RefObject<HTMLDivElement | null>
  readonly surface: RefObject<HTMLDivElement | null>
  readonly crosshair: RefObject<CrosshairHandle | null>
}

/** A paper that keeps the scale, the size of its element and the theme; `gutter` in CSS pixels. */
export const usePaper = (
  { host, layer, surface, crosshair }: PaperElements,
  pen: TracePen | null,
  scale: Scale,
  bounds: Stretch,
): { readonly paper: RefObject<Paper | null>; readonly gutter: number } => {
  const edition = useEdition()
  const paper = useRef<Paper | null>(null)
  const width = useRef(0)
  const [gutter, setGutter] = useState(0)
  const now = { scale, bounds }
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
    paper.current?.settle()
  })

  useEffect(() => {
    const [element, moving] = [host.current, layer.current]
    if (pen === null || element === null || moving === null) return undefined
    const spoken = createSpokenPlace((left) => {
      surface.current?.setAttribute('aria-valuenow', String(Math.round(left)))
      surface.current?.setAttribute('aria-valuetext', clockOf(left, edition))
    })
    const made = createPaper({
      layer: moving,
      pen,
      edition,
      setting: { ...latest.current.scale, ...latest.current.bounds },
      colours: paperColours(element),
      onMoved: (left) => {
        spoken.at(left)
        crosshair.current?.moved()
      },
    })
    paper.current = made
    const fit = (): void => {
      width.current = element.clientWidth
      made.resize(width.current, paperHeightMm * latest.current.scale.pixelsPerMm, devicePixelRatio)
      setGutter(made.gutter())
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(element)
    fit()
    const themes = new MutationObserver(() => made.recolour(paperColours(element)))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      sizes.disconnect()
      themes.disconnect()
      spoken.stop()
      made.close()
      paper.current = null
    }
  }, [pen, edition, host, layer, surface, crosshair])

  const { speed, range, pixelsPerMm } = scale
  useLayoutEffect(() => {
    const made = paper.current
    if (made === null) return
    made.set({ speed, range, pixelsPerMm, from: bounds.from, to: bounds.to })
    // The measured width: asking the element here would force a layout.
    made.resize(width.current, paperHeightMm * pixelsPerMm, devicePixelRatio)
    setGutter(made.gutter())
    // Another pen has a new paper, which needs its setting.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pen, speed, range, pixelsPerMm, bounds.from, bounds.to])
  return { paper, gutter }
}
