import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import {
  mvAt,
  paperHeightMm,
  pixelsPerMs,
  smallPerLarge,
  type Calipers,
  type Scale,
} from '../../domain/ecg/geometry'
import type { CrosshairHandle } from './Crosshair'
import type { Paper } from './paper'

export interface PaperInput {
  readonly surface: RefObject<HTMLElement | null>
  readonly paper: RefObject<Paper | null>
  readonly crosshair: RefObject<CrosshairHandle | null>
  readonly scale: Scale
  /** Where the trace begins, pixels. */
  readonly gutter: number
  /** Null: dragging moves the paper. Else it measures. */
  readonly calipers: Calipers | null
  readonly onCalipers: (value: Calipers) => void
  readonly onSpeed: (by: 1 | -1) => void
}

/**
 * Moves paper and crosshair by pointer, wheel and keys. A vertical wheel scrolls the page unless
 * Shift is held. Two fingers belong to the browser.
 */
export const usePaperInput = (input: PaperInput): void => {
  const latest = useRef(input)
  useLayoutEffect(() => {
    latest.current = input
  })
  const element = input.surface
  useEffect(() => {
    const surface = element.current
    if (surface === null) return undefined
    let held: {
      readonly id: number
      readonly x: number
      readonly y: number
      readonly from: number
      moved: boolean
    } | null = null
    const place = (event: {
      readonly clientX: number
      readonly clientY: number
    }): { readonly x: number; readonly y: number } => {
      const box = surface.getBoundingClientRect()
      return { x: event.clientX - box.left - latest.current.gutter, y: event.clientY - box.top }
    }
    const instantAt = (x: number): number =>
      (latest.current.paper.current?.left() ?? 0) + x / pixelsPerMs(latest.current.scale)
    const mv = (y: number): number => {
      const { scale } = latest.current
      return Math.min(
        scale.range,
        Math.max(
          -scale.range,
          mvAt(Math.min(paperHeightMm * scale.pixelsPerMm, Math.max(0, y)), scale),
        ),
      )
    }

    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return
      surface.setPointerCapture(event.pointerId)
      const { x, y } = place(event)
      held = {
        id: event.pointerId,
        x,
        y,
        from: latest.current.paper.current?.left() ?? 0,
        moved: false,
      }
    }
    const move = (event: PointerEvent): void => {
      const { x, y } = place(event)
      const { paper, scale, calipers, onCalipers, crosshair } = latest.current
      if (held === null || held.id !== event.pointerId) {
        if (event.pointerType !== 'touch') crosshair.current?.put(x < 0 ? null : x)
        return
      }
      if (Math.abs(x - held.x) + Math.abs(y - held.y) > 3) held.moved = true
      if (!held.moved) return
      if (calipers !== null)
        onCalipers({ from: instantAt(held.x), to: instantAt(x), high: mv(held.y), low: mv(y) })
      else {
        crosshair.current?.put(null)
        paper.current?.panTo(held.from - (x - held.x) / pixelsPerMs(scale))
      }
    }
    const up = (event: PointerEvent): void => {
      if (held?.id !== event.pointerId) return
      const { x } = place(event)
      if (!held.moved && x >= 0) latest.current.crosshair.current?.put(x)
      held = null
    }
    const leave = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch' && held === null)
        latest.current.crosshair.current?.put(null)
    }
    const wheel = (event: WheelEvent): void => {
      const across = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0
      if (across === 0 || event.ctrlKey) return
      event.preventDefault()
      latest.current.paper.current?.panBy(event.deltaMode === 1 ? across * 16 : across)
    }
    const key = (event: KeyboardEvent): void => {
      const { paper, scale, crosshair, onSpeed } = latest.current
      const sheet = paper.current
      if (sheet === null || event.altKey || event.ctrlKey || event.metaKey) return
      const step = event.shiftKey ? sheet.span() : (smallPerLarge / scale.speed) * 1000
      const act = {
        ArrowRight: () => sheet.panTo(sheet.left() + step),
        ArrowLeft: () => sheet.panTo(sheet.left() - step),
        PageDown: () => sheet.panTo(sheet.left() + sheet.span()),
        PageUp: () => sheet.panTo(sheet.left() - sheet.span()),
        Home: () => sheet.panTo(-Infinity),
        End: () => sheet.panTo(Infinity),
        '+': () => onSpeed(1),
        '-': () => onSpeed(-1),
      }[event.key]
      if (event.key === 'Escape') crosshair.current?.put(null)
      if (act === undefined) return
      event.preventDefault()
      act()
      if (event.key !== '+' && event.key !== '-')
        crosshair.current?.put((sheet.span() * pixelsPerMs(scale)) / 2)
    }
    const cancel = (): void => {
      held = null
    }
    const stop = new AbortController()
    const { signal } = stop
    surface.addEventListener('pointerdown', down, { signal })
    surface.addEventListener('pointermove', move, { signal })
    surface.addEventListener('pointerup', up, { signal })
    surface.addEventListener('pointercancel', cancel, { signal })
    surface.addEventListener('pointerleave', leave, { signal })
    surface.addEventListener('wheel', wheel, { signal, passive: false })
    surface.addEventListener('keydown', key, { signal })
    return () => stop.abort()
  }, [element])
}
