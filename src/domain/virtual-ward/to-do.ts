import { shownOpen, type Alert } from '../alerts/alert'
import { openTasks, type PatientTask } from '../task/task'
import { nextObservation, repeatedObservation } from './due'
import { byUrgency, isUnheld, urgencyOf, urgentSeverity, type Urgency } from './urgency'
import type { VirtualWardPatient } from './virtual-ward'

/** What is to be done for a patient of the ward. */
export type ToDo = {
  readonly patient: VirtualWardPatient
  /** When it is, or was, due, epoch milliseconds; of an alert: since when it waits. */
  readonly dueMs: number
  readonly isLate: boolean
} & (
  | { readonly kind: 'alert'; readonly alert: Alert }
  | { readonly kind: 'observation' }
  | { readonly kind: 'task'; readonly task: PatientTask }
)

/** An observation that is due later than this is not to be done yet, milliseconds. */
const soonMs = 60 * 60_000

const alertsOf = (patient: VirtualWardPatient, nowMs: number): readonly ToDo[] =>
  shownOpen(patient.alerts)
    .filter((alert) => isUnheld(alert, nowMs))
    .map((alert) => ({
      kind: 'alert',
      patient,
      alert,
      dueMs: Date.parse(alert.startedAt),
      isLate: alert.severity >= urgentSeverity,
    }))

const observationOf = (patient: VirtualWardPatient, nowMs: number): readonly ToDo[] => {
  const first = nextObservation(patient, nowMs)
  // What asks for monitoring is no observation at a time: its alert says it. What a person asked for is.
  const next = first !== null && 'dueMs' in first ? first : repeatedObservation(patient, nowMs)
  if (next === null) return []
  const { dueMs } = next
  const isLate = next.kind === 'overdue' || next.kind === 'late'
  return isLate || next.kind === 'due' || dueMs - nowMs <= soonMs
    ? [{ kind: 'observation', patient, dueMs, isLate }]
    : []
}

const tasksOf = (patient: VirtualWardPatient, nowMs: number): readonly ToDo[] =>
  openTasks(patient).map((task) => {
    const dueMs = Date.parse(task.dueAt)
    return { kind: 'task', patient, task, dueMs, isLate: dueMs < nowMs }
  })

/** 0: a grave alert that nobody holds; 1: what is late, and other alerts; 2: what comes. */
const rankOf = (one: ToDo): number => {
  if (one.kind === 'alert') return one.isLate ? 0 : 1
  return one.isLate ? 1 : 2
}

interface Ranked {
  readonly one: ToDo
  readonly urgency: Urgency
}

const inOrder = (a: Ranked, b: Ranked): number =>
  rankOf(a.one) - rankOf(b.one) ||
  // What is to come is by its time alone.
  (rankOf(a.one) === 2 ? 0 : byUrgency(a.urgency, b.urgency)) ||
  a.one.dueMs - b.one.dueMs ||
  (a.one.patient.id < b.one.patient.id ? -1 : 1)

/**
 * All that is to be done for these patients at `nowMs` (epoch ms): alerts that nobody holds, observations
 * that are late or due within the hour, open tasks. First the grave alerts, then what is late, of the most
 * urgent patients first, then what comes, by its time.
 */
export const toDoOf = (patients: readonly VirtualWardPatient[], nowMs: number): readonly ToDo[] =>
  patients
    .flatMap((patient) => {
      const urgency = urgencyOf(patient, nowMs)
      return [
        ...alertsOf(patient, nowMs),
        ...observationOf(patient, nowMs),
        ...tasksOf(patient, nowMs),
      ].map((one): Ranked => ({ one, urgency }))
    })
    .toSorted(inOrder)
    .map(({ one }) => one)

/** What of it is a user's own: the tasks that they took on. */
export const isOf = (one: ToDo, userId: string): boolean =>
  one.kind === 'task' && one.task.assignee?.id === userId
