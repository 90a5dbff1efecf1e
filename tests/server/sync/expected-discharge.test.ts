import { beforeAll, beforeEach, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet, identities, resultFields } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const set = `mutation ($p: ID!, $w: ID!, $c: ID!, $d: Date, $s: SeenExpectedDischarge) {
  updateExpectedDischargeDate(patientId: $p, wardId: $w, carePathwayId: $c, expectedDischargeDate: $d, seen: $s) { id wardAdmission { expectedDischargeDate revision } } }`
const place = { p: 'a1', w: 'ward-A', c: 'pathway-w' }

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now
  const admission = () =>
    opened.database.kysely
      .selectFrom('ward_admission')
      .selectAll()
      .where('id', '=', 'admission-a1')
      .executeTakeFirstOrThrow()
  const events = () =>
    opened.database.kysely
      .selectFrom('admission_event')
      .selectAll()
      .where('admission_id', '=', 'admission-a1')
      .where('type', '=', 'ExpectedDischargeDateUpdate')
      .orderBy('revision')
      .execute()
  const byName = (d: string | null, as = 'manager', more: Record<string, unknown> = {}) =>
    server.ask(set, { as, variables: { ...place, d, ...more } })
  /** Written by the nurse, who saw the admission as it was at some moment. */
  const command = (
    date: string | null,
    seen: { readonly expected_discharge_date: string | null; readonly revision: number },
    options: Parameters<SignedIn['command']>[2] = {},
  ) =>
    nurse.command(
      'updateExpectedDischargeDate',
      {
        patientId: 'a1',
        wardId: 'ward-A',
        carePathwayId: 'pathway-w',
        expectedDischargeDate: date,
        seen: { expectedDischargeDate: seen.expected_discharge_date, revision: seen.revision },
      },
      options,
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    time = now - 600 * 60_000
    nurse = await tablet.signIn('nurse')
    time = now
  })
  beforeEach(async () => {
    await byName('2026-03-20')
  })

  test('C540 C388 C433 sets and clears the date of the admission, and keeps who did it and when', async () => {
    const before = (await events()).length
    const first = await byName('2026-04-01')
    expect(first.data).toMatchObject({
      updateExpectedDischargeDate: {
        id: 'a1',
        wardAdmission: { expectedDischargeDate: '2026-04-01' },
      },
    })
    expect((await byName(null)).data).toMatchObject({
      updateExpectedDischargeDate: { wardAdmission: { expectedDischargeDate: null } },
    })
    const written = (await events()).slice(before)
    expect(written).toMatchObject([
      { created_by: 'manager', effective_at: at(0) },
      { created_by: 'manager' },
    ])
    expect((await admission()).revision).toBe(written.at(-1)?.revision)
  })

  test('C434 C435 refuses a date in the past and one more than a year ahead, by argument', async () => {
    const refused = async (d: string) => (await byName(d)).errors[0]?.extensions?.argErrors
    expect(await refused('2026-03-01')).toEqual([
      { path: 'expectedDischargeDate', message: 'Expected discharge date cannot be in the past' },
    ])
    expect(await refused('2027-03-03')).toEqual([
      {
        path: 'expectedDischargeDate',
        message: 'Expected discharge date cannot be more than 1 year in the future',
      },
    ])
    expect(codeOf(await server.ask(set, { as: 'manager', variables: place }))).toBe(
      'BAD_USER_INPUT',
    )
    expect((await admission()).expected_discharge_date).toBe('2026-03-20')
  })

  test('yesterday is in the past by the day of the organisation; what was written yesterday counts by then', async () => {
    const zone = (time_zone: string) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ time_zone }).where('id', '=', 'w').execute(),
      )
    // Two in the morning of 3 March there.
    await zone('Pacific/Kiritimati')
    try {
      expect((await byName('2026-03-02')).errors[0]?.extensions?.argErrors).toEqual([
        { path: 'expectedDischargeDate', message: 'Expected discharge date cannot be in the past' },
      ])
      expect(await tablet.said(nurse, await command('2026-03-02', await admission()))).toEqual([
        'REJECTED/INVALID',
      ])
      const yesterday = await command('2026-03-02', await admission(), { at: at(150) })
      expect(await tablet.said(nurse, yesterday)).toEqual(['APPLIED'])
      expect((await admission()).expected_discharge_date).toBe('2026-03-02')
    } finally {
      await zone('Europe/London')
    }
  })

  test('needs the permission and the flag, and a patient of the own wards', async () => {
    const flag = (on: boolean) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('organization')
          .set({ features: JSON.stringify({ wards: true, manualExpectedLengthOfStay: on }) })
          .where('id', '=', 'w')
          .execute(),
      )
    await flag(false)
    expect(codeOf(await byName('2026-04-01'))).toBe('FORBIDDEN')
    await flag(true)
    expect(codeOf(await byName('2026-04-01', 'care'))).toBe('FORBIDDEN')
    expect(
      codeOf(
        await server.ask(set, {
          as: 'nurse',
          variables: { p: 'b1', w: 'ward-B', c: 'pathway-w', d: null },
        }),
      ),
    ).toBe('NOT_FOUND')
    expect(codeOf(await server.ask(set, { as: 'gp', variables: { ...place, d: null } }))).toBe(
      'FORBIDDEN',
    )
    expect(
      codeOf(
        await server.ask(set, {
          as: 'admin',
          variables: { p: 'n1', w: 'ward-A', c: 'pathway-w', d: null },
        }),
      ),
    ).toBe('NOT_FOUND')
    expect((await admission()).expected_discharge_date).toBe('2026-03-20')
  })

  test('the named mutation with what was seen says CONFLICT, and the current value', async () => {
    const seen = await admission()
    await byName('2026-04-02')
    const answer = await byName('2026-04-03', 'nurse', {
      s: { expectedDischargeDate: seen.expected_discharge_date, revision: seen.revision },
    })
    expect(codeOf(answer)).toBe('CONFLICT')
    expect(answer.errors[0]?.extensions).toMatchObject({
      reason: 'CHANGED',
      conflict: {
        fields: [
          {
            name: 'expectedDischargeDate',
            before: '2026-03-20',
            yours: '2026-04-03',
            theirs: '2026-04-02',
          },
        ],
        changedBy: { id: 'manager' },
      },
    })
  })

  test('by syncPush it is done as seen, at the time it was captured, and answers the patient and the card', async () => {
    const mutation = await command('2026-04-05', await admission(), { at: at(90) })
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({
      class: 'APPLIED',
      code: null,
      conflict: null,
      version: String((await admission()).revision),
      server: {
        __typename: 'Patient',
        id: 'a1',
        wardAdmission: { expectedDischargeDate: '2026-04-05' },
      },
      also: [
        {
          __typename: 'VirtualWardPatient',
          id: 'a1',
          wardAdmission: { expectedDischargeDate: '2026-04-05' },
        },
      ],
    })
    expect((await events()).at(-1)).toMatchObject({
      id: mutation.id,
      created_by: 'nurse',
      effective_at: at(90),
      created_at: at(0),
    })
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...result, replay: true })
  })

  test('a date that somebody changed meanwhile is a conflict: stored, told with both values, who and when, and told again', async () => {
    const seen = await admission()
    await byName('2026-04-10')
    const mutation = await command('2026-04-11', seen, { at: at(60) })
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({
      class: 'CONFLICT',
      code: 'CHANGED',
      replay: false,
      version: null,
      conflict: {
        fields: [
          {
            name: 'expectedDischargeDate',
            before: '2026-03-20',
            yours: '2026-04-11',
            theirs: '2026-04-10',
          },
        ],
        changedBy: { id: 'manager', firstName: 'MANAGER' },
        changedAt: at(0),
      },
      server: { __typename: 'Patient', wardAdmission: { expectedDischargeDate: '2026-04-10' } },
    })
    expect((await admission()).expected_discharge_date).toBe('2026-04-10')
    await byName('2026-04-12')
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...result, replay: true })
    const outcomes = await server.ask(
      `query ($g: ID!, $ids: [ID!]!) { mutationOutcomes(group: $g, ids: $ids) { ${resultFields} } }`,
      { as: 'nurse', variables: { g: tablet.group, ids: [mutation.id] } },
    )
    expect(outcomes.data?.mutationOutcomes).toEqual([{ ...result, replay: true }])
  })

  test('sent after all, against the version just shown, it is done', async () => {
    const seen = await admission()
    await byName('2026-04-10')
    expect(await tablet.said(nurse, await command('2026-04-11', seen))).toEqual([
      'CONFLICT/CHANGED',
    ])
    expect(await tablet.said(nurse, await command('2026-04-11', await admission()))).toEqual([
      'APPLIED',
    ])
    expect((await admission()).expected_discharge_date).toBe('2026-04-11')
  })

  test('the same date that another chose already is done, and changes nothing', async () => {
    const seen = await admission()
    await byName('2026-04-10')
    const [then, count] = [await admission(), (await events()).length]
    expect(await tablet.said(nurse, await command('2026-04-10', seen))).toEqual(['APPLIED'])
    expect(await admission()).toEqual(then)
    expect(await events()).toHaveLength(count)
  })

  test('two changes of one author offline follow each other: the second saw what the first was to leave', async () => {
    const seen = await admission()
    const first = await command('2026-04-15', seen, { at: at(30) })
    const second = await command(
      '2026-04-16',
      { ...seen, expected_discharge_date: '2026-04-15' },
      { prev: first.id, at: at(20) },
    )
    expect(await tablet.said(nurse, first, second)).toEqual(['APPLIED', 'APPLIED'])
    expect((await admission()).expected_discharge_date).toBe('2026-04-16')
  })

  test('a patient who was moved or discharged meanwhile is a conflict that names the places', async () => {
    const seen = await admission()
    const move = (values: { ward_id?: string; discharged_at?: string | null }) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('ward_admission').set(values).where('id', '=', 'admission-a1').execute(),
      )
    await move({ ward_id: 'ward-B' })
    // The nurse may not open ward B: that it failed is all she learns.
    const [hidden] = (await tablet.push(nurse, await command('2026-04-20', seen, { at: at(0) })))
      .results
    expect(hidden).toMatchObject({ class: 'REJECTED', code: 'NOT_FOUND' })
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ward_staff')
        .values({ ward_id: 'ward-B', user_id: 'nurse', organization_id: 'w', assigned_at: at(0) })
        .execute(),
    )
    const [moved] = (await tablet.push(nurse, await command('2026-04-20', seen))).results
    expect(moved).toMatchObject({
      class: 'CONFLICT',
      code: 'ADMISSION_CHANGED',
      conflict: {
        fields: [
          { name: 'ward', before: 'Ward A', yours: 'Ward A', theirs: 'Ward B' },
          { name: 'expectedDischargeDate' },
        ],
      },
    })
    await move({ ward_id: 'ward-A', discharged_at: at(1) })
    const [gone] = (await tablet.push(nurse, await command('2026-04-20', seen, { at: at(5) })))
      .results
    expect(gone).toMatchObject({
      class: 'CONFLICT',
      code: 'ADMISSION_CHANGED',
      conflict: {
        fields: [
          { name: 'ward', theirs: null },
          { name: 'carePathway', theirs: null },
          { name: 'expectedDischargeDate', theirs: null },
        ],
      },
    })
    await move({ discharged_at: null })
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('ward_id', '=', 'ward-B')
        .where('user_id', '=', 'nurse')
        .execute(),
    )
  })

  test('an author who could open the patient when writing, and cannot now, has it done or is told of the conflict, and sees no record', async () => {
    const seen = await admission()
    const [mine, late] = [
      await command('2026-04-21', seen, { at: at(9) }),
      await command(
        '2026-04-22',
        { expected_discharge_date: '2026-05-05', revision: 1 },
        { at: at(8) },
      ),
    ]
    await opened.database.asSystem((trx) =>
      trx
        .deleteFrom('ward_staff')
        .where('ward_id', '=', 'ward-A')
        .where('user_id', '=', 'nurse')
        .execute(),
    )
    const { results } = await tablet.push(nurse, mine, late)
    expect(results).toMatchObject([
      { class: 'APPLIED', server: null, also: null },
      { class: 'CONFLICT', server: null, also: null, conflict: null },
    ])
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('ward_staff')
        .values({
          ward_id: 'ward-A',
          user_id: 'nurse',
          organization_id: 'w',
          assigned_at: at(9999),
        })
        .execute(),
    )
  })

  test('another user who delivers a command reads neither the record nor the conflict', async () => {
    const seen = await admission()
    await byName('2026-04-10')
    const mutation = await command('2026-04-11', seen)
    const care = await tablet.signIn('care')
    expect((await tablet.push(care, mutation)).results[0]).toMatchObject({
      class: 'CONFLICT',
      server: null,
      also: null,
      conflict: null,
    })
    expect((await tablet.push(nurse, mutation)).results[0]).toMatchObject({
      class: 'CONFLICT',
      conflict: { changedBy: { id: 'manager' } },
    })
  })

  test('a changed date reaches other devices by pull, card and record', async () => {
    const puller = createPuller(tablet, 'nurse', () => nurse.hello.epoch)
    await puller.pull(['ROSTER:w', 'PATIENT:a1'])
    await byName('2026-04-25')
    const [patches] = await puller.pull(['ROSTER:w', 'PATIENT:a1'])
    expect(
      patches?.scopes.flatMap(({ put }) => put.map(({ __typename, id }) => `${__typename} ${id}`)),
    ).toEqual(['VirtualWardPatient a1', 'Patient a1'])
  })

  test('every change is in the action log, under its author, and the chain holds', async () => {
    const seen = await admission()
    const mutation = await command('2026-04-28', seen, { seen: identities.a1 ?? {} })
    await tablet.push(nurse, mutation)
    const entry = await opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('organization_id', '=', 'w')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'updateExpectedDischargeDate',
      actor_id: 'nurse',
      patient_id: 'a1',
      entity_id: 'admission-a1',
      details: { command: mutation.id, from: '2026-03-20', to: '2026-04-28' },
    })
    expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
  })
})
