import { z } from 'zod'
import { shortText } from '../critical/allergies'
import { personSchema } from '../organization/organization'
import { allUnsentOf, needsPerson, withUnsent, type Unsent, type Waiting } from '../sync/unsent'
import type { WaitingCommand } from '../sync/waiting-command'
import { instantSchema } from '../time/instant'

/** How a task ended. */
export const taskEnds = ['done', 'cancelled'] as const
export type TaskEnd = (typeof taskEnds)[number]

/** Something that is to be done for a patient at a time: 'Ring the daughter', 15:00. */
export const patientTaskSchema = z.object({
  id: z.string(),
  revision: z.number(),
  text: z.string(),
  /** ISO instant. */
  dueAt: z.string(),
  /** Who does it; null: whoever is on the ward. */
  assignee: personSchema.nullable(),
  createdBy: personSchema.nullable(),
  /** When it was written, by the author's device. */
  capturedAt: z.string(),
  /** How it ended, when and by whom; null: it is open. */
  end: z
    .object({
      as: z.enum(taskEnds),
      at: z.string(),
      by: personSchema.nullable(),
      outcome: z.string().nullable(),
    })
    .nullable(),
})
export type PatientTask = z.infer<typeof patientTaskSchema>

const patientId = z.string().min(1)
const taskId = z.string().min(1)

const addInput = z.object({
  patientId,
  text: shortText,
  dueAt: instantSchema,
  /** Whoever writes it does it; else whoever is on the ward. */
  isMine: z.boolean(),
})
/** Adds a task. Its id is the command's. */
export const addTask = {
  name: 'addTask',
  version: 1,
  action: 'patient-task.record',
  input: addInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof addInput>>

const changeInput = z.object({
  patientId,
  taskId,
  /** What it says: told to its author while the change waits, and changed by nothing. */
  text: shortText,
  /** Absent: it stays as it is. */
  dueAt: instantSchema.optional(),
  isMine: z.boolean().optional(),
})
/**
 * Puts a task off, takes it on or gives it back. Of two at once the last captured counts, field by field;
 * a task that ended stays as it ended.
 */
export const changeTask = {
  name: 'changeTask',
  version: 1,
  action: 'patient-task.record',
  input: changeInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof changeInput>>

const endInput = z.object({
  patientId,
  taskId,
  /** What it says: told to its author while the end waits. */
  text: shortText,
  as: z.enum(taskEnds),
  /** What came of it; null: nothing is said. */
  outcome: shortText.nullable(),
})
/** Ends a task. The first end counts, but that what was called off was done meanwhile. */
export const endTask = {
  name: 'endTask',
  version: 1,
  action: 'patient-task.record',
  input: endInput,
  waits: { class: 'Q' },
  about: 'patient',
} as const satisfies WaitingCommand<z.infer<typeof endInput>>

/** The part of a row that changes, as `unsent` names it. */
export const tasksPart = 'tasks'

export interface WithTasks {
  readonly tasks: readonly PatientTask[]
}

const lay = <Row extends WithTasks>(
  row: Row,
  tasks: readonly PatientTask[],
  wanted: string,
  waiting: Waiting | null,
): Row => {
  if (waiting === null) return { ...row, tasks }
  // What was refused is not shown as if it were so.
  const isShown = !needsPerson(waiting.state)
  return withUnsent(isShown ? { ...row, tasks } : row, {
    ...waiting,
    part: tasksPart,
    wanted,
    theirs: null,
    isShown,
  })
}

/** A task of the user's own over a row of the server. @param waiting null: the server has it */
export const layAddedTask = <Row extends WithTasks>(
  row: Row,
  task: PatientTask,
  waiting: Waiting | null,
): Row =>
  row.tasks.some(({ id }) => id === task.id)
    ? row
    : lay(row, [...row.tasks, task], task.id, waiting)

/** The same of a change of one. A task that ended, or is not there, stays as it is. */
export const layTaskChange = <Row extends WithTasks>(
  row: Row,
  wanted: string,
  change: Partial<Pick<PatientTask, 'dueAt' | 'assignee' | 'end'>>,
  waiting: Waiting | null,
): Row => {
  const task = row.tasks.find(({ id }) => id === wanted)
  return task === undefined || task.end !== null
    ? row
    : lay(
        row,
        row.tasks.map((one) => (one === task ? { ...one, ...change } : one)),
        task.id,
        waiting,
      )
}

/** What of one task is not sent; null: all is. What waits for a decision may have no task in the row. */
export const unsentOfTask = (row: object, taskId: string): Unsent | null =>
  allUnsentOf(row, tasksPart).findLast(({ wanted }) => wanted === taskId) ?? null

/** Open tasks, what is due first before the rest. */
export const openTasks = ({ tasks }: WithTasks): readonly PatientTask[] =>
  tasks
    .filter(({ end }) => end === null)
    .toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt) || (a.id < b.id ? -1 : 1))
