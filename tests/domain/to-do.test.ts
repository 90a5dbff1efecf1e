import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import {
  layAddedTask,
  layTaskChange,
  openTasks,
  tasksPart,
  type PatientTask,
} from '../../src/domain/task/task'
import { isOf, toDoOf } from '../../src/domain/virtual-ward/to-do'
import { virtualWardPatientSchema } from '../../src/domain/virtual-ward/virtual-ward'
import { unsentOf } from '../../src/domain/sync/unsent'

const now = Date.parse('2026-03-02T12:00:00.000Z')
const iso = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
const me = { id: 'me', firstName: 'Ada', lastName: 'Ward' }

const task = (id: string, dueIn: number, more: Partial<PatientTask> = {}): PatientTask => ({
  id,
  revision: 1,
  text: id,
  dueAt: iso(dueIn),
  assignee: null,
  createdBy: me,
  capturedAt: iso(-60),
  end: null,
  ...more,
})
const alert = (id: string, severity: number, startedIn: number, held = false) => ({
  id,
  revision: 1,
  type: 'PatientCallbackRequest',
  status: 'open',
  severity,
  startedAt: iso(startedIn),
  latestAt: iso(startedIn),
  count: 1,
  triggers: [],
  alertRule: null,
  checkupScheduleEvent: null,
  checkup: null,
  continuousMonitoring: null,
  closedAt: null,
  closedBy: null,
  acknowledgedAt: held ? iso(-1) : null,
  acknowledgedBy: held ? me : null,
  snoozedUntil: null,
  snoozedBy: null,
  escalatedAt: null,
})
const patient = (id: string, more: object = {}) =>
  virtualWardPatientSchema.parse({
    id,
    revision: 1,
    organization: { id: 'o', name: 'O' },
    firstName: 'A',
    lastName: id,
    numSimilarNames: 0,
    birthDate: '1950-01-01',
    gender: 'female',
    nationalIdentifier: null,
    wardAdmission: null,
    latestCheckup: null,
    latestAcuityScore: null,
    trend: [],
    onWatchList: false,
    alerts: [],
    ...more,
  })
const told = (rows: readonly ReturnType<typeof patient>[]) =>
  toDoOf(rows, now).map((one) =>
    one.kind === 'observation'
      ? `${one.patient.id} observation`
      : one.kind === 'alert'
        ? one.alert.id
        : one.task.id,
  )

test('grave alerts that nobody holds come first, then what is late, then what comes by its time', () => {
  expect(
    told([
      patient('calm', { tasks: [task('later', 90), task('late', -5), task('soon', 10)] }),
      patient('grave', {
        tasks: [task('of the grave', -1)],
        alerts: [alert('unheld', 4, -20), alert('held', 4, -30, true), alert('light', 1, -50)],
      }),
    ]),
  ).toEqual(['unheld', 'light', 'of the grave', 'late', 'soon', 'later'])
})

test('an observation that somebody asked for is to be done also where the score asks for monitoring', () => {
  const grave = { totalScore: 8, riskLevel: 4, RRScore: 3, SpO2Score: 3, HRScore: 2 }
  const row = {
    ...patient('grave', {
      repeats: [
        {
          id: 'r',
          askedAt: iso(-5),
          dueAt: iso(10),
          everyMinutes: null,
          until: null,
          reason: null,
          by: me,
          latestEndedAt: null,
        },
      ],
    }),
    latestCheckup: { endedAt: iso(-20), ewsScores: grave } as never,
  }
  expect(toDoOf([row], now)).toMatchObject([{ kind: 'observation', dueMs: now + 10 * 60_000 }])
  expect(told([{ ...row, repeats: [] }])).toEqual([])
})

test('a task that ended is not to be done; one that a user took on is theirs', () => {
  const end = { as: 'done', at: iso(-1), by: me, outcome: null } as const
  const rows = [
    patient('p', {
      tasks: [task('ended', -5, { end }), task('mine', 5, { assignee: me }), task('open', 6)],
    }),
  ]
  expect(told(rows)).toEqual(['mine', 'open'])
  expect(toDoOf(rows, now).map((one) => isOf(one, 'me'))).toEqual([true, false])
})

test('whatever changes come in whatever order, a task that ended stays as it ended', () => {
  const waiting = { state: 'waiting', commandId: 'c' } as const
  assert(
    property(
      array(
        record({
          kind: constantFrom('take', 'putOff', 'done', 'cancelled'),
          at: integer({ min: 0, max: 500 }),
        }),
        { maxLength: 8 },
      ),
      (changes) => {
        let row = layAddedTask({ tasks: [] as readonly PatientTask[] }, task('t', 5), waiting)
        let first: PatientTask['end'] = null
        for (const { kind, at } of changes) {
          const end =
            kind === 'done' || kind === 'cancelled'
              ? { as: kind, at: iso(at), by: me, outcome: null }
              : null
          first ??= end
          row = layTaskChange(
            row,
            't',
            end !== null ? { end } : kind === 'take' ? { assignee: me } : { dueAt: iso(at) },
            waiting,
          )
        }
        expect(row.tasks.map((one) => one.end)).toEqual([first])
        expect(openTasks(row)).toHaveLength(first === null ? 1 : 0)
        expect(unsentOf(row, tasksPart)).not.toBeNull()
      },
    ),
  )
})

test('what was refused is not shown as if it were so', () => {
  const row = layAddedTask({ tasks: [] as readonly PatientTask[] }, task('t', 5), {
    state: 'refused',
    commandId: 'c',
  })
  expect(row.tasks).toEqual([])
  expect(unsentOf(row, tasksPart)).toMatchObject({ isShown: false, wanted: 't' })
})
