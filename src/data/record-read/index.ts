import { z } from 'zod'
import {
  NoteRecordReadsDocument,
  RecordReadsDocument,
} from '../../../schema/generated/documents/record-read'
import { defineCall } from '../../engine/define'

const userSchema = z.object({ id: z.string(), name: z.string().nullable() })
const recordReadSchema = z.object({
  id: z.string(),
  user: userSchema,
  roles: z.array(z.string()),
  loggedInAs: userSchema.nullable(),
  screen: z.string(),
  readAt: z.string(),
  receivedAt: z.string(),
  device: z.string(),
  isByShareLink: z.boolean(),
})
/** A look of a person at a screen of a record. */
export type RecordRead = z.infer<typeof recordReadSchema>

/** A page of who looked at a patient's record, newest first. Nothing of it is kept on the device. */
export const recordReads = defineCall({
  name: 'recordReads',
  document: RecordReadsDocument,
  variables: (input: {
    readonly patientId: string
    readonly from: string | null
    readonly to: string | null
    readonly fromReadId: string | null
  }) => input,
  wire: (answer) => {
    const { reads, nextReadId: next } = z
      .object({
        recordReads: z.object({
          reads: z.array(recordReadSchema),
          nextReadId: z.string().nullable(),
        }),
      })
      .parse(answer).recordReads
    return { entries: reads as readonly RecordRead[], next }
  },
})

/** Tells what the signed-in user looked at; what is told again counts once. */
export const noteRecordReads = defineCall({
  name: 'noteRecordReads',
  document: NoteRecordReadsDocument,
  variables: ({
    device,
    looks,
  }: {
    readonly device: string
    readonly looks: readonly {
      readonly subjectId: string
      readonly place: string
      readonly at: number
    }[]
  }) => ({
    device,
    reads: looks.map(({ subjectId: patientId, place, at }) => ({
      patientId,
      screen: place,
      at: new Date(at).toISOString(),
    })),
  }),
  wire: (answer) => z.object({ noteRecordReads: z.boolean() }).parse(answer).noteRecordReads,
})
