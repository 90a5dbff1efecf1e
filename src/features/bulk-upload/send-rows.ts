import type { AdmittedPatient, RegisteredPatient } from '../../data/admission'
import type { SheetPatient } from '../../domain/patient-sheet/check-rows'
import { isFinished, statusOfRefusal, stopsUpload } from '../../domain/patient-sheet/status'
import type { Problem } from '../../domain/problem'
import type { SentAs } from '../../domain/sync/sent-as'
import type { CommandResult } from '../../engine/define'
import type { UploadRow } from './upload-state'

/** As many share a request (P303). */
const batchSize = 10

/** When the server takes no more for now, it is asked again after this long, milliseconds. */
const tooManyWaitMs = 15_000

/** What an admission of a row is. */
export interface RowAdmission {
  readonly patientId: string
  readonly registeredElsewhere: null
  readonly wardId: string
  readonly carePathwayId: string
  readonly flags: { type: string; active: boolean }[]
  readonly expectedDischargeDate: null
  readonly admittedAt: null
  readonly referralId: null
}

export interface SendParts {
  readonly create: (
    patient: SheetPatient,
    as: SentAs,
  ) => Promise<CommandResult<Pick<RegisteredPatient, 'id'>>>
  readonly admit: (
    admission: RowAdmission,
    as: SentAs,
  ) => Promise<CommandResult<Pick<AdmittedPatient, 'id'>>>
  /** What a row says; null: a cell of it is wrong. */
  readonly patientOf: (row: UploadRow) => SheetPatient | null
  readonly place: { readonly wardId: string; readonly carePathwayId: string } | null
  /** When the upload began, epoch milliseconds. */
  readonly sentAt: number
  /** Takes what changed of rows, and keeps it. */
  readonly changed: (rows: readonly UploadRow[]) => void
  /** Nothing more is begun. */
  readonly isStopped: () => boolean
  readonly wait: (ms: number) => Promise<void>
  /** Why a row failed, a line each (O430). */
  readonly say: (problem: Problem) => string[]
  readonly unseen: string
}

/** Why an upload ended before its end; null: it is done, or was stopped. */
export type UploadPause = Problem | null

interface Step {
  readonly row: UploadRow
  /** It says nothing about the row. */
  readonly pause: Problem | null
}

const createOne = async (row: UploadRow, parts: SendParts): Promise<Step> => {
  const patient = parts.patientOf(row)
  if (patient === null) return { row, pause: null }
  const result = await parts.create(patient, { id: row.key, capturedAt: parts.sentAt })
  if (result.kind === 'done')
    return { row: { ...row, status: 'Created', patientId: result.value.id }, pause: null }
  if (result.kind !== 'refused')
    return {
      // It was registered, and somebody took it away since, or this user may not see it.
      row: { ...row, status: 'ErrorCreating', details: [parts.unseen] },
      pause: null,
    }
  if (stopsUpload(result.problem)) return { row, pause: result.problem }
  const status = statusOfRefusal(result.problem)
  return {
    row: {
      ...row,
      status,
      details: status === 'AlreadyExists' ? [] : parts.say(result.problem),
    },
    pause: null,
  }
}

const admitOne = async (row: UploadRow, parts: SendParts): Promise<Step> => {
  if (parts.place === null || row.patientId === null) return { row, pause: null }
  const result = await parts.admit(
    {
      patientId: row.patientId,
      registeredElsewhere: null,
      ...parts.place,
      flags: [],
      expectedDischargeDate: null,
      admittedAt: null,
      referralId: null,
    },
    { id: `${row.key}-admit`, capturedAt: parts.sentAt },
  )
  // Done before, and since then not this user's to read: they are not assigned to the ward.
  if (result.kind !== 'refused')
    return { row: { ...row, status: 'Admitted', details: [] }, pause: null }
  return stopsUpload(result.problem)
    ? { row, pause: result.problem }
    : {
        row: { ...row, status: 'ErrorAdmitting', details: parts.say(result.problem) },
        pause: null,
      }
}

/** Does one step for the rows of a batch that wait for it, all in one request. */
const step = async (
  batch: readonly UploadRow[],
  waits: (row: UploadRow) => boolean,
  during: 'Submitted' | 'Admitting',
  act: (row: UploadRow, parts: SendParts) => Promise<Step>,
  parts: SendParts,
): Promise<{ readonly rows: readonly UploadRow[]; readonly pause: Problem | null }> => {
  const begun = batch.filter(waits).map((row) => ({ ...row, status: during }))
  if (begun.length === 0) return { rows: batch, pause: null }
  parts.changed(begun)
  const done = await Promise.all(begun.map((row) => act(row, parts)))
  parts.changed(done.map(({ row }) => row))
  const after = new Map(done.map(({ row }) => [row.key, row]))
  return {
    rows: batch.map((row) => after.get(row.key) ?? row),
    pause: done.find(({ pause }) => pause !== null)?.pause ?? null,
  }
}

/**
 * Registers the rows in batches of ten, and admits those that were registered, each row under its
 * own key (O246). What has no answer yet is sent again under the same key, so that nobody is
 * registered twice. A row that is refused is marked, and the next one follows.
 *
 * @returns why it ended before its end; null: done, or stopped by `isStopped`
 */
export const sendRows = async (
  rows: readonly UploadRow[],
  parts: SendParts,
): Promise<UploadPause> => {
  const open = rows.filter(
    (row) =>
      !isFinished(row.status, parts.place !== null) &&
      (row.patientId !== null || parts.patientOf(row) !== null),
  )
  for (let at = 0; at < open.length; at += batchSize) {
    let batch: readonly UploadRow[] = open.slice(at, at + batchSize)
    for (;;) {
      if (parts.isStopped()) return null
      const created = await step(
        batch,
        ({ status }) => status === 'Pending' || status === 'Submitted',
        'Submitted',
        createOne,
        parts,
      )
      const admitted =
        parts.place === null || created.pause !== null
          ? created
          : await step(
              created.rows,
              ({ status }) => status === 'Created' || status === 'Admitting',
              'Admitting',
              admitOne,
              parts,
            )
      if (admitted.pause === null) break
      if (admitted.pause.kind !== 'too-many') return admitted.pause
      batch = admitted.rows
      await parts.wait(tooManyWaitMs)
    }
  }
  return null
}
