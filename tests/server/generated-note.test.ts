import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startServer, type TestServer } from './client'
import { onPglite } from './engines'
import { at, buildWorld, now } from './world'

const generate = `mutation ($p: ID!) { generatePatientNote(patientId: $p) {
  id createdAt status sections { heading value sources { kind id at } } } }`
const ofCheckup = `query ($c: ID!) { checkupNotes(checkupId: $c) {
  id text patient { id } createdBy { id } createdAt updatedAt checkup { id endedAt } } }`

onPglite(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
  })
  const made = async (key: string) =>
    server.ask(generate, { as: 'nurse', key, variables: { p: 'a1' } })

  test('C161 C162 C548 a note is generated with sections, values, sources and a status, kept as it was made, and told again', async () => {
    const answer = await made('generated-0001')
    expect(answer.errors).toEqual([])
    const note = answer.data?.generatePatientNote as {
      id: string
      status: string
      sections: { heading: string; value: string; sources: { id: string }[] }[]
    }
    expect(note).toMatchObject({ id: 'generated-0001', createdAt: at(0), status: 'partial' })
    expect(note.sections.find(({ heading }) => heading === 'Respiratory rate')).toEqual({
      heading: 'Respiratory rate',
      value: expect.stringMatching(/^18\/min, /),
      sources: expect.arrayContaining([{ kind: 'checkup', id: 'c-a1', at: at(30) }]),
    })
    const again = await made('generated-0001')
    expect(again.data?.generatePatientNote).toEqual(note)
    const rows = await opened.database.kysely
      .selectFrom('generated_note')
      .selectAll()
      .where('patient_id', '=', 'a1')
      .execute()
    expect(rows).toEqual([
      expect.objectContaining({
        id: 'generated-0001',
        organization_id: 'w',
        created_by: 'nurse',
        status: 'partial',
        sections: note.sections,
      }),
    ])
    const logged = await opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'entity_type', 'entity_id', 'patient_id'])
      .where('action', '=', 'generatePatientNote')
      .execute()
    expect(logged).toEqual([
      {
        action: 'generatePatientNote',
        entity_type: 'generatedNote',
        entity_id: 'generated-0001',
        patient_id: 'a1',
      },
    ])
    expect(
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('id')
        .where('patient_id', '=', 'a1')
        .execute(),
    ).toEqual([])
  })

  test('readings older than a day are not in it', async () => {
    const later = await startServer(opened.database, {
      clock: { now: () => now + 40 * 24 * 3_600_000 },
    })
    const answer = await later.ask(generate, {
      as: 'nurse',
      key: 'generated-0002',
      variables: { p: 'a1' },
    })
    expect(answer.data?.generatePatientNote).toMatchObject({
      sections: expect.arrayContaining([
        { heading: 'Respiratory rate', value: 'Not measured', sources: [] },
      ]),
    })
  })

  test('another organisation’s patient is not found, and nothing is kept', async () => {
    const answer = await server.ask(generate, {
      as: 'gp',
      key: 'generated-0003',
      variables: { p: 'a1' },
    })
    expect(codeOf(answer)).toBe('NOT_FOUND')
  })

  describe('what staff wrote about a check-up', () => {
    test('C275 id, text, patient, author, when it was written and received, and the check-up', async () => {
      const note = (key: string, k: string | null, c: string) =>
        server.ask(
          'mutation ($k: ID, $c: DateTime) { addPatientNote(PatientId: "a1", text: "Sat up", checkupId: $k, capturedAt: $c) { id } }',
          { as: 'nurse', key, variables: { k, c } },
        )
      await note('about-0001', 'c-a1', at(7))
      await note('about-0002', 'c-a1-old', at(6))
      const answer = await server.ask(ofCheckup, { as: 'nurse', variables: { c: 'c-a1' } })
      expect(answer.data?.checkupNotes).toEqual([
        {
          id: 'about-0001',
          text: 'Sat up',
          patient: { id: 'a1' },
          createdBy: { id: 'nurse' },
          createdAt: at(7),
          updatedAt: at(0),
          checkup: { id: 'c-a1', endedAt: at(30) },
        },
      ])
    })

    test('of a check-up of another organisation’s patient, and of none, is not found', async () => {
      for (const c of ['c-a1', 'no such'])
        expect(codeOf(await server.ask(ofCheckup, { as: 'gp', variables: { c } }))).toBe(
          'NOT_FOUND',
        )
    })
  })
})
