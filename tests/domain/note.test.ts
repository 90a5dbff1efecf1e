import { expect, test } from 'vitest'
import { patientNoteSchema } from '../../src/domain/note/note'

test("a note that was kept before its device's clock was told is still read: of that clock nothing is known", () => {
  const kept = {
    id: 'n1',
    revision: 1,
    patientId: 'p1',
    text: 'Slept well',
    capturedAt: '2026-01-05T10:00:00.000Z',
    createdAt: '2026-01-05T10:00:00.000Z',
    createdBy: { id: 'u1', firstName: 'Nia', lastName: 'Okafor' },
    organization: { id: 'o1', name: 'Riverside Virtual Ward' },
    checkup: null,
  }
  expect(patientNoteSchema.parse(kept)).toEqual({ ...kept, clockSkewMs: null })
})
