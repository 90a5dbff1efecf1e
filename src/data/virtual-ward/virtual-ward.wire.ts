import { z } from 'zod'
import { namedReferenceSchema } from '../../domain/organization/organization'
import {
  virtualWardPatientSchema,
  type VirtualWardPatient,
} from '../../domain/virtual-ward/virtual-ward'
import type { Page } from '../../engine/define'

const pageSchema = z.object({
  patients: z.array(virtualWardPatientSchema),
  total: z.number().int(),
  asOf: z.string(),
})

const pageOf = ({
  patients,
  total,
  asOf,
}: z.infer<typeof pageSchema>): Page<VirtualWardPatient> => ({
  rows: patients,
  total,
  asOf: Date.parse(asOf),
})

export const readVirtualWard = (answer: unknown): Page<VirtualWardPatient> =>
  pageOf(z.object({ virtualWardPatients: pageSchema }).parse(answer).virtualWardPatients)

export const readWatchList = (answer: unknown): Page<VirtualWardPatient> =>
  pageOf(z.object({ patientsInWatchList: pageSchema }).parse(answer).patientsInWatchList)

export const readPatientOnBoard = (answer: unknown): Page<VirtualWardPatient> =>
  pageOf(z.object({ patientOnBoard: pageSchema }).parse(answer).patientOnBoard)

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
