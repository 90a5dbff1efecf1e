import { z } from 'zod'
import type { UpdateMeInput } from '../../data/session'

/** The profile as it stands in the fields: text, blank for nothing. */
export type ProfileFields = Readonly<Record<'firstName' | 'lastName' | 'jobRole', string>>

export const profileFieldNames = ['firstName', 'lastName', 'jobRole'] as const

/** The fields for what is known of the user. */
export const profileFields = (me: UpdateMeInput): ProfileFields => ({
  firstName: me.firstName ?? '',
  lastName: me.lastName ?? '',
  jobRole: me.jobRole ?? '',
})

/** At most 100 characters (decisions, Limits); a blank value is sent as null (P271). */
export const profileSchema = (messages: {
  readonly tooLong: string
}): z.ZodType<UpdateMeInput, ProfileFields> => {
  const field = z
    .string()
    .trim()
    .max(100, messages.tooLong)
    .transform((text) => (text === '' ? null : text))
  return z.object({ firstName: field, lastName: field, jobRole: field })
}
