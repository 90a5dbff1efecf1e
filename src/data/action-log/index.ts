import { z } from 'zod'
import { ActionLogsDocument } from '../../../schema/generated/documents/action-log'
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
