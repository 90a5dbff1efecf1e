import { noMarks } from '../../src/domain/critical/marks'
import type { AlertsAfterDischarge } from '../../src/domain/alerts/after-discharge'
import type { UnreachedWard } from '../../src/domain/calling/calling'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { provideWaveforms, type Waveforms } from '../../src/data/waveform'
import { DataProvider } from '../../src/engine/react'
import {
  source,
  type Connection,
  type Draft,
  type DraftState,
  type Resource,
  type Runtime,
  type Source,
  type ViewState,
} from '../../src/engine/define'
import type { Checkup } from '../../src/domain/checkup/checkup'
import { onlyReading } from '../../src/domain/access/may'
import { rescoreCheckup } from '../../src/domain/checkup/rescore'
import { principalOf } from '../../src/domain/access/principal-of'
import type { PatientNote } from '../../src/domain/note/note'
import type { Edition } from '../../src/domain/organization/organization'
import type { Patient } from '../../src/domain/patient/patient'
import { problem, ProblemError, type Problem } from '../../src/domain/problem'
import type { VirtualWardPatient } from '../../src/domain/virtual-ward/virtual-ward'
import { checkupRoom } from '../../src/features/checkup'
import { notesRoom } from '../../src/features/notes'
import { patientRoom } from '../../src/features/patient'
import { virtualWardRoom } from '../../src/features/virtual-ward'
import { PrincipalProvider } from '../../src/ui/access'
import { EditionProvider } from '../../src/ui/edition'
import { Toasts } from '../../src/ui/feedback'
import type { Room } from '../../src/ui/room'
import { RoomsContext } from '../../src/ui/slots'
import { ThemeProvider } from '../../src/ui/theme'
import { meOf, signedIn } from '../app/fake-portal'
import '../ui/waiting'

export { act, fireEvent, screen, waitFor, within } from '@testing-library/react'

/** The newest check-up of these tests ended then. */
export const noon = Date.parse('2026-01-05T14:32:00.000Z')
export const minutes = 60_000
/**
 * So many minutes and half a one ago: the screen's clock may be a moment behind, and an age on the
 * turn of a minute reads one less by it.
 */
export const ago = (count: number): string =>
  new Date(Date.now() - (count + 0.5) * minutes).toISOString()

/** A complete check-up: NEWS2 of 0 unless told otherwise. */
export const checkupOf = (id: string, over: Partial<Checkup> = {}): Checkup => ({
  id,
  revision: 1,
  patientId: 'p1',
  type: 'checkup',
  subtype: null,
  checkupType: null,
  startedAt: new Date(noon).toISOString(),
  endedAt: new Date(noon).toISOString(),
  receivedAt: new Date(noon).toISOString(),
  createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
  organization: { id: 'o1', name: 'Riverside Virtual Ward' },
  temperature: { value: 37, device: 'Thermo One', isManual: false },
  pulseRate: { value: 72, source: 'cuff', isManual: false },
  pulseOxiData: {
    averageSpO2: 97,
    uneditedAverageSpO2: null,
    averageHr: 71,
    confidence: 'HIGH',
    device: 'Nonin 3230',
    isManual: false,
  },
  respiratoryRate: { value: 16, source: 'manual' },
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
    systolic: 124,
    diastolic: 78,
    position: 'sitting',
    device: 'Omron',
    isManual: false,
  },
  symptoms: [],
  softSigns: [],
  weight: { value: 72.4, isManual: false, device: 'Scale' },
  peakExpiratoryFlowRate: { value: 410, isManual: true },
  glucose: null,
  picture: [],
  lungSounds: [],
  attachments: [],
  notes: null,
  selectedAction: null,
  isStable: true,
  ewsScores: {
    BPScore: 0,
    consciousnessScore: 0,
    HRScore: 0,
    RRScore: 0,
    SpO2Score: 0,
    tempScore: 0,
    onOxygenScore: 0,
    totalScore: 0,
    riskLevel: 0,
    missing: 0,
    spo2Scale: 1,
    riskScheme: 'NEWS2',
  },
  hasLungSounds: false,
  hasPictures: false,
  ...over,
})

/** A check-up whose pulse the oximeter alone measured: 118 /min, which scores 2. */
export const oximeterPulseOf = (id: string, over: Partial<Checkup> = {}): Checkup => {
  const checkup = checkupOf(id, over)
  const measured = {
    ...checkup,
    pulseRate: null,
    pulseOxiData: {
      averageSpO2: 97,
      uneditedAverageSpO2: null,
      averageHr: 118,
      confidence: 'HIGH',
      device: 'Nonin 3230',
      isManual: false,
    },
  }
  return {
    ...measured,
    ewsScores: rescoreCheckup(measured, checkup.ewsScores, {
      thresholds: null,
      spo2Scale: 1,
      riskScheme: 'NEWS2',
    }),
  }
}

/**
 * `count` check-ups an hour apart, newest first, as the data door gives them: `c1` is the oldest.
 */
export const checkupsOf = (count: number): Checkup[] =>
  Array.from({ length: count }, (_, at) =>
    checkupOf(`c${count - at}`, { endedAt: new Date(noon - at * 60 * minutes).toISOString() }),
  )

const admission = {
  patientId: 'p1',
  admittedAt: '2026-01-01T09:00:00.000Z',
  createdAt: '2026-01-01T09:00:00.000Z',
  revision: 1,
  ward: { id: 'w1', name: 'Willow' },
  carePathway: { id: 'cp1', name: 'COPD' },
  expectedDischargeDate: null,
  patientFlags: [
    {
      type: 'OnOxygen',
      title: 'On oxygen',
      description: 'Two litres a minute at home',
      active: true,
    },
    { type: 'Dnacpr', title: 'Old flag', description: 'No longer', active: false },
  ],
}

export const cardOf = (id: string, over: Partial<VirtualWardPatient> = {}): VirtualWardPatient => ({
  id,
  revision: 1,
  organization: { id: 'o1', name: 'Riverside Virtual Ward' },
  firstName: 'John',
  lastName: `Smith-${id}`,
  numSimilarNames: 0,
  birthDate: '1944-03-02',
  gender: 'male',
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
  wardAdmission: { ...admission, patientId: id },
  latestCheckup: checkupOf(`${id}-c`, { patientId: id }),
  latestAcuityScore: null,
  criticalMarks: noMarks,
  tasks: [],
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
  earlierContinuousMonitoring: [],
  earlierCheckups: [],
  rhythmEvents: [],
  onWatchList: false,
  trend: [],
  schedules: [],
  repeats: [],
  alerts: [],
  ...over,
})

export const patientOf = (over: Partial<Patient> = {}): Patient => ({
  id: 'p1',
  revision: 1,
  createdAt: '2026-01-01T09:00:00.000Z',
  type: 'patient',
  firstName: 'John',
  lastName: 'Smith',
  gender: 'male',
  birthDate: '1944-03-02',
  telephone: null,
  address: null,
  nhsNumber: '9434765919',
  nationalIdentifier: { type: 'NhsNumber', value: '9434765919' },
  preExistingConditions: [],
  numSimilarNames: 0,
  organizations: [],
  wards: [],
  wardAdmission: admission,
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
  latestCheckup: checkupOf('c9'),
  latestAcuityScore: null,
  continuousMonitoringSession: null,
  latestContinuousMonitoring: null,
  othersFrom: null,
  earliestContinuousMonitoringAt: null,
  onWatchList: false,
  ...over,
})

export const noteOf = (id: string, over: Partial<PatientNote> = {}): PatientNote => ({
  id,
  revision: 1,
  patientId: 'p1',
  text: `Note ${id}`,
  capturedAt: '2026-01-05T10:00:00.000Z',
  createdAt: '2026-01-05T10:00:00.000Z',
  clockSkewMs: null,
  createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
  organization: { id: 'o1', name: 'Riverside Virtual Ward' },
  checkup: null,
  ...over,
})

export const serverDown = problem('server', 'The server failed')

type AnyView = ViewState<{ readonly id: string }>
const nothing: AnyView = {
  ready: true,
  rows: [],
  total: null,
  arrangedBy: 'server',
  asOf: null,
  checkedAt: null,
  problem: null,
}

/** When rows of a timeline are of; none for others. */
const timesOf = (rows: readonly object[]): readonly number[] =>
  rows.flatMap((row) => {
    const {
      patientId,
      endedAt,
      capturedAt,
    }: { patientId?: string; endedAt?: string; capturedAt?: string } = row
    return patientId === undefined ? [] : [Date.parse(endedAt ?? capturedAt ?? '')]
  })

/**
 * A reading as the local store would tell it after an answer of just now: whole, but where `total` says
 * that there are more.
 */
export const answered = (
  rows: readonly { readonly id: string }[],
  over: Partial<AnyView> = {},
): AnyView => ({
  ...nothing,
  rows: rows as AnyView['rows'],
  total: rows.length,
  asOf: Date.now(),
  checkedAt: Date.now(),
  heldFrom:
    over.asOf === null
      ? null
      : (over.total ?? 0) > rows.length && timesOf(rows).length > 0
        ? Math.min(...timesOf(rows))
        : -Infinity,
  ...over,
})

/**
 * A runtime whose readings are set by resource name, and which notes every refresh with its
 * parameters.
 */
export const clinicalRuntime = () => {
  const views = new Map<string, Source<AnyView>>()
  const view = (name: string): Source<AnyView> => {
    const known = views.get(name) ?? source(nothing)
    views.set(name, known)
    return known
  }
  const connection = source<Connection>({
    state: 'live',
    lastContactAt: null,
    waiting: 0,
    refused: 0,
  })
  const failing = new Map<string, Problem>()
  const refresh = vi.fn(async (name: string, _params: unknown): Promise<void> => {
    const failure = failing.get(name)
    if (failure !== undefined) throw new ProblemError(failure)
    const now = view(name).get()
    if (now.asOf !== null) view(name).set({ ...now, asOf: Date.now(), checkedAt: Date.now() })
  })
  const looked = vi.fn((_subjectId: string, _place: string): void => undefined)
  /** What calls were answered before, by their names. */
  const kept = new Map<string, unknown>()
  const run = vi.fn(async (_name: string, _input: unknown, _again?: unknown): Promise<unknown> => ({
    kind: 'saved',
    id: 'new',
  }))
  const ask = vi.fn(async (_name: string, _input: unknown): Promise<unknown> => ({
    kind: 'refused',
    problem: serverDown,
  }))
  /** Wards where nobody can be reached, which every board asks for. */
  const unreached: UnreachedWard[] = []
  /** Patients on no ward with open alerts, whom every board asks for too. */
  const afterDischarge: AlertsAfterDischarge[] = []
  const outbox = {
    othersWaiting: source(0),
    idle: source({ sent: 0, undecided: 0, needSignIn: 0 }),
    retry: vi.fn(async () => undefined),
    replace: vi.fn(async () => ({ kind: 'saved' as const, id: 'k2' })),
    discard: vi.fn(async () => undefined),
  }
  const drafts = new Map<string, Draft>()
  const draft = (key: string): Draft => {
    const state = source<DraftState>({ ready: true, text: '', kept: true, seen: null })
    const known = drafts.get(key) ?? {
      ...state,
      set: (text: string) => state.set({ ready: true, text, kept: true, seen: null }),
      alone: (work: () => Promise<void>) => work(),
    }
    drafts.set(key, known)
    return known
  }
  /** No window is kept and the server has none, unless a test says so. */
  const waveforms = {
    kept: vi.fn<Waveforms['kept']>(async () => null),
    ask: vi.fn<Waveforms['ask']>(async () => ({ kind: 'refused', problem: serverDown })),
    pen: vi.fn<Waveforms['pen']>(async () => {
      throw new Error('No canvas here')
    }),
  }
  const runtime = {
    draft,
    seen: async () => null,
    looked,
    start: async () => undefined,
    close: async () => undefined,
    session: source(
      signedIn(
        meOf({ permissions: ['view_patients', 'add_patient_notes', 'record_observations'] }),
      ),
    ),
    connection,
    outbox: { ...source([]), ...outbox },
    generation: source(0),
    typed: async () => [],
    kept: async (call: { name: string }) => kept.get(call.name) ?? null,
    recordsKept: async () => null,
    now: () => Date.now(),
    watch: (resource: Resource<unknown, never>) => view(resource.name),
    refresh: async (resource: Resource<unknown, never>, params: unknown) => {
      await refresh(resource.name, params)
      return { ids: [], total: 0, asOf: 0, checkedAt: 0 }
    },
    onInvalidated: () => () => undefined,
    run: (
      command: { readonly name: string },
      input: unknown,
      _seen?: unknown,
      again?: { readonly id: string },
    ) => (again === undefined ? run(command.name, input) : run(command.name, input, again)),
    ask: async (call: { readonly name: string }, input: unknown) =>
      call.name === 'unreachedWards'
        ? { kind: 'done', value: unreached }
        : call.name === 'alertsAfterDischarge'
          ? { kind: 'done', value: afterDischarge }
          : ask(call.name, input),
  } as unknown as Runtime
  provideWaveforms(runtime, waveforms)
  return {
    runtime,
    view,
    connection,
    refresh,
    failing,
    run,
    ask,
    unreached,
    afterDischarge,
    outbox,
    draft,
    waveforms,
    kept,
    looked,
  }
}

export interface OpenOptions {
  readonly edition?: Edition
  /** Width of the window in CSS px: what media queries are answered by. */
  readonly width?: number
  readonly fake?: ReturnType<typeof clinicalRuntime>
  readonly permissions?: Parameters<typeof meOf>[0]
  /** More rooms than the clinical ones. */
  readonly rooms?: readonly Room[]
  /** Who came by a share link. */
  readonly isShared?: true
  /** Who has everything open for reading only. */
  readonly onlyReads?: true
}

/** Opens the clinical rooms at a path over a runtime of the test's own. */
export const openClinical = (path: string, options: OpenOptions = {}) => {
  const width = options.width ?? 1440
  window.matchMedia = ((query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  })) as typeof window.matchMedia
  const fake = options.fake ?? clinicalRuntime()
  const user = principalOf(
    meOf(options.permissions ?? { permissions: ['view_patients', 'add_patient_notes'] }),
  )
  const principal: typeof user =
    options.isShared === true
      ? { ...user, kind: 'share', sharedPatientId: 'p1' }
      : options.onlyReads === true
        ? onlyReading(user)
        : user
  const rooms = [virtualWardRoom, patientRoom, notesRoom, checkupRoom, ...(options.rooms ?? [])]
  const routes = rooms.flatMap((room) =>
    room.routes.map(({ access, load }) => ({
      path: access.path,
      lazy: async () => ({ Component: await load() }),
    })),
  )
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const screen = render(
    <ThemeProvider theme="day">
      <DataProvider runtime={fake.runtime}>
        <EditionProvider edition={options.edition ?? 'en-GB'}>
          <PrincipalProvider principal={principal}>
            <RoomsContext value={rooms}>
              <RouterProvider router={router} />
            </RoomsContext>
            <Toasts />
          </PrincipalProvider>
        </EditionProvider>
      </DataProvider>
    </ThemeProvider>,
  )
  return {
    ...fake,
    principal,
    router,
    screen,
    user: userEvent.setup(),
    at: () => router.state.location.pathname + router.state.location.search,
  }
}
