import { beforeAll, expect, test } from 'vitest'
import { AdmitPatientToWardDocument } from '../../schema/generated/documents/admission'
import { startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, at, buildWorld, now } from './world'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
  })
  const birthDate = '1940-02-29'
  /** A patient of the other organisation, whom it left with these flags. */
  const left = (id: string, nhs: string, types: readonly string[]) =>
    opened.database.asSystem(async (trx) => {
      await addPatient(trx, { id, of: 'h', first: id, last: 'Left', nhs })
      for (const type of types)
        await trx
          .insertInto('patient_flag')
          .values({
            id: `${type} of ${id}`,
            patient_id: id,
            organization_id: 'h',
            type,
            title: type,
            description: '',
            started_at: at(3000),
            revision: 1,
          })
          .execute()
    })
  const admit = (nationalIdentifierValue: string, more: object) =>
    server.ask(AdmitPatientToWardDocument.text, {
      as: 'nurse',
      variables: {
        registeredElsewhere: { nationalIdentifierValue, birthDate },
        wardId: 'ward-A',
        carePathwayId: 'pathway-w',
        ...more,
      },
    })
  const flagsOf = (id: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_flag')
        .select(['type', 'ended_at'])
        .where('patient_id', '=', id)
        .orderBy('type')
        .execute(),
    )

  test('K5 K19 what another organisation left on and nobody here saw ends with the admission; what is switched on counts', async () => {
    await left('oxygen', '9990000042', ['FallsRisk', 'OnOxygen'])
    const answer = await admit('9990000042', {
      flags: [{ type: 'FallsRisk', active: true }],
      admittedAt: at(60),
    })
    expect(answer.errors).toEqual([])
    expect(await flagsOf('oxygen')).toEqual([
      { type: 'FallsRisk', ended_at: null },
      // From the beginning of the stay, so that no value of it is scored with oxygen.
      { type: 'OnOxygen', ended_at: at(60) },
    ])
  })

  test('K19 an admission by identifier that names no flag inherits none', async () => {
    await left('unsaid', '9990000050', ['Pregnant'])
    expect((await admit('9990000050', {})).errors).toEqual([])
    expect(await flagsOf('unsaid')).toEqual([{ type: 'Pregnant', ended_at: at(0) }])
  })
})
