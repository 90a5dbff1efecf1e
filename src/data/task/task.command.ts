import { z } from 'zod'
import { authorOf } from '../../domain/identity'
import * as shared from '../../domain/task/task'
import { patientTaskSchema, type PatientTask } from '../../domain/task/task'
import type { Patient } from '../../domain/patient/patient'
import { defineWaitingCommand, type Change } from '../../engine/define'
import { settlePatient } from '../patient'

/** The readings that show a patient's tasks. */
const readings = ['patientRecord', 'virtualWard', 'watchList', 'patientOnBoard'] as const
const over = (id: string, patch: Readonly<Record<string, unknown>>): readonly Change[] =>
  readings.map((resource) => ({ resource, kind: 'change', id, patch }))

/** Adds a task for a patient. */
export const addTask = defineWaitingCommand(shared.addTask, {
  input: shared.addTask.input,
  plan: ({ patientId, text, dueAt, isMine }, { id, now, me }) => {
    const author = authorOf(me)
    const task: PatientTask = {
      id,
      revision: 0,
      text,
      dueAt,
      assignee: isMine ? author : null,
      createdBy: author,
      capturedAt: new Date(now).toISOString(),
      end: null,
    }
    return over(patientId, { task })
  },
  lay: ({ patch, capturedAt }) => {
    const task = patientTaskSchema.parse(patch['task'])
    return (row, waiting) => shared.layAddedTask(row as Patient, { ...task, capturedAt }, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})

const changeSchema = z.object({ change: patientTaskSchema.partial() })

/** Puts a task off, takes it on or gives it back. */
export const changeTask = defineWaitingCommand(shared.changeTask, {
  input: shared.changeTask.input,
  plan: ({ patientId, dueAt, isMine }, { me }) =>
    over(patientId, {
      change: {
        ...(dueAt === undefined ? {} : { dueAt }),
        ...(isMine === undefined ? {} : { assignee: isMine ? authorOf(me) : null }),
      },
    }),
  lay: ({ input, patch }) => {
    const { change } = changeSchema.parse(patch)
    return (row, waiting) => shared.layTaskChange(row as Patient, input.taskId, change, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})

/** Ends a task. */
export const endTask = defineWaitingCommand(shared.endTask, {
  input: shared.endTask.input,
  plan: ({ patientId, as, outcome }, { now, me }) =>
    over(patientId, {
      change: { end: { as, outcome, at: new Date(now).toISOString(), by: authorOf(me) } },
    }),
  lay: ({ input, patch }) => {
    const { change } = changeSchema.parse(patch)
    return (row, waiting) => shared.layTaskChange(row as Patient, input.taskId, change, waiting)
  },
  settle: settlePatient,
  refreshes: readings,
})
