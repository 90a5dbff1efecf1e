import { Button } from '@mantine/core'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConnection, useResource } from '../../../engine/react'
import { useWaveforms, waveformSpan, type WaveformEvent } from '../../../data/waveform'
import { may } from '../../../domain/access/may'
import {
  metadataPollMs,
  startForEvent,
  touches,
  usualPeriod,
  type EventPeriod,
} from '../../../domain/ecg/ecg-window'
import {
  gainOf,
  stepSpeed,
  usualRange,
  usualSpeed,
  type Calipers,
  type EcgRange,
  type EcgSpeed,
} from '../../../domain/ecg/geometry'
import type { LoadOutcome } from '../../../domain/ecg/pen'
import { formatDate } from '../../../domain/time'
import { ecgTexts } from '../../../texts/ecg'
import { usePrincipal } from '../../../ui/access'
import {
  assumedPixelsPerMm,
  CalibrateDialog,
  clockOf,
  EcgPaper,
  readCalibration,
  storeCalibration,
  watchPixelRatio,
  type EcgPaperHandle,
  type Highlight,
  type ShownWindow,
} from '../../../ui/ecg'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../../ui/feedback'
import type { PatientTabProps } from '../../../ui/room'
import { ScaleControls, WindowButtons } from './EcgControls'
import { EventsMenu } from './EventsMenu'
import { eventShort } from './events.view'
import { faultWords } from './fault-words'
import { PanelActions } from './PanelActions'
import { SheetFoot } from './SheetFoot'
import { StripPrinter, type StripPrinterHandle } from './StripPrinter'
import { createOpenedWindows, useEcgWindow } from './use-ecg-window'
import { useEvents } from './use-events'
import { useNeighbours } from './use-neighbours'
import { useWindowStart } from './use-window-start'
import { WindowDialog } from './WindowDialog'
import styles from './EcgPanel.module.css'

interface Selected {
  readonly event: WaveformEvent
  readonly highlight: Highlight
}
type Outcome = LoadOutcome | { readonly kind: 'failed' }

/**
 * The ECG of a patient: 90 seconds at a time, in true proportions, with what an analysis found
 * (clinical 2.4).
 */
export function EcgPanel({ patient }: PatientTabProps) {
  const edition = useEdition()
  const t = ecgTexts(edition)
  const waveforms = useWaveforms()
  const offline = useConnection().state === 'offline'
  const principal = usePrincipal()
  const reading = useResource(
    waveformSpan,
    { patientId: patient.id, type: 'SingleECG' },
    { refreshEveryMs: metadataPollMs },
  )
  const span = reading.rows[0] ?? null
  const { start, isNewer, show, hold } = useWindowStart(reading)
  const paper = useRef<EcgPaperHandle>(null)
  const [opened] = useState(createOpenedWindows)
  const shown = useEcgWindow(patient.id, start, opened)
  useNeighbours(patient.id, start, span, shown.shown !== null, opened, paper)

  const [outcome, setOutcome] = useState<{
    readonly of: ShownWindow
    readonly outcome: Outcome
  } | null>(null)
  const [range, setRange] = useState<EcgRange>(usualRange)
  const [speed, setSpeed] = useState<EcgSpeed>(usualSpeed)
  const [calibration, setCalibration] = useState(readCalibration)
  useEffect(() => watchPixelRatio(() => setCalibration(readCalibration())), [])
  const [calipers, setCalipers] = useState<Calipers | null>(null)
  const [dialog, setDialog] = useState<'window' | 'calibrate' | null>(null)
  const printer = useRef<StripPrinterHandle>(null)

  const mayEvents = principal !== null && may(principal, 'waveform-event.view')
  const [period, setPeriod] = useState<EventPeriod>(usualPeriod)
  const [isMenuWanted, setMenuWanted] = useState(false)
  const [selected, setSelected] = useState<Selected | null>(null)
  const events = useEvents(patient.id, period, span, mayEvents && span !== null)
  const eventsFailed = events.problem !== null && !offline
  // C352, C353: it closes by itself, and stays closed until somebody opens it.
  if (
    isMenuWanted &&
    ((reading.ready && reading.freshness.asOf !== null && span === null) || eventsFailed)
  )
    setMenuWanted(false)

  const go = useCallback(
    (next: number): void => {
      setSelected(null)
      setCalipers(null)
      show(next)
    },
    [show],
  )
  // Functions that stay the same while the window changes: what they are given to is not drawn
  // again for a step of 90 s.
  const now = useRef({ span, start, reading, shown, events })
  useLayoutEffect(() => {
    now.current = { span, start, reading, shown, events }
  })
  const retryEvents = useCallback(() => void now.current.events.refresh(), [])
  const retry = useCallback((): void => {
    void now.current.reading.refresh().then(() => {
      now.current.shown.refresh()
      retryEvents()
    })
  }, [retryEvents])
  const select = useCallback(
    (event: WaveformEvent): void => {
      const { span: known, start: at } = now.current
      if (known === null || at === null) return
      const stretch = { from: event.start, to: event.end }
      hold()
      setSelected({
        event,
        highlight: {
          ...stretch,
          label: `${eventShort(event.type, ecgTexts(edition))} ${clockOf(event.start, edition)}`,
        },
      })
      if (!touches(at, stretch)) {
        setCalipers(null)
        show(startForEvent(stretch, known))
      }
    },
    [edition, show, hold],
  )
  const measure = useCallback((): void => {
    const seen = paper.current?.seen() ?? null
    // A second and a millivolt where one looks: to be dragged from there.
    hold()
    setCalipers((was) =>
      was !== null || seen === null
        ? null
        : { from: seen.left + 1000, to: seen.left + 2000, low: 0, high: Math.min(1, range) },
    )
  }, [hold, range])
  const toggleMenu = useCallback(() => setMenuWanted((was) => !was), [])
  const closeMenu = useCallback(() => setMenuWanted(false), [])
  const chooseWindow = useCallback(() => setDialog('window'), [setDialog])
  const calibrate = useCallback(() => setDialog('calibrate'), [setDialog])
  const print = useCallback(() => void printer.current?.print(), [])
  const changeSpeed = useCallback((by: 1 | -1) => setSpeed((was) => stepSpeed(was, by)), [])
  const onOutcome = useCallback(
    (of: ShownWindow, next: Outcome) => setOutcome({ of, outcome: next }),
    [],
  )

  const drawn = outcome !== null && outcome.of === shown.shown ? outcome.outcome : null
  const fault =
    drawn?.kind === 'refused'
      ? faultWords(drawn.fault, t)
      : drawn?.kind === 'failed'
        ? t.faults.drawing
        : null
  // Not "is drawn": that a window which is there is drawn a moment later is no reason to draw the
  // buttons twice. The printer asks again.
  const mayPrint =
    shown.shown !== null &&
    fault === null &&
    !(drawn?.kind === 'loaded' && drawn.summary.extent === null)
  const spanFailed = reading.problem !== null && span === null && !offline
  const isEmpty =
    span === null && reading.ready && (reading.freshness.asOf !== null || offline) && !spanFailed
  const hasNothing = span !== null && shown.shown === null && !shown.fetching
  const failed = spanFailed || fault !== null || (hasNothing && !offline)
  const title =
    start === null || span === null ? null : formatDate(new Date(start).toISOString(), edition)

  return (
    <section aria-labelledby="ecg-title" className={styles['panel']}>
      <header className={styles['top']}>
        <div>
          <h2 id="ecg-title">
            {t.title}
            {title !== null && (
              <>
                {' '}
                <span>{title}</span>
              </>
            )}
          </h2>
          <p>{t.intended}</p>
        </div>
        <PanelActions
          onRetryEvents={eventsFailed ? retryEvents : null}
          isRetrying={eventsFailed && events.freshness.fetching}
          onMenu={mayEvents && span !== null ? toggleMenu : null}
          isMenuOpen={isMenuWanted}
          onRefresh={retry}
          isRefreshing={reading.freshness.fetching || (shown.fetching && start !== null)}
        />
      </header>
      {span !== null && start !== null && (
        <div className={styles['bar']}>
          <WindowButtons span={span} start={start} onStart={go} onSelect={chooseWindow} />
          <ScaleControls
            range={range}
            onRange={setRange}
            speed={speed}
            onSpeed={setSpeed}
            isMeasuring={calipers !== null}
            onMeasure={measure}
            onPrint={print}
            mayPrint={mayPrint}
            onCalibrate={calibrate}
          />
        </div>
      )}
      {failed && (
        <ErrorState title={t.error} stillTrue={fault ?? undefined}>
          <Button
            variant="default"
            loading={shown.fetching || reading.freshness.fetching}
            onClick={retry}
          >
            {t.retry}
          </Button>
        </ErrorState>
      )}
      {isEmpty &&
        (reading.freshness.asOf === null ? (
          <EmptyState title={t.empty.offline} />
        ) : (
          <EmptyState title={t.empty.title} text={t.empty.text} />
        ))}
      {hasNothing && offline && <EmptyState title={t.notKept} />}
      {span === null && !isEmpty && !spanFailed && <TextSkeleton lines={5} />}
      {span !== null && start !== null && !hasNothing && (
        <div className={styles['body']} data-menu={isMenuWanted}>
          <div
            className={styles['sheet']}
            hidden={fault !== null}
            onPointerDownCapture={hold}
            onKeyDownCapture={hold}
            onWheelCapture={hold}
          >
            <EcgPaper
              handle={paper}
              openPen={waveforms.pen}
              start={start}
              shown={shown.shown}
              speed={speed}
              range={range}
              pixelsPerMm={calibration ?? assumedPixelsPerMm}
              highlight={selected?.highlight ?? null}
              calipers={calipers}
              onCalipers={setCalipers}
              onSpeed={changeSpeed}
              onOutcome={onOutcome}
            />
            <SheetFoot
              start={start}
              shown={shown}
              summary={drawn?.kind === 'loaded' ? drawn.summary : null}
              offline={offline}
              isNewer={isNewer}
              isCalibrated={calibration !== null}
            />
            <StripPrinter
              handle={printer}
              paper={paper}
              patient={patient}
              speed={speed}
              range={range}
              setting={t.setting(speed, String(gainOf(range)))}
            />
          </div>
          {isMenuWanted && (
            <EventsMenu
              period={period}
              onPeriod={setPeriod}
              events={events.rows}
              listedFrom={events.listedFrom}
              isLoading={
                !events.ready ||
                (events.rows.length === 0 &&
                  (events.freshness.fetching || (!offline && events.freshness.asOf === null)))
              }
              isRead={events.freshness.asOf !== null}
              offline={offline}
              latest={span.latest}
              selected={selected?.event.id ?? null}
              onSelect={select}
              onClose={closeMenu}
            />
          )}
        </div>
      )}
      {dialog === 'window' && span !== null && start !== null && (
        <WindowDialog
          span={span}
          start={start}
          onClose={() => setDialog(null)}
          onConfirm={(next) => {
            setDialog(null)
            go(next)
          }}
        />
      )}
      {dialog === 'calibrate' && (
        <CalibrateDialog
          measured={calibration}
          onClose={() => setDialog(null)}
          onDone={(measured) => {
            storeCalibration(measured)
            setCalibration(measured)
            setDialog(null)
          }}
        />
      )}
    </section>
  )
}
