import { z } from 'zod'
import {
  AccountLogsDocument,
  ActionLogsDocument,
} from '../../../schema/generated/documents/action-log'
import { actionLogEntrySchema } from '../../domain/action-log/entry'
import { defineCall } from '../../engine/define'

/** A page of what was done about a patient, newest first. Nothing of it is kept on the device. */
export const actionLogs = defineCall({
  name: 'actionLogs',
  document: ActionLogsDocument,
  variables: (input: { readonly patientId: string; readonly fromActionLogId: string | null }) =>
    input,
  wire: (answer) => {
    const { entries, nextActionLogId: next } = z
      .object({
        actionLogs: z.object({
          entries: z.array(actionLogEntrySchema),
          nextActionLogId: z.string().nullable(),
        }),
      })
      .parse(answer).actionLogs
    return { entries, next }
  },
})

const userSchema = z.object({ id: z.string(), name: z.string().nullable() })
const accountLogEntrySchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  account: userSchema,
  message: z.string(),
  loggedInAs: userSchema.nullable(),
  device: z.string(),
  address: z.string(),
})
/** Something that was done with an account: a sign-in, a refused one, another password. */
export type AccountLogEntry = z.infer<typeof accountLogEntrySchema>

/** A page of what was done with the accounts of the organisation's users, newest first. */
export const accountLogs = defineCall({
  name: 'accountLogs',
  document: AccountLogsDocument,
  variables: (input: { readonly fromActionLogId: string | null }) => input,
  wire: (answer) => {
    const { entries, nextActionLogId: next } = z
      .object({
        accountLogs: z.object({
          entries: z.array(accountLogEntrySchema),
          nextActionLogId: z.string().nullable(),
        }),
      })
      .parse(answer).accountLogs
    return { entries: entries as readonly AccountLogEntry[], next }
  },
})
