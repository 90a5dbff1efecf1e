import { z } from 'zod'
import {
  OpenWholeRecordDocument,
  PartRecordsDocument,
  ReleasePartRecordDocument,
} from '../../../schema/generated/documents/part-record'
import { defineCall, defineCommand } from '../../engine/define'

const namedSchema = z.object({ id: z.string(), name: z.string() })
const partRecordSchema = z.object({
  id: z.string(),
  patient: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: z.string(),
  }),
  home: namedSchema,
  organization: namedSchema,
  isOwn: z.boolean(),
  admittedAt: z.string().nullable(),
  heldSince: z.string().nullable(),
})
/** A part of a record that an admission by identifier opened, or would. */
export type PartRecord = z.infer<typeof partRecordSchema>

/**
 * Parts of records that somebody of the acting organisation may answer, the newest 50 first; of one
 * patient, where it is named.
 */
export const partRecords = defineCall({
  name: 'partRecords',
  document: PartRecordsDocument,
  variables: (patientId: string | null) => ({ patientId }),
  wire: (answer): readonly PartRecord[] =>
    z.object({ partRecords: z.array(partRecordSchema) }).parse(answer).partRecords,
})

const openedSchema = z.object({ patientId: z.string(), organizationId: z.string() })

/** Opens all of the record of a patient who is registered here to an organisation that has a part. */
export const openWholeRecord = defineCommand({
  name: 'openWholeRecord',
  document: OpenWholeRecordDocument,
  input: z.object({ patientId: z.string().min(1), organizationId: z.string().min(1) }),
  action: 'part-record.open',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ openWholeRecord: openedSchema }).parse(answer).openWholeRecord,
  }),
  refreshes: ['partRecords'],
})

/** Opens what is held of a part of the acting organisation. */
export const releasePartRecord = defineCommand({
  name: 'releasePartRecord',
  document: ReleasePartRecordDocument,
  input: z.object({ patientId: z.string().min(1) }),
  action: 'part-record.release',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ releasePartRecord: openedSchema }).parse(answer).releasePartRecord,
  }),
  refreshes: ['partRecords', 'patientRecord'],
})
