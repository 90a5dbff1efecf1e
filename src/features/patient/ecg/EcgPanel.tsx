import { useCallback, useRef, useState } from 'react'
import { useConnection, useLooked, useResource } from '../../../engine/react'
import { waveformSpan } from '../../../data/waveform'
import { metadataPollMs } from '../../../domain/ecg/ecg-window'
import { ecgTexts } from '../../../texts/ecg'
import { CalibrateDialog, type EcgPaperHandle, type EcgPaperProps } from '../../../ui/ecg'
import { useReadUntil } from '../../../ui/access'
import { useEdition } from '../../../ui/edition'
import type { PatientTabProps } from '../../../ui/room'
import { ScaleControls, WindowButtons } from './EcgControls'
import { PanelEvents } from './PanelEvents'
import { EcgSheet } from './EcgSheet'
import { panelView, type WindowOutcome } from './panel.view'
import { PanelActions } from './PanelActions'
import { PanelNotices } from './PanelNotices'
import { PanelTitle } from './PanelTitle'
import type { StripPrinterHandle } from './StripPrinter'
import { createOpenedWindows, useEcgWindow } from './use-ecg-window'
import { useEventAsked } from './use-event-asked'
import { useEventsMenu } from './use-events-menu'
import { useNeighbours } from './use-neighbours'
import { usePaperMarks } from './use-paper-marks'
import { usePaperScale } from './use-paper-scale'
import { useRetry } from './use-retry'
import { useWindowStart } from './use-window-start'
import { WindowDialog } from './WindowDialog'
import styles from './EcgPanel.module.css'

/**
 * The ECG of a patient, 90 seconds at a time, in true proportions, with the events that the
 * analysis found (clinical 2.4).
 */
export function EcgPanel({ patient }: PatientTabProps) {
  const t = ecgTexts(useEdition())
  const offline = useConnection().state === 'offline'
  const reading = useResource(
    waveformSpan,
    { patientId: patient.id, type: 'SingleECG' },
    { refreshEveryMs: metadataPollMs },
  )
  const span = reading.rows[0] ?? null
  const { start, isNewer, show, hold } = useWindowStart(reading)
  const paper = useRef<EcgPaperHandle>(null)
  const printer = useRef<StripPrinterHandle>(null)
  const [opened] = useState(createOpenedWindows)
  const shown = useEcgWindow(patient.id, start, opened)
  useNeighbours(patient.id, start, span, shown.shown !== null, opened, paper)
  const [outcome, setOutcome] = useState<WindowOutcome | null>(null)
  const [dialog, setDialog] = useState<'window' | 'calibrate' | null>(null)
  const scale = usePaperScale()
  const { range, speed, calibration } = scale
  const marks = usePaperMarks({ paper, span, range, start, show, hold })
  const menu = useEventsMenu(patient.id, reading, offline)
  const panel = useEventAsked(menu.events.rows, start !== null && span !== null, marks.select)
  const { retry, retryEvents } = useRetry(reading, shown, menu.events)
  const chooseWindow = useCallback(() => setDialog('window'), [])
  const calibrate = useCallback(() => setDialog('calibrate'), [])
  const closeDialog = useCallback(() => setDialog(null), [])
  const print = useCallback(() => void printer.current?.print(), [])
  const onOutcome = useCallback<EcgPaperProps['onOutcome']>(
    (of, next) => setOutcome({ of, outcome: next }),
    [],
  )
  const view = panelView(reading, shown, outcome, offline, t)
  useLooked(shown.shown === null ? null : patient.id, 'ecg', useReadUntil())
  const chosen = span === null || start === null ? null : { span, start }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="ecg-title" className={styles['panel']}>
      <header className={styles['top']}>
        <PanelTitle start={chosen?.start ?? null} />
        <PanelActions
          onRetryEvents={menu.failed ? retryEvents : null}
          isRetrying={menu.failed && menu.events.freshness.fetching}
          onMenu={menu.mayOpen ? menu.toggle : null}
          isMenuOpen={menu.isOpen}
          onRefresh={retry}
          isRefreshing={reading.freshness.fetching || (shown.fetching && start !== null)}
        />
      </header>
      {chosen !== null && (
        <div className={styles['bar']}>
          <WindowButtons {...chosen} onStart={marks.go} onSelect={chooseWindow} />
          <ScaleControls
            range={range}
            onRange={scale.setRange}
            speed={speed}
            onSpeed={scale.setSpeed}
            isMeasuring={marks.calipers !== null}
            onMeasure={marks.measure}
            onPrint={print}
            mayPrint={view.mayPrint}
            onCalibrate={calibrate}
          />
        </div>
      )}
      <PanelNotices
        view={view}
        offline={offline}
        isAnswered={reading.freshness.asOf !== null}
        isRetrying={shown.fetching || reading.freshness.fetching}
        onRetry={retry}
      />
      {chosen !== null && !view.hasNothing && (
        <div className={styles['body']} data-menu={menu.isOpen}>
          <EcgSheet
            handle={paper}
            printer={printer}
            patient={patient}
            start={chosen.start}
            shown={shown}
            view={view}
            scale={scale}
            marks={marks}
            offline={offline}
            isNewer={isNewer}
            onTouch={hold}
            onOutcome={onOutcome}
          />
          <PanelEvents menu={menu} marks={marks} offline={offline} latest={chosen.span.latest} />
        </div>
      )}
      {dialog === 'window' && chosen !== null && (
        <WindowDialog
          {...chosen}
          onClose={closeDialog}
          onConfirm={(next) => {
            closeDialog()
            marks.go(next)
          }}
        />
      )}
      {dialog === 'calibrate' && (
        <CalibrateDialog
          measured={calibration}
          onClose={closeDialog}
          onDone={(measured) => {
            scale.calibrate(measured)
            closeDialog()
          }}
        />
      )}
    </section>
  )
}
