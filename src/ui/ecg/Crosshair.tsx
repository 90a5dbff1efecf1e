import { useImperativeHandle, useLayoutEffect, useRef, type Ref, type RefObject } from 'react'
import { pixelsPerMs, yOf, type Scale } from '../../domain/ecg/geometry'
import type { TracePen } from '../../domain/ecg/pen'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { clockOf, mvOf } from '../../domain/ecg/clock'
import type { Paper } from './paper'
import styles from './EcgPaper.module.css'

export interface CrosshairHandle {
  /** At so many pixels from where the trace begins; null hides it. */
  put(x: number | null): void
  /** The paper moved under it. */
  moved(): void
}

/** The label is left of the line where there is no room on its right, pixels. */
const labelPx = 170

/** Lines at the pointer and the trace, with time and millivolts (C127). Moved by styles alone. */
export function Crosshair({
  ref,
  pen,
  paper,
  scale,
}: {
  readonly ref: Ref<CrosshairHandle>
  readonly pen: TracePen | null
  readonly paper: RefObject<Paper | null>
  readonly scale: Scale
}) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const root = useRef<HTMLDivElement>(null)
  const upright = useRef<HTMLDivElement>(null)
  const level = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLOutputElement>(null)
  const now = useRef({ pen, scale })
  useLayoutEffect(() => {
    now.current = { pen, scale }
  })

  useLayoutEffect(() => {
    const [said, line] = [words.current, level.current]
    if (pen === null || said === null || line === null) return undefined
    // This pen's answer is about its drawing, not the next one's.
    return () => {
      said.textContent = ''
      line.hidden = true
    }
  }, [pen])

  useImperativeHandle(ref, () => {
    let at: number | null = null
    let asking: TracePen | null = null
    let again = false
    const ask = (): void => {
      const { pen: asked, scale: drawn } = now.current
      const sheet = paper.current
      if (at === null || asked === null || sheet === null) return
      if (asking === asked) {
        again = true
        return
      }
      // A pen that died never answers: do not wait for it.
      asking = asked
      const instant = sheet.left() + at / pixelsPerMs(drawn)
      asked
        .valueAt(instant)
        .then(
          (mv) => {
            if (at === null || asking !== asked || words.current === null || level.current === null)
              return
            words.current.textContent = t.crosshair(
              clockOf(instant, edition, true),
              mv === null ? t.noSample : t.mv(mvOf(mv)),
            )
            level.current.hidden = mv === null || Math.abs(mv) > drawn.range
            if (mv !== null) level.current.style.transform = `translateY(${yOf(mv, drawn)}px)`
          },
          () => undefined,
        )
        .finally(() => {
          if (asking !== asked) return
          asking = null
          if (again) {
            again = false
            ask()
          }
        })
    }
    return {
      put: (x) => {
        at = x
        if (root.current === null || upright.current === null || words.current === null) return
        root.current.hidden = x === null
        if (x === null) return
        upright.current.style.transform = `translateX(${x}px)`
        words.current.style.transform =
          x + labelPx > root.current.clientWidth
            ? `translateX(calc(${x - 6}px - 100%))`
            : `translateX(${x + 6}px)`
        ask()
      },
      moved: ask,
    }
  }, [paper, edition, t])

  return (
    <div ref={root} hidden className={styles['crosshair']}>
      <div ref={upright} className={styles['crossUpright']} />
      <div ref={level} hidden className={styles['crossLevel']} />
      <output ref={words} className={styles['crossWords']} />
    </div>
  )
}
