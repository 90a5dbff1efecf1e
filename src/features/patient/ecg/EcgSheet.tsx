import type { RefObject } from 'react'
import { useWaveforms } from '../../../data/waveform'
import { gainOf } from '../../../domain/ecg/geometry'
import type { Patient } from '../../../domain/patient/patient'
import { ecgTexts } from '../../../texts/ecg'
import {
  assumedPixelsPerMm,
  EcgPaper,
  type EcgPaperHandle,
  type EcgPaperProps,
} from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import type { PanelView } from './panel.view'
import { SheetFoot } from './SheetFoot'
import { StripPrinter, type StripPrinterHandle } from './StripPrinter'
import type { EcgWindowState } from './use-ecg-window'
import type { usePaperMarks } from './use-paper-marks'
import type { usePaperScale } from './use-paper-scale'
import styles from './EcgPanel.module.css'

export interface EcgSheetProps extends Pick<EcgPaperProps, 'start' | 'onOutcome'> {
  readonly handle: RefObject<EcgPaperHandle | null>
  readonly printer: RefObject<StripPrinterHandle | null>
  readonly patient: Patient
  readonly shown: EcgWindowState
  readonly view: PanelView
  readonly scale: ReturnType<typeof usePaperScale>
  readonly marks: ReturnType<typeof usePaperMarks>
  readonly offline: boolean
  readonly isNewer: boolean
  /** The user reads this window. */
  readonly onTouch: () => void
}

export function EcgSheet({
  handle,
  printer,
  patient,
  start,
  shown,
  view,
  scale,
  marks,
  offline,
  isNewer,
  onTouch,
  onOutcome,
}: EcgSheetProps) {
  const t = ecgTexts(useEdition())
  const waveforms = useWaveforms()
  const { speed, range, calibration } = scale
  return (
    <div
      className={styles['sheet']}
      hidden={view.fault !== null}
      onPointerDownCapture={onTouch}
      onKeyDownCapture={onTouch}
      onWheelCapture={onTouch}
    >
      <EcgPaper
        handle={handle}
        openPen={waveforms.pen}
        start={start}
        shown={shown.shown}
        speed={speed}
        range={range}
        pixelsPerMm={calibration ?? assumedPixelsPerMm}
        highlight={marks.selected?.highlight ?? null}
        calipers={marks.calipers}
        onCalipers={marks.setCalipers}
        onSpeed={scale.changeSpeed}
        onOutcome={onOutcome}
      />
      <SheetFoot
        start={start}
        shown={shown}
        summary={view.summary}
        offline={offline}
        isNewer={isNewer}
        isCalibrated={calibration !== null}
      />
      <StripPrinter
        handle={printer}
        paper={handle}
        patient={patient}
        speed={speed}
        range={range}
        setting={t.setting(speed, String(gainOf(range)))}
      />
    </div>
  )
}
