import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { asColumns, plainFields } from '../../server/db/plain-fields'
import type { Tables } from '../../server/db/tables'
import { patientNoteSchema } from '../../src/domain/note/note'

const database = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const note = plainFields(patientNoteSchema, 'createdBy', 'organization', 'checkup')
const notes = () => database.selectFrom('patient_note as n').select(note.from('n'))

test('the fields of the object are selected under their names, and none that is made by hand', () => {
  expect(notes().compile().sql).toBe(
    'select "n"."id" as "id", "n"."revision" as "revision", "n"."patient_id" as "patientId", "n"."text" as "text", "n"."captured_at" as "capturedAt", "n"."created_at" as "createdAt", "n"."clock_skew_ms" as "clockSkewMs" from "patient_note" as "n"',
  )
  const scale = plainFields(z.object({ spo2Scale: z.number() })).from('e')
  expect(scale).toEqual(['e.spo2_scale as spo2Scale'])
})

test('what else is in a row is left out', () => {
  const row = {
    id: 'n1',
    revision: 3,
    patientId: 'p1',
    text: 'Stable',
    capturedAt: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:01.000Z',
    clockSkewMs: null,
  }
  const more = { ...row, organization_id: 'o1', createdBy: 'u1' }
  expect(note.of(more)).toEqual(row)
})

test('an object is written as its columns', () => {
  expect(asColumns({ clockSkewMs: 5, text: 'Stable' })).toEqual({
    clock_skew_ms: 5,
    text: 'Stable',
  })
})

// Checked by the compiler: an error that is not there any more is one.
test('a field that is no column, or of which the column may hold something else, does not compile', () => {
  const row = {} as Awaited<ReturnType<ReturnType<typeof notes>['executeTakeFirstOrThrow']>>
  const read = () => note.of(row)
  expectTypeOf<ReturnType<typeof read>['text']>().toEqualTypeOf<string>()
  expectTypeOf<ReturnType<typeof read>['clockSkewMs']>().toEqualTypeOf<number | null>()

  const missing = plainFields(z.object({ mood: z.string() })).from('n')
  // @ts-expect-error patient_note has no column mood
  void database.selectFrom('patient_note as n').select(missing)

  const never = plainFields(z.object({ clockSkewMs: z.number() }))
  // @ts-expect-error the column may be null
  const known = () => never.of(row)

  const other = plainFields(z.object({ text: z.number() }))
  // @ts-expect-error the column is a text
  const figure = () => other.of(row)

  const optional = plainFields(z.object({ subtype: z.string().optional() }))
  // @ts-expect-error the column is not in the row
  const absent = () => optional.of(row)

  expectTypeOf(asColumns({ clockSkewMs: 5 })).toEqualTypeOf<{ clock_skew_ms: number }>()
  expect([known, figure, absent]).toHaveLength(3)
})
