import {
  memo,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { leftForEvent, shownStart, windowMs, type Stretch } from '../../domain/ecg/ecg-window'
import {
  gainOf,
  paperHeightMm,
  type Calipers as Measured,
  type EcgRange,
  type EcgSpeed,
  type Scale,
} from '../../domain/ecg/geometry'
import type { LoadOutcome, TracePen, TraceSummary, WindowForm } from '../../domain/ecg/pen'
import type { Gap } from '../../domain/ecg/trace'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { Calipers } from './Calipers'
import { Crosshair, type CrosshairHandle } from './Crosshair'
import { createPaper, type Paper } from './paper'
import { paperColours } from './paper-colours'
import { PaperLayer, type Highlight } from './PaperLayer'
import { usePaperInput } from './use-paper-input'
import { createSpokenPlace } from './spoken-place'
import { usePen, type OpenPen } from './use-pen'
import { clockOf } from '../../domain/ecg/clock'
import styles from './EcgPaper.module.css'

/** A window to show: the same object is not read again. */
export interface ShownWindow {
  readonly form: WindowForm
  /** Where the window begins, and what was read for it; epoch milliseconds. */
  readonly start: number
  readonly read: Stretch
}

export interface EcgPaperHandle {
  /** Brings an instant into the middle. */
  centre(instant: number): void
  /** Reads a window that may be wanted next, so that it is there at once. */
  prepare(window: ShownWindow): void
  /**
   * What is seen, and the pen that drew it: for a strip on paper. `of` null: the window that is
   * wanted is not drawn.
   */
  seen(): {
    readonly left: number
    readonly pen: TracePen
    readonly window: Stretch
    readonly of: ShownWindow | null
  } | null
}

export interface EcgPaperProps {
  readonly openPen: OpenPen
  /** The window that is wanted, epoch milliseconds. */
  readonly start: number
  /**
   * Null while it is not there. What is drawn of another stays at its own time, and so is not seen
   * in this one's place.
   */
  readonly shown: ShownWindow | null
  readonly speed: EcgSpeed
  readonly range: EcgRange
  /** CSS pixels. */
  readonly pixelsPerMm: number
  readonly highlight: Highlight | null
  readonly calipers: Measured | null
  readonly onCalipers: (value: Measured) => void
  readonly onSpeed: (by: 1 | -1) => void
  /** What became of a window: drawn, or why not. */
  readonly onOutcome: (
    window: ShownWindow,
    outcome: LoadOutcome | { readonly kind: 'failed' },
  ) => void
  readonly handle?: Ref<EcgPaperHandle>
}

interface Sheet extends Stretch {
  readonly of: ShownWindow
  readonly summary: TraceSummary
}

const bring = (paper: Paper | null, event: Stretch, window: Stretch): void =>
  paper?.panTo(leftForEvent(event, window, paper.span()))
const noGaps: readonly Gap[] = []
const sheetOf = (of: ShownWindow, summary: TraceSummary): Sheet => ({
  of,
  from: shownStart(of.start, summary.extent?.from ?? null),
  to: of.start + windowMs,
  summary,
})

/**
 * ECG paper in true proportions: the trace by a pen beside the page's thread, everything that is
 * words or lines to grab above it.
 */
export const EcgPaper = memo(function EcgPaper({
  openPen,
  start,
  shown,
  speed,
  range,
  pixelsPerMm,
  highlight,
  calipers,
  onCalipers,
  onSpeed,
  onOutcome,
  handle,
}: EcgPaperProps) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const host = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const crosshair = useRef<CrosshairHandle>(null)
  const paper = useRef<Paper | null>(null)
  const width = useRef(0)
  const { pen, failed, sheet: sheetKey, canvases } = usePen(openPen)
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [gutter, setGutter] = useState(0)
  const scale = useMemo((): Scale => ({ speed, range, pixelsPerMm }), [speed, range, pixelsPerMm])
  // A window that the pen holds already is drawn with the first frame: nothing is waited for.
  const ready = pen === null || shown === null ? null : pen.known(shown.form)
  const taken = ready?.kind === 'loaded' && shown !== null ? sheetOf(shown, ready.summary) : sheet
  const current = taken !== null && taken.of.start === start ? taken : null
  const from = current?.from ?? start
  const bounds = useMemo((): Stretch => ({ from, to: start + windowMs }), [from, start])
  const now = { scale, bounds, highlight, onOutcome, of: current?.of ?? null }
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
  }, [pen, edition])

  useLayoutEffect(() => {
    const made = paper.current
    if (made === null) return
    made.set({ speed, range, pixelsPerMm, from: bounds.from, to: bounds.to })
    // As it was measured: to ask here would lay the page out in the middle of a change.
    made.resize(width.current, paperHeightMm * pixelsPerMm, devicePixelRatio)
    setGutter(made.gutter())
    // Another pen is another paper, which is set anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pen, speed, range, pixelsPerMm, bounds.from, bounds.to])

  useLayoutEffect(() => {
    if (failed && shown !== null) latest.current.onOutcome(shown, { kind: 'failed' })
    if (pen === null || shown === null) return undefined
    let isOver = false
    const take = (outcome: LoadOutcome): void => {
      if (outcome.kind === 'loaded') {
        const next = sheetOf(shown, outcome.summary)
        setSheet(next)
        paper.current?.set({ ...latest.current.scale, ...next })
        const event = latest.current.highlight
        if (event !== null && event.to >= next.from && event.from < next.to)
          bring(paper.current, event, next)
      } else setSheet(null)
      latest.current.onOutcome(shown, outcome)
    }
    const known = pen.known(shown.form)
    if (known !== null) take(known)
    pen.load(shown.form, shown.read).then(
      (outcome) => {
        if (!isOver && known === null && outcome.kind !== 'superseded') take(outcome)
      },
      () => {
        if (!isOver) latest.current.onOutcome(shown, { kind: 'failed' })
      },
    )
    return () => {
      isOver = true
    }
  }, [pen, shown, failed])

  useEffect(() => {
    if (highlight !== null) bring(paper.current, highlight, latest.current.bounds)
  }, [highlight])

  useImperativeHandle(
    handle,
    () => ({
      centre: (instant) => paper.current?.panTo(instant - paper.current.span() / 2),
      // One that cannot be read says so when it is wanted.
      prepare: ({ form, read }) => void pen?.prepare(form, read).catch(() => undefined),
      seen: () =>
        paper.current === null || pen === null
          ? null
          : {
              left: paper.current.left(),
              pen,
              window: latest.current.bounds,
              of: latest.current.of,
            },
    }),
    [pen],
  )

  usePaperInput({ surface, paper, crosshair, scale, gutter, calipers, onCalipers, onSpeed })
  return (
    <div
      ref={host}
      className={styles['paper']}
      data-pen={pen?.at}
      style={
        {
          '--gutter': `${gutter}px`,
          '--paper-height': `${paperHeightMm * pixelsPerMm}px`,
        } as React.CSSProperties
      }
    >
      <div key={sheetKey} ref={canvases} aria-hidden="true">
        <canvas className={styles['canvas']} />
        <canvas className={styles['times']} />
      </div>
      <div
        ref={surface}
        // A range input has a track and a thumb; this is paper.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={t.paper}
        aria-describedby="ecg-paper-help"
        aria-valuemin={bounds.from}
        aria-valuemax={bounds.to}
        aria-valuenow={bounds.from}
        className={styles['surface']}
        data-measuring={calipers !== null}
      />
      <p id="ecg-paper-help" hidden>
        {t.paperHelp}
      </p>
      <div className={styles['viewport']}>
        <div ref={layer} className={styles['layer']}>
          <PaperLayer
            scale={scale}
            window={bounds}
            gaps={current?.summary.gaps ?? noGaps}
            extent={current?.summary.extent ?? null}
            isRead={current !== null}
            highlight={highlight}
          />
          {calipers !== null && (
            <Calipers value={calipers} onChange={onCalipers} scale={scale} window={bounds} />
          )}
        </div>
        <Crosshair ref={crosshair} pen={pen} paper={paper} scale={scale} />
      </div>
      <div className={styles['millivolts']} aria-hidden="true">
        {[range, range / 2, 0, -range / 2, -range].map((mv) => (
          <span key={mv} style={{ top: `${(1 - mv / range) * 50}%` }}>
            {mv > 0 ? `+${mv}` : String(mv).replace('-', '−')}
          </span>
        ))}
      </div>
      <small className={styles['setting']}>{t.setting(speed, String(gainOf(range)))}</small>
    </div>
  )
})
