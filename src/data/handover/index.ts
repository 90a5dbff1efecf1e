import { z } from 'zod'
import {
  RecentDischargesDocument,
  RecentWardMovesDocument,
} from '../../../schema/generated/documents/handover'
import { wardMoveSchema, type WardMove } from '../../domain/handover/ward-move'
import { patientSchema, servedPatientSchema, type Patient } from '../../domain/patient/patient'
import { defineCall, defineResource, type Page } from '../../engine/define'

const servedSchema = z.object({
  recentDischarges: z.array(servedPatientSchema),
})

/** The patients of an answer; it is as old as its oldest part. */
const readDischarged = (answer: unknown): Page<Patient> => {
  const served = servedSchema.parse(answer).recentDischarges
  return {
    rows: served.map(({ asOf: _served, ...patient }) => patient),
    total: served.length,
    asOf: served.length === 0 ? null : Math.min(...served.map(({ asOf }) => Date.parse(asOf))),
  }
}

/**
 * Every record that this device keeps: those of the ward, and of who was discharged in the last
 * day, whom the server is asked for. Without a connection those that are here.
 */
export const keptRecords = defineResource({
  name: 'keptRecords',
  table: 'patient',
  document: RecentDischargesDocument,
  variables: (_params: Record<string, never>) => ({}),
  transport: { batch: true },
  wire: readDischarged,
  row: (value) => patientSchema.parse(value),
  index: (row) => ({ subjectId: row.id }),
  select: () => ({ by: 'all' }),
  arrange: (rows) => ({ rows, total: null, arrangedBy: 'device' }),
  staleAfterMs: 60_000,
})

/** Who was moved off a ward of the user or discharged from it in the last day, by the server. */
export const wardMoves = defineCall({
  name: 'wardMoves',
  document: RecentWardMovesDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly WardMove[] =>
    z.object({ recentWardMoves: z.array(wardMoveSchema) }).parse(answer).recentWardMoves,
})

export { writeHandover } from './handover.command'
