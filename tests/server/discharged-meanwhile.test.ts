import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AlertsAfterDischarge } from '../../schema/generated/resolvers'
import { organizationOf } from '../../server/demonstration/organizations'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { startServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const minute = 60_000
const patient = patientNamed('Nwosu')
const iso = (ms: number): string => new Date(ms).toISOString()

/** What was measured in a stay and comes when it is over is judged by the rules of that stay. */
onBothEngines(seed, (opened) => {
  let serial = 0
  const app = () => ingestApp(opened.database, { clock: { now: () => noon } })
  /** Sends a set of NEWS2 9 that was measured then; the severities of the alerts that are open. */
  const send = async (atMs: number): Promise<readonly number[]> => {
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
    })
    const answer = await post(
      app(),
      'checkups',
      {
        ...wellCheckup(`late-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`, patient.id),
        startedAt: iso(atMs),
        endedAt: iso(atMs),
        respiratoryRate: { value: 26, source: 'manual' },
        consciousness: 'V',
        pulseOxiData: {
          averageSpO2: 90,
          confidence: 'HIGH',
          device: 'Nonin 3230',
          isManual: false,
        },
      },
      { timestamp: String(Math.floor(noon / 1000)) },
    )
    expect(answer.status).toBe(201)
    const rows = await opened.database.kysely
      .selectFrom('alert')
      .select('severity')
      .where('patient_id', '=', patient.id)
      .where('status', '=', 'open')
      .execute()
    return rows.map(({ severity }) => severity)
  }
  const discharge = (reason: string) =>
    opened.database.asSystem(async (trx) => {
      await sql`update ward_admission set admitted_at = ${iso(noon - 48 * 60 * minute)}::timestamptz, discharged_at = ${iso(noon - 10 * minute)}::timestamptz where patient_id = ${patient.id}`.execute(
        trx,
      )
      await sql`insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, reason, revision)
        select 'left', id, patient_id, organization_id, 'Discharge', discharged_at, discharged_at, ${JSON.stringify({ type: reason, additionalInfo: null })}::jsonb, 1
        from ward_admission where patient_id = ${patient.id}
        on conflict (id) do update set reason = excluded.reason`.execute(trx)
    })

  test('a grave set that was measured before the discharge and comes after it raises its alerts; one of after it, or of who died, raises none', async () => {
    await discharge('TreatmentCompleted')
    expect(Math.max(0, ...(await send(noon - 30 * minute)))).toBeGreaterThanOrEqual(3)
    expect(await send(noon - 5 * minute)).toEqual([])
    await discharge('Expired')
    expect(await send(noon - 20 * minute)).toEqual([])
  })

  test('its alerts are told to a user who may open the record, since no board shows them, and no more of a patient who is on a ward again', async () => {
    const server = await startServer(opened.database, {
      clock: { now: () => noon },
      verify: async (token) => ({
        uid: token.replace('token-', ''),
        email: null,
        authTime: noon / 1000,
        claims: {},
      }),
    })
    const told = async (email: string): Promise<readonly AlertsAfterDischarge[]> => {
      const as = demonstrationAccounts.find((account) => account.email === email)?.id ?? ''
      const answer = await server.ask(
        '{ alertsAfterDischarge { patientId firstName lastName ward dischargedAt alerts severity startedAt } }',
        { as },
      )
      expect(answer.errors).toEqual([])
      return (answer.data as { alertsAfterDischarge: AlertsAfterDischarge[] }).alertsAfterDischarge
    }
    await discharge('TreatmentCompleted')
    expect(await told('admin@riverside.example')).toEqual([])
    const severities = await send(noon - 30 * minute)
    expect(await told('admin@riverside.example')).toMatchObject([
      {
        patientId: patient.id,
        lastName: 'Nwosu',
        dischargedAt: iso(noon - 10 * minute),
        alerts: severities.length,
        severity: Math.max(...severities),
        startedAt: iso(noon - 30 * minute),
      },
    ])
    expect(await told('admin@willowbank.example')).toEqual([])
    // Another organisation's device raised it: the last ward is called, and told.
    const of = (organization: string) =>
      opened.database.asSystem((trx) =>
        sql`update alert set organization_id = ${organizationOf(organization as 'riverside').id} where patient_id = ${patient.id}`.execute(
          trx,
        ),
      )
    await of('willowbank')
    expect(await told('admin@riverside.example')).toHaveLength(1)
    expect(await told('admin@willowbank.example')).toEqual([])
    await of('riverside')
    await opened.database.asSystem((trx) =>
      sql`update ward_admission set discharged_at = null where patient_id = ${patient.id}`.execute(
        trx,
      ),
    )
    expect(await told('admin@riverside.example')).toEqual([])
  })

  test('it does so after a readmission too; what comes more than a day late of a stay that is over raises none', async () => {
    await discharge('TreatmentCompleted')
    await opened.database.asSystem((trx) =>
      sql`insert into ward_admission (id, patient_id, organization_id, ward_id, care_pathway_id, admitted_at, created_at, revision)
        select 'again', patient_id, organization_id, ward_id, care_pathway_id, ${iso(noon - 5 * minute)}::timestamptz, ${iso(noon - 5 * minute)}::timestamptz, 1
        from ward_admission where patient_id = ${patient.id} on conflict do nothing`.execute(trx),
    )
    expect(Math.max(0, ...(await send(noon - 15 * minute)))).toBeGreaterThanOrEqual(3)
    await opened.database.asSystem((trx) =>
      sql`delete from ward_admission where id = 'again'`.execute(trx),
    )
    await opened.database.asSystem(async (trx) => {
      await sql`update ward_admission set admitted_at = ${iso(noon - 90 * 24 * 60 * minute)}::timestamptz, discharged_at = ${iso(noon - 50 * 24 * 60 * minute)}::timestamptz where patient_id = ${patient.id}`.execute(
        trx,
      )
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.updateTable('patient_summary').set({ latest_checkup_id: null }).execute()
      await trx.deleteFrom('checkup').execute()
    })
    expect(await send(noon - 60 * 24 * 60 * minute)).toEqual([])
  })
})
