import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../server/db/database'
import { decideMissed } from '../../server/areas/alert'
import { seedDemonstration } from '../../server/demonstration'
import { demonstrationAccounts, demonstrationPassword } from '../../server/demonstration/accounts'
import { demonstrationPatients } from '../../server/demonstration/people'
import { createIdentity } from '../../server/identity'
import { openFactorSecret } from '../../server/identity/sealed'
import { findIngestKey } from '../../server/ingest'
import { checkNationalIdentifier } from '../../src/domain/identity'
import { byScore } from '../../src/domain/pathway/templates'
import { onBothEngines } from '../server/engines'
import { box, countAll, noIdentity, noon, seed } from '../server/ingest/device'

/** A column that differs each time by design. */
const leftOut: Readonly<Record<string, string>> = { change: 'at', ehr_integration: 'secret' }

/**
 * A digest of every row of every table that the seed fills; sealed secrets differ each time by
 * design, and `change.at` is the database's own clock.
 */
const digest = async (database: Database): Promise<string> => {
  const tables = Object.keys(await countAll(database)).filter(
    (name) => name !== 'ingest_key' && !name.startsWith('kysely_migration'),
  )
  const hash = createHash('sha256')
  for (const name of tables) {
    const { rows } = await sql<{
      row: string
    }>`select (to_jsonb(t) - ${leftOut[name] ?? ''}::text)::text as row from ${sql.table(name)} t order by 1`.execute(
      database.kysely,
    )
    hash.update(`${name}:${rows.map(({ row }) => row).join('\n')}`)
  }
  return hash.digest('hex')
}
const digests = new Set<string>()

onBothEngines(seed, (opened) => {
  test('seeding again, also a day later, changes nothing; and every engine gets the same', async () => {
    const before = await digest(opened.database)
    digests.add(before)
    await seed(opened.database)
    await seedDemonstration({
      database: opened.database,
      identity: noIdentity,
      secrets: box,
      clock: { now: () => noon + 86_400_000 },
    })
    expect(await digest(opened.database)).toBe(before)
    expect(digests.size).toBe(1)
  })

  test('accounts are made once, with the password of the demonstration and one second factor', async () => {
    const made: unknown[] = []
    const identity = {
      hasAccount: async (uid: string) => uid === demonstrationAccounts[0]?.id,
      createAccount: async (account: unknown) => made.push(account),
      enrolTotp: async (factor: unknown) => made.push(factor),
    }
    await seedDemonstration({
      database: opened.database,
      identity,
      secrets: box,
      clock: { now: () => noon },
    })
    expect(made).toHaveLength(demonstrationAccounts.length - 1 + 1)
    expect(made).toContainEqual({
      uid: expect.any(String),
      email: 'nurse@riverside.example',
      password: demonstrationPassword,
    })
    expect(made).toContainEqual({
      uid: demonstrationAccounts.find(({ email }) => email === 'mfa@riverside.example')?.id,
      secret: 'JBSWY3DPEHPK3PXP',
    })
  })

  test('a seed that was killed between an account and its second factor is finished by the next', async () => {
    const clock = { now: () => noon }
    const identity = createIdentity({
      secrets: box,
      database: opened.database,
      clock,
      mailer: { send: async () => {} },
      config: {
        projectId: 'p',
        portalUrl: 'https://portal.example',
        passwordCost: { logN: 10, r: 8, p: 1 },
      },
    })
    const factors = async () =>
      (
        await sql<{ uid: string; secret: string }>`select uid, secret from identity_factor`.execute(
          opened.database.kysely,
        )
      ).rows.map(({ uid, secret }) => ({ uid, secret: openFactorSecret(box, uid, secret) }))
    const seedWith = (more: Partial<typeof identity>) =>
      seedDemonstration({
        database: opened.database,
        identity: { ...identity, ...more },
        secrets: box,
        clock,
      })
    const uid = demonstrationAccounts.find(({ email }) => email === 'mfa@riverside.example')?.id
    await expect(
      seedWith({ enrolTotp: () => Promise.reject(new Error('killed')) }),
    ).rejects.toThrow('killed')
    expect([await identity.hasAccount(uid ?? ''), await factors()]).toEqual([true, []])
    for (const run of [1, 2]) {
      await seedWith({})
      expect([run, await factors()]).toEqual([run, [{ uid, secret: 'JBSWY3DPEHPK3PXP' }]])
    }
    for (const account of demonstrationAccounts)
      expect(await identity.hasAccount(account.id), account.email).toBe(true)
  })

  test.each(['riverside', 'willowbank', 'eastgate', 'harbor'])(
    'the ingest key demo-%s belongs to its organisation and is not readable in the database',
    async (name) => {
      const key = await findIngestKey(opened.database, box, `demo-${name}`)
      expect(key?.secret).toBe(`demonstration-only-${name}`)
      const row = await opened.database.kysely
        .selectFrom('ingest_key')
        .innerJoin('organization', 'organization.id', 'ingest_key.organization_id')
        .select(['ingest_key.secret', 'organization.name'])
        .where('ingest_key.id', '=', `demo-${name}`)
        .executeTakeFirstOrThrow()
      expect(row.name.toLowerCase()).toContain(name)
      expect(row.secret).not.toContain('demonstration')
    },
  )

  test('Riverside has an active, an expiring and an expired key, made by its administrator; seeding again moves no expiry', async () => {
    const keys = () =>
      opened.database.kysely
        .selectFrom('ingest_key as k')
        .leftJoin('user_account as u', 'u.id', 'k.created_by')
        .select(['k.id', 'k.deleted_at', 'u.email'])
        .where('k.id', 'like', 'demo-riverside%')
        .orderBy('k.id')
        .execute()
    const email = 'admin@riverside.example'
    const seeded = [
      { id: 'demo-riverside', deleted_at: null, email },
      { id: 'demo-riverside-former', deleted_at: '2026-02-28T12:00:00.000Z', email },
      { id: 'demo-riverside-trial', deleted_at: '2026-03-09T12:00:00.000Z', email },
    ]
    expect(await keys()).toEqual(seeded)
    await seedDemonstration({
      database: opened.database,
      identity: noIdentity,
      secrets: box,
      clock: { now: () => noon + 86_400_000 },
    })
    expect(await keys()).toEqual(seeded)
  })

  test('at least 60 patients, each linked to an organisation; those of the wards are admitted there', async () => {
    const counts = await countAll(opened.database)
    expect(counts['patient']).toBeGreaterThanOrEqual(60)
    const { rows } = await sql<{ name: string; wards: number; patients: number }>`
      select o.name, count(distinct a.ward_id)::int as wards, count(distinct po.patient_id)::int as patients from organization o
      join patient_organization po on po.organization_id = o.id left join ward_admission a on a.patient_id = po.patient_id and a.organization_id = o.id group by o.name order by o.name`.execute(
      opened.database.kysely,
    )
    expect(rows).toEqual([
      { name: 'Eastgate Practice', wards: 0, patients: 17 },
      { name: 'Harbor Health', wards: 2, patients: 14 },
      // One of them is a resident of Willowbank, whose referral was accepted.
      { name: 'Riverside Virtual Ward', wards: 3, patients: 31 },
      { name: 'Willowbank Care Home', wards: 2, patients: 16 },
    ])
  })

  test('referrals go both ways between partners, in every state, with tasks of each tab; Harbor has none', async () => {
    const { rows: partners } = await sql<{ from: string; to: string; may: readonly string[] }>`
      select o.name as "from", p.name as "to", r.permissions as may from organization_relationship r
      join organization o on o.id = r.organization_id join organization p on p.id = r.partner_id order by 1, 2`.execute(
      opened.database.kysely,
    )
    expect(partners).toEqual([
      { from: 'Riverside Virtual Ward', to: 'Eastgate Practice', may: [] },
      { from: 'Riverside Virtual Ward', to: 'Willowbank Care Home', may: ['ReferPatient'] },
      { from: 'Willowbank Care Home', to: 'Eastgate Practice', may: ['ReferPatient'] },
      { from: 'Willowbank Care Home', to: 'Riverside Virtual Ward', may: ['ReferPatient'] },
    ])
    const { rows } = await sql<{
      to: string
      statuses: readonly string[]
      tasks: readonly string[]
    }>`
      select o.name as "to", array_agg(distinct r.status order by r.status) as statuses, array_agg(distinct t.status order by t.status) as tasks
      from referral r join task t on t.referral_id = r.id and t.organization_id = r.destination_id
      join organization o on o.id = r.destination_id group by o.name order by o.name`.execute(
      opened.database.kysely,
    )
    expect(rows).toEqual([
      {
        to: 'Eastgate Practice',
        statuses: ['Accepted', 'Declined', 'Pending'],
        tasks: ['Cancelled', 'Completed', 'NotStarted'],
      },
      {
        to: 'Riverside Virtual Ward',
        statuses: ['Accepted', 'Cancelled', 'Declined', 'Pending'],
        tasks: ['Cancelled', 'Completed', 'InProgress', 'NotStarted'],
      },
      {
        to: 'Willowbank Care Home',
        statuses: ['Cancelled', 'Declined', 'Pending'],
        tasks: ['Cancelled', 'NotStarted'],
      },
    ])
    expect((await countAll(opened.database))['task']).toBe(12)
  })

  test('each pathway has the rules of scores that the templates have: 7, 5 and a single 3', async () => {
    const rules = await opened.database.kysely
      .selectFrom('alert_rule')
      .select(['care_pathway_id as pathway', 'name', 'severity', 'condition'])
      .execute()
    const pathways = await opened.database.kysely.selectFrom('care_pathway').select('id').execute()
    expect(byScore.map(({ severity }) => severity)).toEqual([4, 3, 2])
    for (const { id } of pathways)
      expect(rules.filter(({ pathway }) => pathway === id)).toEqual(
        expect.arrayContaining(
          byScore.map(({ name, severity, condition }) =>
            expect.objectContaining({ name, severity, condition }),
          ),
        ),
      )
  })

  test('who is silent when it begins has an alert with the first look of the jobs, and nobody else', async () => {
    const clock = { now: () => noon }
    while ((await decideMissed(opened.database, { clock, asksDatabase: false })) > 0);
    const missed = await opened.database.kysely
      .selectFrom('alert as a')
      .innerJoin('patient as p', 'p.id', 'a.patient_id')
      .where('a.type', '=', 'CheckupScheduleEvent')
      .where('a.status', '=', 'open')
      .select('p.last_name as name')
      .distinct()
      .orderBy('p.last_name')
      .execute()
    expect(missed.map(({ name }) => name)).toEqual(['Baptiste', 'Papadopoulos', 'Uttley'])
  })
})

test('every NHS number of the demonstration is valid, unique and of the range kept for tests', () => {
  const numbers = demonstrationPatients.flatMap(({ nhsNumber }) =>
    nhsNumber === null ? [] : [nhsNumber],
  )
  for (const number of numbers)
    expect(checkNationalIdentifier(number), number).toEqual({ ok: true, value: number })
  expect(numbers.every((number) => number.startsWith('999'))).toBe(true)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(
    demonstrationPatients
      .filter(({ organization }) => organization === 'harbor')
      .every(({ nhsNumber }) => nhsNumber === null),
  ).toBe(true)
})

test('ids of patients and accounts are unique, and names include the awkward ones', () => {
  expect(new Set(demonstrationPatients.map(({ id }) => id)).size).toBe(demonstrationPatients.length)
  expect(new Set(demonstrationAccounts.map(({ id }) => id)).size).toBe(demonstrationAccounts.length)
  const names = demonstrationPatients.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  expect(names).toEqual(
    expect.arrayContaining(["Patrick O'Brien", 'Edith Thornton', 'Edna Thornton', 'José Ramírez']),
  )
  expect(Math.max(...demonstrationPatients.map(({ lastName }) => lastName.length))).toBe(35)
})
