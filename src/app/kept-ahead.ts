import { patientNames } from '../data/patient-list'
import { tasks } from '../data/referral'
import { wards, wardStaff } from '../data/ward'
import { may, type Action } from '../domain/access/may'
import type { Principal } from '../domain/access/principal'
import { taskTabs } from '../domain/referral/task'
import type { Call, Runtime } from '../engine/define'

/** So old a kept answer becomes before it is asked for again, milliseconds. */
const renewAfterMs = 15 * 60_000
/** Of so many wards the staff is kept. */
const mostWards = 10
/** As the list of tasks asks. */
const firstTasks = { statuses: taskTabs.active, skip: 0, take: 20 }

/** Asks for what is not kept, or is old. Null: there is no answer. */
const keep = async <Input, Value>(
  runtime: Pick<Runtime, 'kept' | 'ask' | 'now'>,
  call: Call<Input, Value>,
  input: Input,
): Promise<Value | null> => {
  const kept = await runtime.kept(call, input)
  if (kept !== null && runtime.now() - kept.at < renewAfterMs) return kept.value
  const answer = await runtime.ask(call, input)
  return answer.kind === 'done' ? answer.value : null
}

/**
 * Asks for what a bedside needs beside the records: who there is, the tasks, and the staff of the
 * wards. The engine keeps the answers. Never rejects.
 */
export const keepAnswersAhead = async (
  runtime: Pick<Runtime, 'kept' | 'ask' | 'now'>,
  principal: Principal,
): Promise<void> => {
  const mayDo = (action: Action): boolean => may(principal, action)
  if (mayDo('patient-archive.view')) await keep(runtime, patientNames, undefined)
  if (mayDo('task.view')) await keep(runtime, tasks, firstTasks)
  if (!mayDo('ward.view')) return
  const known = (await keep(runtime, wards, undefined)) ?? []
  for (const { id } of known.slice(0, mostWards)) await keep(runtime, wardStaff, { id })
}
