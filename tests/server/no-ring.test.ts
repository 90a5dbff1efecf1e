import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../server/db/database'
import { nextRevision } from '../../server/db/revision'
import { codeOf, startServer, type Answer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { somebodyWaits } from './waits'
import { at, buildWorld } from './world'

const commands = {
  'whoever admits another patient to the ward':
    'mutation { admitPatientToWard(patientId: "n1", wardId: "ward-A", carePathwayId: "pathway-w", flags: []) { id } }',
  'whoever changes the ward': 'mutation { updateWard(id: "ward-A", capacity: 9) { id } }',
  'whoever deletes the ward on which the patient was': 'mutation { deleteWard(id: "ward-C") }',
  'whoever moves another patient to the ward':
    'mutation { transferPatientToWard(patientId: "b1", wardId: "ward-A") { id } }',
  'whoever says when the patient is to leave':
    'mutation { updateExpectedDischargeDate(patientId: "a1", wardId: "ward-A", carePathwayId: "pathway-w", expectedDischargeDate: "2026-03-11") { id } }',
  'whoever moves the patient to another pathway':
    'mutation { transferPatientToCarePathway(patientId: "a1", carePathwayId: "pathway-2") { id } }',
  'whoever discharges the patient':
    'mutation { dischargePatientFromWard(patientId: "a1", wardId: "ward-A", reason: { type: "TreatmentCompleted" }) { id } }',
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const run = (text: string) => opened.database.asSystem((trx) => sql.raw(text).execute(trx))
  beforeAll(async () => {
    server = await startServer(opened.database)
    await run(
      `insert into care_pathway (id, organization_id, name, created_at, updated_at, revision) values ('pathway-2', 'w', 'Second', '${at(90)}', '${at(90)}', 1)`,
    )
    await run(
      `insert into ward (id, organization_id, name, created_at, updated_at, revision) values ('ward-C', 'w', 'Ward C', '${at(90)}', '${at(90)}', 1)`,
    )
  })
  /**
   * Somebody who holds the counter of an organisation writes a row while a command waits for that
   * counter. One connection waits for nobody: in PGlite the one comes after the other.
   */
  const whileHeld = async (
    organizationId: string,
    command: string,
    as: string,
    write: (trx: Trx) => Promise<unknown>,
  ) => {
    const answers = await opened.database.asSystem(async (trx) => {
      await nextRevision(trx, organizationId)
      const answer = server.ask(command, { as })
      if (opened.url !== null) await somebodyWaits(opened.database)
      await write(trx)
      return [answer]
    })
    return answers[0]
  }

  for (const [who, command] of Object.entries(commands))
    test(`${who} waits in no ring with a job that notes slots and alerts of the ward`, async () => {
      const answer = await whileHeld('w', command, 'admin', (trx) =>
        sql`insert into checkup_slot (admission_id, checkup_type_id, organization_id, patient_id, ward_id, due_at, opens_at, closes_at, is_done)
          select 'admission-a1', ${who} || ward, 'w', 'a1', ward, ${at(9)}, ${at(9)}, ${at(9)}, true from unnest(array['ward-A', 'ward-C']) ward`.execute(
          trx,
        ),
      )
      expect(answer?.errors).toEqual([])
    })

  test('whoever removes a patient waits in no ring with an organisation that links them', async () => {
    // Registered by the home, which gave them up; w alone has them.
    await run(`delete from patient_organization where patient_id = 'h2'`)
    await run(
      `insert into patient_organization (patient_id, organization_id, linked_at) values ('h2', 'w', '${at(90)}')`,
    )
    const answer = await whileHeld(
      'h',
      'mutation { deletePatient(patientId: "h2") }',
      'admin',
      (trx) =>
        trx
          .insertInto('patient_organization')
          .values({ patient_id: 'h2', organization_id: 'p', linked_at: at(0) })
          .execute(),
    )
    expect(answer?.errors).toEqual([])
    const left = await opened.database.kysely
      .selectFrom('patient_organization')
      .select('organization_id')
      .where('patient_id', '=', 'h2')
      .execute()
    expect(left).toEqual([{ organization_id: 'p' }])
  })

  test('whoever removes a patient waits in no ring with whoever assigns them to a practice', async () => {
    await run(
      `insert into patient (id, organization_id, first_name, last_name, gender, birth_date, pre_existing_conditions, created_at, revision) values ('leaving', 'w', 'Lea', 'Ving', 'female', '1940-02-29', '[]', '${at(90)}', 1)`,
    )
    await run(
      `insert into patient_organization (patient_id, organization_id, linked_at) values ('leaving', 'w', '${at(90)}')`,
    )
    // The log is held until both wait: who removes them waits first.
    const [removed, assigned] = await Promise.all(
      await opened.database.asSystem(async (trx) => {
        await sql`select * from app_last_action('w')`.execute(trx)
        const first = server.ask('mutation { deletePatient(patientId: "leaving") }', {
          as: 'admin',
        })
        if (opened.url !== null) await somebodyWaits(opened.database)
        const second = server.ask(
          'mutation { assignPatientToPractice(patientId: "leaving", practiceId: "p") }',
          { as: 'admin' },
        )
        if (opened.url !== null) await somebodyWaits(opened.database, 2)
        return [first, second]
      }),
    )
    expect(removed?.errors).toEqual([])
    expect(codeOf(assigned as Answer)).toBe('NOT_FOUND')
  })
})
