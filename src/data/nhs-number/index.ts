import { z } from 'zod'
import { NhsNumberDetailsDocument } from '../../../schema/generated/documents/nhs-number'
import { defineCall } from '../../engine/define'

const detailsSchema = z.object({
  nhsNumber: z.string().nullable(),
  latestRetrievalTime: z.string().nullable(),
  editable: z.boolean(),
  latestStatus: z.object({
    status: z.enum([
      'Found',
      'NotFound',
      'Superseded',
      'Mismatch',
      'Died',
      'Incomplete',
      'Pending',
      'NotTraced',
    ]),
    fields: z.array(z.enum(['firstName', 'lastName', 'birthDate', 'gender'])),
  }),
})

/** What the national directory said of a patient's NHS number. */
export const nhsNumberDetails = defineCall({
  name: 'nhsNumberDetails',
  document: NhsNumberDetailsDocument,
  variables: (input: { readonly patientId: string }) => input,
  wire: (answer) =>
    z.object({ nhsNumberResponseDetails: detailsSchema }).parse(answer).nhsNumberResponseDetails,
})
