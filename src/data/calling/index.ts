import { z } from 'zod'
import {
  ChangeOnCallPlanDocument,
  OnCallPlanDocument,
  PushedPatientDocument,
  UnreachedWardsDocument,
  WardCallingsDocument,
} from '../../../schema/generated/documents/calling'
import {
  callingSchema,
  unreachedWardSchema,
  type Calling,
  type UnreachedWard,
} from '../../domain/calling/calling'
import { onCallPlanSchema, planSchema } from '../../domain/calling/plan'
import { defineCall, defineCommand } from '../../engine/define'

/** The on-call plan of a ward; `plan` null: it has none. */
export const onCallPlan = defineCall({
  name: 'onCallPlan',
  document: OnCallPlanDocument,
  keeps: true,
  variables: (input: { readonly wardId: string }) => input,
  wire: (answer) => ({
    plan: z.object({ onCallPlan: onCallPlanSchema.nullable() }).parse(answer).onCallPlan,
  }),
})

/** The wards of the organisation where nobody can be reached about a patient. */
export const unreachedWards = defineCall({
  name: 'unreachedWards',
  document: UnreachedWardsDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly UnreachedWard[] =>
    z.object({ unreachedWards: z.array(unreachedWardSchema) }).parse(answer).unreachedWards,
})

/** Whom the server called about the patients of a ward in the last day, the latest first. */
export const wardCallings = defineCall({
  name: 'wardCallings',
  document: WardCallingsDocument,
  variables: (input: { readonly wardId: string }) => input,
  wire: (answer): readonly Calling[] =>
    z.object({ wardCallings: z.array(callingSchema) }).parse(answer).wardCallings,
})

/** The patient of a call that was pushed to the user; null: of several, or of nobody whom they may open. */
export const pushedPatient = defineCall({
  name: 'pushedPatient',
  document: PushedPatientDocument,
  variables: (input: { readonly callId: string }) => input,
  wire: (answer): { readonly patientId: string | null } => ({
    patientId: z.object({ pushedPatient: z.string().nullable() }).parse(answer).pushedPatient,
  }),
})

/** Makes the on-call plan of a ward anew. Online alone. */
export const changeOnCallPlan = defineCommand({
  name: 'changeOnCallPlan',
  document: ChangeOnCallPlanDocument,
  input: planSchema.extend({
    wardId: z.string().min(1),
    /** When the plan was changed last that its author saw; null: there was none. */
    seen: z.string().nullable(),
  }),
  action: 'ward.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ changeOnCallPlan: onCallPlanSchema.nullable() }).parse(answer)
      .changeOnCallPlan,
  }),
  refreshes: ['onCallPlan'],
})
