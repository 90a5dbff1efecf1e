import { beforeAll, expect, test } from 'vitest'
import {
  AdmitPatientToWardDocument,
  UpdatePatientFlagsDocument,
} from '../../schema/generated/documents/admission'
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
        spo2Scale2: 'KEEP',
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

  test('an admission and a change of flags of two patients of one other organisation do not wait in a ring', async () => {
    await left('ring', '9991239006', ['FallsRisk'])
    await left('other', '9991239014', ['FallsRisk'])
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('patient_organization')
        .values({ patient_id: 'other', organization_id: 'w', linked_at: at(90) })
        .execute(),
    )
    for (let round = 0; round < 15; round += 1) {
      const answers = await Promise.all([
        admit('9991239006', { flags: [{ type: 'OnOxygen', active: true }] }),
        ...[true, false].map((active) =>
          server.ask(UpdatePatientFlagsDocument.text, {
            as: 'admin',
            variables: { patientId: 'other', flags: [{ type: 'OnOxygen', active }] },
          }),
        ),
      ])
      expect(
        answers.map(({ errors }) => errors),
        `round ${round}`,
      ).toEqual([[], [], []])
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: at(0) })
          .where('patient_id', '=', 'ring')
          .execute(),
      )
    }
  })

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

  test('K5 K16 somebody found by identifier is admitted with a decision on Scale 2 alone, whether they are on it or not', async () => {
    for (const [id, nhs] of [
      ['kept', '9990000069'],
      ['ended', '9990000077'],
    ] as const) {
      await left(id, nhs, [])
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('personal_ews')
          .values({
            id: `ews of ${id}`,
            patient_id: id,
            organization_id: 'h',
            risk_scheme: 'NEWS2',
            spo2_scale: 2,
            created_at: at(4000),
            created_by: 'carer',
            revision: 1,
          })
          .execute(),
      )
    }
    await left('never', '9990000085', [])
    const scales = async (id: string) =>
      (
        await opened.database.asSystem((trx) =>
          trx
            .selectFrom('personal_ews')
            .select('spo2_scale')
            .where('patient_id', '=', id)
            .orderBy('created_at')
            .execute(),
        )
      ).map(({ spo2_scale: scale }) => scale)
    // The same refusal of both: it tells nothing of the other organisation's data.
    for (const nhs of ['9990000069', '9990000085'])
      expect((await admit(nhs, { spo2Scale2: null })).errors[0]?.extensions?.argErrors).toEqual([
        { path: 'spo2Scale2', message: 'Say whether SpO2 Scale 2 applies' },
      ])
    expect((await admit('9990000069', { spo2Scale2: 'KEEP' })).errors).toEqual([])
    expect((await admit('9990000077', { spo2Scale2: 'END' })).errors).toEqual([])
    expect((await admit('9990000085', { spo2Scale2: 'KEEP' })).errors).toEqual([])
    expect([await scales('kept'), await scales('ended'), await scales('never')]).toEqual([
      [2],
      [2, 1],
      [],
    ])
  })

  test('Pregnant is refused at its field of a man and of the old, at admission and later, and ends for all', async () => {
    const only = [
      {
        path: 'flags.Pregnant',
        message: 'For female patients aged 10 to 60 only: with it NEWS2 gives no total',
      },
    ]
    const pregnant = [{ type: 'Pregnant', active: true }]
    await left('old', '9990000093', ['Pregnant'])
    const refused = await admit('9990000093', { flags: pregnant })
    expect(refused.errors[0]?.extensions?.argErrors).toEqual(only)
    expect((await flagsOf('old'))[0]?.ended_at).toBeNull()
    const flags = (patientId: string, given: typeof pregnant) =>
      server.ask(UpdatePatientFlagsDocument.text, {
        as: 'nurse',
        variables: { patientId, flags: given },
      })
    const born = (gender: 'male' | 'female', birth_date: string) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('patient').set({ gender, birth_date }).where('id', '=', 'a1').execute(),
      )
    await born('male', '1990-02-28')
    expect((await flags('a1', pregnant)).errors[0]?.extensions?.argErrors).toEqual(only)
    await born('female', '1990-02-28')
    expect((await flags('a1', pregnant)).errors).toEqual([])
    await born('male', '1990-02-28')
    expect((await flags('a1', [{ type: 'Pregnant', active: false }])).errors).toEqual([])
    expect((await flagsOf('a1')).find(({ type }) => type === 'Pregnant')?.ended_at).toBe(at(0))
  })

  test('K19 an admission by identifier that names no flag inherits none', async () => {
    await left('unsaid', '9990000050', ['Pregnant'])
    expect((await admit('9990000050', {})).errors).toEqual([])
    expect(await flagsOf('unsaid')).toEqual([{ type: 'Pregnant', ended_at: at(0) }])
  })
})
