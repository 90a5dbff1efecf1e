import { memo, useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react'
import type { Stretch } from '../../domain/ecg/ecg-window'
import {
  gainOf,
  paperHeightMm,
  type Calipers as Measured,
  type EcgRange,
  type EcgSpeed,
  type Scale,
} from '../../domain/ecg/geometry'
import type { TracePen } from '../../domain/ecg/pen'
import type { Gap } from '../../domain/ecg/trace'
import { ecgTexts } from '../../texts/ecg'
import { useEdition } from '../edition'
import { Calipers } from './Calipers'
import { Crosshair, type CrosshairHandle } from './Crosshair'
import { PaperLayer, type Highlight } from './PaperLayer'
import { usePaper } from './use-paper'
import { usePaperInput } from './use-paper-input'
import { usePen, type OpenPen } from './use-pen'
import { useSheet, useSheetLoading, type OnOutcome, type ShownWindow } from './use-sheet'
import styles from './EcgPaper.module.css'

export interface EcgPaperHandle {
  /** Brings an instant into the middle. */
  centre(instant: number): void
  /** Reads a window that may be wanted next, so that it is there at once. */
  prepare(window: ShownWindow): void
  /** What is seen and its pen, for printing. `of` null: the wanted window is not drawn. */
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
  /** Null: not there yet. Another drawn window stays at its own time, out of sight. */
  readonly shown: ShownWindow | null
  readonly speed: EcgSpeed
  readonly range: EcgRange
  readonly pixelsPerMm: number
  readonly highlight: Highlight | null
  readonly calipers: Measured | null
  readonly onCalipers: (value: Measured) => void
  readonly onSpeed: (by: 1 | -1) => void
  readonly onOutcome: OnOutcome
  readonly handle?: Ref<EcgPaperHandle>
}

const noGaps: readonly Gap[] = []

/** ECG paper in true proportions: a pen draws the trace, all texts and handles are above it. */
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
  const t = ecgTexts(useEdition())
  const host = useRef<HTMLDivElement>(null)
  const surface = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const crosshair = useRef<CrosshairHandle>(null)
  const { pen, failed, sheet: sheetKey, canvases } = usePen(openPen)
  const { current, bounds, setSheet } = useSheet(pen, shown, start)
  const scale = useMemo((): Scale => ({ speed, range, pixelsPerMm }), [speed, range, pixelsPerMm])
  const { paper, gutter } = usePaper({ host, layer, surface, crosshair }, pen, scale, bounds)
  const loading = { paper, pen, failed, shown, scale, bounds, highlight, setSheet, onOutcome }
  useSheetLoading(loading)
  const now = { bounds, of: current?.of ?? null }
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })

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
    [pen, paper],
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
