import { z } from 'zod'
import {
  OpenRefusedRecordDocument,
  SettingsRefusedRecordsDocument,
  SettleRefusedRecordDocument,
} from '../../../schema/generated/documents/refused-record'
import { openingReason, recordOutcomes } from '../../domain/refused-record/refused-record'
import { defineCall, defineCommand } from '../../engine/define'

const refusedRecordSchema = z.object({
  id: z.string(),
  operation: z.string(),
  code: z.string().nullable(),
  patientId: z.string().nullable(),
  author: z.object({
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
  }),
  writtenAt: z.string().nullable(),
  refusedAt: z.string(),
  purgedAt: z.string(),
  openedAt: z.string().nullable(),
  outcome: z.enum(recordOutcomes).nullable(),
})
/** A refused command of somebody who cannot come back, without its words. */
export type RefusedRecord = z.infer<typeof refusedRecordSchema>

const openedRecordSchema = z.object({
  id: z.string(),
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  patientName: z.string().nullable(),
  patientBirthDate: z.string().nullable(),
})
/** What was written, and of whom. */
export type OpenedRecord = z.infer<typeof openedRecordSchema>

/** The supervisor's tray of the acting organisation, newest first. */
export const refusedRecords = defineCall({
  name: 'refusedRecords',
  document: SettingsRefusedRecordsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly RefusedRecord[] =>
    z.object({ refusedRecords: z.array(refusedRecordSchema) }).parse(answer).refusedRecords,
})

/** Opens one for a reason, which is kept. */
export const openRefusedRecord = defineCommand({
  name: 'openRefusedRecord',
  document: OpenRefusedRecordDocument,
  input: z.object({ id: z.string(), reason: openingReason }),
  action: 'sync.supervise',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ openRefusedRecord: openedRecordSchema }).parse(answer).openRefusedRecord,
  }),
  refreshes: ['refusedRecords'],
})

/** Says what was done about one. */
export const settleRefusedRecord = defineCommand({
  name: 'settleRefusedRecord',
  document: SettleRefusedRecordDocument,
  input: z.object({ id: z.string(), outcome: z.enum(recordOutcomes) }),
  action: 'sync.supervise',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ settleRefusedRecord: refusedRecordSchema }).parse(answer).settleRefusedRecord,
  }),
  refreshes: ['refusedRecords'],
})
