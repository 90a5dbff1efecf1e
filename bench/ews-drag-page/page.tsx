import '../../src/domain/without-eval'
import { useCallback, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { DataProvider } from '../../src/engine/react'
import { source, type Draft, type DraftState, type Runtime } from '../../src/engine/define'
import { provideScorer } from '../../src/data/patient'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { scoredInputOf } from '../../src/domain/checkup/rescore'
import { defaultThresholds, moveTick, scoreCheckup, type EwsScheme } from '../../src/domain/ews'
import {
  thresholdParameters,
  type EwsThresholds,
  type ThresholdParameter,
} from '../../src/domain/ews/thresholds'
import type { Patient } from '../../src/domain/patient/patient'
import { CheckupChart } from '../../src/features/patient/vitals/CheckupChart'
import { openScorer } from '../../src/platform/compute/scorer'
import { ThresholdChart } from '../../src/features/patient/vitals/charts/ThresholdChart'
import { VitalsTab } from '../../src/features/patient/vitals/VitalsTab'
import { PrincipalProvider } from '../../src/ui/access'
import { EditionProvider } from '../../src/ui/edition'
import { ThemeProvider } from '../../src/ui/theme'

const begin = Date.parse('2026-01-05T14:00:00.000Z')
const published: EwsScheme = { thresholds: null, spo2Scale: 1, riskScheme: 'NEWS2' }
const nobody = { id: 'o', name: 'Ward' }

/** Newest first, with pulses over the whole chart, so that each step of a drag changes many. */
const makeCheckups = (count: number): Checkup[] =>
  Array.from({ length: count }, (_none, at): Checkup => {
    const time = new Date(begin - at * 3_600_000).toISOString()
    const checkup: Checkup = {
      id: `c${at}`,
      revision: 1,
      patientId: 'p',
      type: 'vitals',
      subtype: null,
      checkupType: null,
      startedAt: time,
      endedAt: time,
      receivedAt: time,
      createdBy: null,
      organization: nobody,
      temperature: { value: 36 + (at % 30) / 10, device: null, isManual: false },
      pulseRate: { value: 60 + ((at * 7) % 70), source: null, isManual: false },
      pulseOxiData: {
        averageSpO2: 91 + (at % 8),
        uneditedAverageSpO2: null,
        averageHr: null,
        confidence: 'HIGH',
        device: null,
        isManual: false,
      },
      respiratoryRate: { value: 10 + (at % 18), source: null },
      consciousness: 'A',
      onOxygen: false,
      oxygenFromFlag: false,
      notScored: null,
      doubts: [],
      notUsable: [],
      how: null,
      notMeasured: [],
      oxygenFlow: null,
      bloodPressureData: {
        systolic: 90 + ((at * 3) % 60),
        diastolic: 70,
        position: null,
        device: null,
        isManual: false,
      },
      symptoms: [],
      softSigns: [],
      weight: null,
      peakExpiratoryFlowRate: null,
      glucose: null,
      picture: [],
      lungSounds: [],
      attachments: [],
      notes: null,
      selectedAction: null,
      isStable: null,
      ewsScores: null,
      hasLungSounds: false,
      hasPictures: false,
    }
    return {
      ...checkup,
      ewsScores: scoreCheckup(
        {
          respiratoryRate: 10 + (at % 18),
          spO2: 91 + (at % 8),
          onOxygen: false,
          systolic: 90 + ((at * 3) % 60),
          pulse: 60 + ((at * 7) % 70),
          consciousness: 'A',
          temperature: 36 + (at % 30) / 10,
        },
        published,
      ),
    }
  })

const patient: Patient = {
  id: 'p',
  revision: 1,
  createdAt: new Date(begin).toISOString(),
  type: 'patient',
  firstName: 'A',
  lastName: 'B',
  gender: 'male',
  birthDate: '1944-03-02',
  telephone: null,
  address: null,
  nhsNumber: null,
  nationalIdentifier: null,
  preExistingConditions: [],
  numSimilarNames: 0,
  organizations: [],
  wards: [],
  wardAdmission: null,
  admissionEvents: [],
  ewsThresholds: null,
  ewsDefault: { schemeName: 'NEWS2', thresholds: null },
  checkupTypes: [],
  repeats: [],
  allergies: [],
  criticalInformation: [],
  handovers: [],
  contacts: [],
  noAnswerProcedure: null,
  tasks: [],
  latestCheckup: null,
  latestAcuityScore: null,
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
  earliestContinuousMonitoringAt: null,
  othersFrom: null,
  onWatchList: false,
}
const principal = {
  kind: 'user',
  userId: 'u',
  organizationId: 'o',
  isInternalStaff: false,
  isSelfCare: false,
  acceptedTerms: true,
  permissions: new Set(['view_patients', 'create_ews_thresholds'] as const),
  features: new Set<never>(),
} as const

const draftState = source<DraftState>({ ready: true, text: '', kept: true, seen: null })
/** What is edited, kept nowhere: no other form is on the page. */
const draft: Draft = {
  ...draftState,
  set: (text) => draftState.set({ ready: true, text, kept: true, seen: null }),
  alone: (work) => work(),
}

/** A runtime that has the check-ups and nothing else. */
const runtimeOf = (rows: readonly Checkup[]): Runtime =>
  ({
    session: source({ principal }),
    connection: source({ state: 'live', lastContactAt: null, waiting: 0, refused: 0 }),
    generation: source(0),
    now: () => Date.now(),
    onInvalidated: () => () => undefined,
    seen: async () => null,
    draft: () => draft,
    watch: () =>
      source({
        ready: true,
        rows,
        total: rows.length,
        arrangedBy: 'server',
        asOf: Date.now(),
        checkedAt: Date.now(),
        problem: null,
      }),
    refresh: async () => ({ ids: [], total: rows.length, asOf: Date.now(), checkedAt: Date.now() }),
  }) as unknown as Runtime

/** One reading's score as it is written without thinking of speed. */
const scorePlainly = (checkup: Checkup, thresholds: EwsThresholds): Checkup => {
  const input = scoredInputOf(checkup, checkup.ewsScores)
  if (input === null || checkup.ewsScores === null) return checkup
  const score = (parameter: ThresholdParameter, value: number | null): number | null =>
    value === null
      ? null
      : (thresholds[parameter].find(
          ({ low = -Infinity, high = Infinity }) => value >= low && value <= high,
        )?.score ?? null)
  const scores = {
    ...checkup.ewsScores,
    RRScore: score('respiratoryRate', input.respiratoryRate),
    SpO2Score: score('spO2', input.spO2),
    BPScore: score('bloodPressure', input.systolic),
    HRScore: score('pulse', input.pulse),
    tempScore: score('temperature', input.temperature),
  }
  const { RRScore, SpO2Score, BPScore, HRScore, tempScore, onOxygenScore, consciousnessScore } =
    scores
  const totalScore = [
    RRScore,
    SpO2Score,
    BPScore,
    HRScore,
    tempScore,
    onOxygenScore,
    consciousnessScore,
  ].reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return { ...checkup, ewsScores: { ...scores, totalScore } }
}

const point = (): void => undefined
const ticksDrawn = (parameter: ThresholdParameter): readonly number[] =>
  [...document.querySelectorAll(`[data-parameter="${parameter}"] [data-tick]`)].map((tick) =>
    Number(tick.getAttribute('aria-valuenow')),
  )
/**
 * The same table and charts; each pointer move sets React state, which scores every check-up and
 * draws.
 */
function PlainVitals({ rows }: { readonly rows: readonly Checkup[] }) {
  const [thresholds, setThresholds] = useState<EwsThresholds>(defaultThresholds)
  const scored = useMemo(
    () => rows.toReversed().map((checkup) => scorePlainly(checkup, thresholds)),
    [rows, thresholds],
  )
  const columns = scored.slice(-10)
  const changed = scored.filter(
    (checkup, at) =>
      checkup.ewsScores?.totalScore !== rows[rows.length - 1 - at]?.ewsScores?.totalScore,
  ).length
  const move = useCallback(
    (parameter: ThresholdParameter, tick: number, value: number) =>
      setThresholds((now) => ({
        ...now,
        [parameter]: [...moveTick(parameter, now[parameter], tick, value)],
      })),
    [],
  )
  const edit = useMemo(
    () => ({ move, ticks: ticksDrawn, commit: () => undefined, reset: () => undefined }),
    [move],
  )
  return (
    <div>
      <p>{changed} changed</p>
      <CheckupChart patientId="p" checkups={columns} narrow={false} slots={10} />
      {thresholdParameters.map((parameter) => (
        <ThresholdChart
          key={parameter}
          parameter={parameter}
          checkups={columns}
          slots={10}
          scheme={{ thresholds, spo2Scale: 1, riskScheme: 'NEWS2' }}
          fallback={patient.ewsDefault}
          edit={edit}
          onPoint={point}
        />
      ))}
    </div>
  )
}

// The events are made here, of a pointer that does not exist.
Element.prototype.setPointerCapture = () => undefined

const slider = () => document.querySelector<HTMLElement>('[data-parameter="pulse"] [data-tick="2"]')
const frameDone = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(), { once: true })
      channel.port1.start()
      channel.port2.postMessage(0)
    })
  })

const page = {
  /** Draws the tab in edit mode. `way`: ours, ours without a worker, or plain React state. */
  open: async (way: 'ours' | 'alone' | 'plain', count: number): Promise<void> => {
    const rows = makeCheckups(count)
    const runtime = runtimeOf(rows)
    if (way === 'ours') provideScorer(runtime, openScorer)
    const element = way === 'plain' ? <PlainVitals rows={rows} /> : <VitalsTab patient={patient} />
    const router = createMemoryRouter([{ path: '*', element }])
    document.documentElement.dataset['theme'] = 'day'
    createRoot(document.getElementById('root') as HTMLElement).render(
      <ThemeProvider theme="day">
        <DataProvider runtime={runtime}>
          <EditionProvider edition="en-GB">
            <PrincipalProvider principal={principal}>
              <RouterProvider router={router} />
            </PrincipalProvider>
          </EditionProvider>
        </DataProvider>
      </ThemeProvider>,
    )
    const press = async (name: string): Promise<void> => {
      for (;;) {
        const button = [...document.querySelectorAll('button')].find(
          (each) => each.textContent === name,
        )
        if (button !== undefined) {
          button.click()
          return
        }
        await frameDone()
      }
    }
    if (way !== 'plain') {
      await press('Edit EWS')
      await press('Edit')
    }
    while (slider() === null) await frameDone()
    for (let at = 0; at < 30; at += 1) await frameDone()
  },
  /** Frames in which nothing happens: the floor. */
  idle: async (frames: number): Promise<void> => {
    for (let at = 0; at < frames; at += 1) {
      await frameDone()
      performance.mark('drag-frame')
    }
  },
  /**
   * Drags the tick between 51 and 110 of the pulse up and down, one pointer move a frame. @returns
   * the total scores shown and the value of the tick
   */
  drag: async (
    frames: number,
  ): Promise<{ readonly tick: string | null; readonly totals: readonly string[] }> => {
    const legend = slider()?.parentElement
    if (legend == null) throw new Error('no legend')
    legend.scrollIntoView({ block: 'center' })
    await frameDone()
    const box = legend.getBoundingClientRect()
    const at = (value: number): number => box.bottom - ((value - 30) / 140) * box.height
    const send = (type: string, value: number): void => {
      legend.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          cancelable: true,
          button: 0,
          pointerId: 7,
          clientX: box.left + 20,
          clientY: at(value),
        }),
      )
    }
    send('pointerdown', Number(slider()?.getAttribute('aria-valuenow')))
    for (let frame = 0; frame < frames; frame += 1) {
      send('pointermove', 81 + 28 * Math.sin(frame / 9))
      await frameDone()
      performance.mark('drag-frame')
    }
    send('pointerup', 0)
    for (let more = 0; more < 6; more += 1) await frameDone()
    return {
      tick: slider()?.getAttribute('aria-valuenow') ?? null,
      totals: [...document.querySelectorAll('tr[data-row="totalScore"] td')].map(
        (cell) => cell.firstChild?.textContent ?? '',
      ),
    }
  },
  focus: (): void => slider()?.focus(),
  /**
   * Presses the arrow key once a frame or two. @returns durations of the interactions as the
   * browser reports them, ms
   */
  watchKeys: (): (() => readonly number[]) => {
    const found: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown') found.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    return () => found
  },
}
export type EwsDragPage = typeof page
Object.assign(window, { ewsDrag: page })
