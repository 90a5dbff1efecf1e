import { z } from 'zod'
import { SupportSignInsDocument } from '../../../schema/generated/documents/support-sign-in'
import { defineCall } from '../../engine/define'

const supportSignInSchema = z.object({
  id: z.string(),
  at: z.string(),
  staffName: z.string().nullable(),
  userName: z.string().nullable(),
  reason: z.string(),
})
/** A time that internal staff signed in as a user. */
export type SupportSignIn = z.infer<typeof supportSignInSchema>

/** When internal staff signed in as users of the organisation in the last 90 days. */
export const supportSignIns = defineCall({
  name: 'supportSignIns',
  document: SupportSignInsDocument,
  variables: (_input: void) => ({}),
  wire: (answer) =>
    z.object({ supportSignIns: z.array(supportSignInSchema) }).parse(answer).supportSignIns,
})
