import { z } from 'zod'
import {
  CalledHereDocument,
  ChangeOnCallPlanDocument,
  EndPushDocument,
  OnCallPlanDocument,
  PushedPatientDocument,
  RegisterPushDocument,
  SendTestCallDocument,
  TestCallDocument,
  UnreachedWardsDocument,
  WardCallingsDocument,
} from '../../../schema/generated/documents/calling'
import {
  callingSchema,
  unreachedWardSchema,
  type Calling,
  type UnreachedWard,
} from '../../domain/calling/calling'
import { namedReferenceSchema } from '../../domain/organization/organization'
import { onCallPlanSchema, planSchema } from '../../domain/calling/plan'
import { subscriptionSchema, testCallSchema, type TestCall } from '../../domain/calling/push'
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

/**
 * The patient of a call that was pushed to the user; null: of several, or of nobody whom they may open. Its
 * organisation, where they do not act in it now.
 */
export const pushedPatient = defineCall({
  name: 'pushedPatient',
  document: PushedPatientDocument,
  variables: (input: { readonly callId: string }) => input,
  wire: (answer) => {
    const { pushedPatient: patientId, pushedOrganization: organization } = z
      .object({
        pushedPatient: z.string().nullable(),
        pushedOrganization: namedReferenceSchema.nullable(),
      })
      .parse(answer)
    return { patientId, organization }
  },
})

/** Whether the user is called in this browser, at its endpoint of now (null: it has none), and the server's key for it; null: the server calls no browsers. */
export const calledHere = defineCall({
  name: 'calledHere',
  document: CalledHereDocument,
  variables: (input: { readonly endpoint: string | null }) => input,
  wire: (answer) =>
    z.object({ pushKey: z.string().nullable(), isCalledHere: z.boolean() }).parse(answer),
})

/** A test call that the user sent. */
export const testCall = defineCall({
  name: 'testCall',
  document: TestCallDocument,
  variables: (input: { readonly id: string }) => input,
  wire: (answer): TestCall => z.object({ testCall: testCallSchema }).parse(answer).testCall,
})

/** Calls the user in this browser until the sign-in ends. Online alone, as the next two. */
export const registerPush = defineCommand({
  name: 'registerPush',
  document: RegisterPushDocument,
  input: subscriptionSchema.extend({
    /** Only where they were called in this browser before. */
    renews: z.boolean(),
  }),
  action: 'call.receive',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ registerPush: z.boolean() }).parse(answer).registerPush }),
  refreshes: ['calledHere'],
})

/** Calls the user in this browser no more. */
export const endPush = defineCommand({
  name: 'endPush',
  document: EndPushDocument,
  input: z.object({}),
  action: 'call.receive',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ endPush: z.boolean() }).parse(answer).endPush }),
  refreshes: ['calledHere'],
})

/** Calls the user in this browser, to see that it arrives. */
export const sendTestCall = defineCommand({
  name: 'sendTestCall',
  document: SendTestCallDocument,
  input: z.object({}),
  action: 'call.receive',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ sendTestCall: testCallSchema }).parse(answer).sendTestCall,
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
