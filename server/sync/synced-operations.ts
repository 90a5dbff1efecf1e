import { GraphQLError } from 'graphql'
import type { PatientNote } from '../../schema/generated/resolvers'
import { may } from '../../src/domain/access/may'
import * as alertCommands from '../../src/domain/alerts/commands'
import * as noteCommands from '../../src/domain/note/commands'
import * as patientCommands from '../../src/domain/patient/commands'
import type { WaitingCommand } from '../../src/domain/sync/waiting-command'
import { closeAlerts } from '../areas/alert/change'
import { noteMutations } from '../areas/note/resolvers'
import { addAcuityScore } from '../areas/patient/acuity'
import { setExpectedDischarge } from '../areas/patient/expected-discharge'
import { readPatient } from '../areas/patient/repository'
import { setWatched } from '../areas/patient/watch-list'
import { boardPage } from '../areas/virtual-ward/repository'
import { notFound } from '../graphql/errors'
import type { Scope } from '../graphql/scope'
import { mayOpenNow } from '../graphql/visibility'
import type { Entity } from './entities'

/**
 * The rows that a command is about, as they are now; null where the author may not see them (any
 * more).
 */
export interface Rows {
  readonly server: Entity | null
  readonly also: readonly Entity[] | null
}

/** What a command did. */
export interface Effect extends Rows {
  readonly version: string
}

/** When a command was captured, as the sealed bytes say. */
export interface Captured {
  /** The instant that counts, never after our clock. */
  readonly at: string
  /** The device's wall clock less that instant, milliseconds; null: not known. */
  readonly clockSkewMs: number | null
}

/**
 * A command that may travel by syncPush. It runs what the named mutation runs, so that both mean
 * the same.
 */
export interface SyncedOperation {
  readonly shared: WaitingCommand<object>
  /** opVersions that this server takes; the greatest is today's. */
  readonly versions: readonly number[]
  /** @throws what the named mutation throws; a ZodError for input that is not the operation's. */
  run(scope: Scope, input: Readonly<Record<string, unknown>>, captured: Captured): Promise<Effect>
  /** The rows of a conflict, after its effect was taken back. */
  rows(scope: Scope, input: Readonly<Record<string, unknown>>): Promise<Rows>
}

const commands = { ...alertCommands, ...noteCommands, ...patientCommands }

const noRows: Rows = { server: null, also: null }

const operation = <Input extends object>(
  shared: WaitingCommand<Input>,
  handler: {
    readonly run: (scope: Scope, input: Input, captured: Captured) => Promise<Effect>
    readonly rows?: (scope: Scope, input: Input) => Promise<Rows>
  },
): SyncedOperation => ({
  shared,
  versions: [shared.version],
  run: async (scope, input, captured) => handler.run(scope, shared.input.parse(input), captured),
  rows: async (scope, input) => (await handler.rows?.(scope, shared.input.parse(input))) ?? noRows,
})

/**
 * The note that this id already became through the named mutation: a device that was updated in
 * between does not know it.
 */
async function writtenByName(
  scope: Scope,
  patientId: string,
  text: string,
): Promise<PatientNote | null> {
  const row = await scope.trx
    .selectFrom('client_mutation')
    .select('result')
    .where('user_id', '=', scope.acting.userId)
    .where('key', '=', scope.idempotencyKey ?? '')
    .where('operation', '=', 'addPatientNote')
    .executeTakeFirst()
  const note = row?.result as PatientNote | null | undefined
  return note?.patientId === patientId && note.text === text.trim() ? note : null
}

const addPatientNote = operation(commands.addPatientNote, {
  async run(
    scope,
    { patientId, text, checkupId = null, generatedNoteId = null },
    { at: capturedAt, clockSkewMs },
  ) {
    // Asked only where it is refused: the id is taken then, or the patient is out of the author's sight since.
    const note = await noteMutations
      .addPatientNote(
        scope,
        { PatientId: patientId, text, checkupId, generatedNoteId, capturedAt },
        clockSkewMs,
      )
      .catch(async (error: unknown) => {
        const earlier =
          error instanceof GraphQLError ? await writtenByName(scope, patientId, text) : null
        if (earlier === null) throw error
        return earlier
      })
    return {
      server: { __typename: 'PatientNote', ...note },
      also: null,
      version: String(note.revision),
    }
  },
})

/**
 * A patient and their card. Who could open the record when they wrote need not be let in now: they
 * get none of it.
 */
async function patientRows(
  scope: Scope,
  { patientId }: { readonly patientId: string },
): Promise<Rows> {
  if (!may(scope.acting.principal, 'patient.view') || !(await mayOpenNow(scope, patientId)))
    return noRows
  const { patients } = await boardPage(scope, { take: 1, skip: 0, sort: [] }, scope.clock.now(), {
    only: [patientId],
  })
  return {
    server: { __typename: 'Patient', ...(await readPatient(scope, patientId)) },
    also: patients.map((patient) => ({ __typename: 'VirtualWardPatient' as const, ...patient })),
  }
}

const updateExpectedDischargeDate = operation(commands.updateExpectedDischargeDate, {
  async run(scope, input, { at: capturedAt }) {
    const revision = await setExpectedDischarge(scope, { ...input, capturedAt })
    return { ...(await patientRows(scope, input)), version: String(revision) }
  },
  rows: patientRows,
})

const setPatientAcuityScore = operation(commands.setPatientAcuityScore, {
  async run(scope, input, { at: capturedAt }) {
    const revision = await addAcuityScore(scope, { ...input, capturedAt })
    return { ...(await patientRows(scope, input)), version: String(revision) }
  },
})

const watch = (
  shared: typeof commands.addToWatchList | typeof commands.removeFromWatchList,
  isWatched: boolean,
): SyncedOperation =>
  operation(shared, {
    async run(scope, { patientId }, { at: capturedAt }) {
      const revision = await setWatched(scope, { patientId, isWatched, capturedAt })
      return { ...(await patientRows(scope, { patientId })), version: String(revision) }
    },
  })

/** What the author saw of each alert: nothing that came since is closed by it. */
const setAlertStatus = operation(commands.setAlertStatus, {
  async run(scope, input, { at: capturedAt }) {
    const { patientId, alerts } = input
    const ofPatient = await scope.trx
      .selectFrom('alert')
      .select('id')
      .where('patient_id', '=', patientId)
      .where(
        'id',
        'in',
        alerts.map(({ id }) => id),
      )
      .execute()
    // The lane is the patient's: an alert of another has no business in it.
    if (ofPatient.length < new Set(alerts.map(({ id }) => id)).size) throw notFound()
    const revision = await closeAlerts(scope, alerts, capturedAt)
    return { ...(await patientRows(scope, input)), version: String(revision) }
  },
})

/** Every command that may wait, by name. Another is one more row. */
export const syncedOperations: Readonly<Record<string, SyncedOperation>> = {
  addPatientNote,
  updateExpectedDischargeDate,
  setPatientAcuityScore,
  setAlertStatus,
  addToWatchList: watch(commands.addToWatchList, true),
  removeFromWatchList: watch(commands.removeFromWatchList, false),
}
