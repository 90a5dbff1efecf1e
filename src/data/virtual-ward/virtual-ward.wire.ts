import { z } from 'zod'
import { namedReferenceSchema } from '../../domain/organization/organization'
import type { Page } from '../../engine/define'

export const virtualWardFilterSchema = z.object({
  id: z.literal('filter-values'),
  revision: z.number(),
  wards: z.array(namedReferenceSchema),
  neighbors: z.array(namedReferenceSchema),
})
/** What the ward can be filtered by; one row. */
export type VirtualWardFilter = z.infer<typeof virtualWardFilterSchema>

const filterSchema = z.object({
  virtualWardFilterValues: virtualWardFilterSchema.omit({ id: true, revision: true }),
})

export const readVirtualWardFilter = (answer: unknown): Page<VirtualWardFilter> => ({
  rows: [
    { id: 'filter-values', revision: 0, ...filterSchema.parse(answer).virtualWardFilterValues },
  ],
  total: 1,
  asOf: null,
})
