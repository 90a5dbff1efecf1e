import { z } from 'zod'
import type { EhrRequestBody } from '../../../src/domain/ehr-integration/summary'

/** What another system is sent of a patient, as it was when it was asked for. */
export interface EventBody extends EhrRequestBody {
  readonly patient: {
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly birthDate: string
    readonly gender: string
    readonly nationalIdentifier: { readonly type: string; readonly value: string } | null
  }
  readonly organization: { readonly id: string; readonly name: string }
  readonly period: { readonly from: string; readonly to: string }
  /** Of which list the codes are. */
  readonly codeSystem: string
}

const shownSchema = z.object({
  consultationNote: z.string(),
  codedDataItems: z.array(
    z.object({
      code: z.string(),
      value: z.string(),
      units: z.string().nullable(),
      additionalText: z.string(),
    }),
  ),
})

/** What is shown of a stored body. */
export const shownOf = (body: unknown): z.infer<typeof shownSchema> => shownSchema.parse(body)
