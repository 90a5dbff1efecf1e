import { z } from 'zod'
import {
  AcceptDutyDocument,
  LeaveDutyDocument,
  WardDutyDocument,
} from '../../../schema/generated/documents/duty'
import { personSchema } from '../../domain/organization/organization'
import { defineCall, defineCommand } from '../../engine/define'

const dutySchema = z.object({
  id: z.string(),
  /** Null: an account that was removed. */
  user: personSchema.nullable(),
  isOwn: z.boolean(),
  acceptedAt: z.string(),
  dataAsOf: z.string().nullable(),
  handedOverBy: personSchema.nullable(),
  leftAt: z.string().nullable(),
})
/** That somebody is, or was, on duty on a ward. */
export type Duty = z.infer<typeof dutySchema>

/** Who is on duty on a ward, and the last acceptances, the latest first. */
export const wardDuty = defineCall({
  name: 'wardDuty',
  document: WardDutyDocument,
  keeps: true,
  variables: (input: { readonly wardId: string }) => input,
  wire: (answer) =>
    z
      .object({
        wardDuty: z.object({
          current: dutySchema.nullable(),
          acceptances: z.array(dutySchema),
          asOf: z.string(),
        }),
      })
      .parse(answer).wardDuty,
})

/** Takes over the duty on a ward; who is on duty leaves with it. Online alone. */
export const acceptDuty = defineCommand({
  name: 'acceptDuty',
  document: AcceptDutyDocument,
  input: z.object({
    wardId: z.string(),
    /** The duty that ends; null: nobody is on duty. */
    instead: z.string().nullable(),
    dataAsOf: z.string().nullable(),
  }),
  action: 'duty.change',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ acceptDuty: dutySchema }).parse(answer).acceptDuty }),
  refreshes: ['wardDuty'],
})

/** Leaves the duty without handing over. Online alone. */
export const leaveDuty = defineCommand({
  name: 'leaveDuty',
  document: LeaveDutyDocument,
  input: z.object({ id: z.string() }),
  action: 'duty.change',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ leaveDuty: dutySchema }).parse(answer).leaveDuty }),
  refreshes: ['wardDuty'],
})
