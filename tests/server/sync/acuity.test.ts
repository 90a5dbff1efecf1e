import { beforeAll, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const set = `mutation ($p: ID!, $s: Int!, $r: String) { setPatientAcuityScore(patientId: $p, score: $s, reason: $r) {
  id latestAcuityScore { id score reason capturedAt createdAt createdBy { id firstName } late } } }`
const read =
  'query ($p: ID!) { patient(patientId: $p) { latestAcuityScore { id score reason capturedAt createdAt createdBy { id } late } } }'

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now
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
  const latest = async (patient: string) =>
    (await server.ask(read, { as: 'manager', variables: { p: patient } })).data?.patient
  const score = (value: number, minutesAgo: number, patientId = 'a1') =>
    nurse.command(
      'setPatientAcuityScore',
      { patientId, score: value, reason: null },
      { at: at(minutesAgo) },
    )
  const count = async (patient: string) =>
    (
      await opened.database.kysely
        .selectFrom('patient_acuity_score')
        .select('id')
        .where('patient_id', '=', patient)
        .execute()
    ).length

  test('C541 C291 C424 gives a score with its reason, author and time; without a reason too', async () => {
    const answer = await server.ask(set, {
      as: 'nurse',
      key: 'acuity-0001',
      variables: { p: 'a1', s: 2, r: ' More breathless ' },
    })
    expect(answer.data?.setPatientAcuityScore).toEqual({
      id: 'a1',
      latestAcuityScore: {
        id: 'acuity-0001',
        score: 2,
        reason: 'More breathless',
        capturedAt: at(0),
        createdAt: at(0),
        createdBy: { id: 'nurse', firstName: 'NURSE' },
        late: false,
      },
    })
    time = now + 1
    expect(
      (await server.ask(set, { as: 'nurse', variables: { p: 'a1', s: 3 } })).data,
    ).toMatchObject({ setPatientAcuityScore: { latestAcuityScore: { score: 3, reason: null } } })
    // A repeat is answered with what is so now, and adds nothing.
    const before = await count('a1')
    expect(
      (
        await server.ask(set, {
          as: 'nurse',
          key: 'acuity-0001',
          variables: { p: 'a1', s: 2, r: ' More breathless ' },
        })
      ).data,
    ).toMatchObject({ setPatientAcuityScore: { latestAcuityScore: { score: 3, reason: null } } })
    expect(await count('a1')).toBe(before)
    time = now
    expect(await count('a1')).toBe(2)
  })

  test('C422 refuses what is no score, and a reason that is too long, by argument', async () => {
    for (const s of [0, 5, -1]) {
      const answer = await server.ask(set, { as: 'nurse', variables: { p: 'a1', s } })
      expect(answer.errors[0]?.extensions?.argErrors).toEqual([
        { path: 'score', message: 'Must be between 1 and 4' },
      ])
    }
    const long = await server.ask(set, {
      as: 'nurse',
      variables: { p: 'a1', s: 1, r: 'x'.repeat(1001) },
    })
    expect(long.errors[0]?.extensions?.argErrors).toEqual([
      { path: 'reason', message: 'Must be 1,000 characters or fewer' },
    ])
    expect(await count('a1')).toBe(2)
  })

  test('C467 needs edit_patients and the flag, and a patient of the own wards', async () => {
    expect(codeOf(await server.ask(set, { as: 'care', variables: { p: 'a1', s: 1 } }))).toBe(
      'FORBIDDEN',
    )
    expect(codeOf(await server.ask(set, { as: 'gp', variables: { p: 'h1', s: 1 } }))).toBe(
      'FORBIDDEN',
    )
    expect(codeOf(await server.ask(set, { as: 'nurse', variables: { p: 'b1', s: 1 } }))).toBe(
      'NOT_FOUND',
    )
    expect(codeOf(await server.ask(set, { as: 'nurse', variables: { p: 'h1', s: 1 } }))).toBe(
      'NOT_FOUND',
    )
  })

  test('the latest is the one captured last: one that waited on a device is kept, marked late, and replaces no newer one', async () => {
    const younger = await score(1, 40, 'a2')
    const older = await score(4, 300, 'a2')
    const [first] = (await tablet.push(nurse, younger)).results
    expect(first).toMatchObject({
      class: 'APPLIED',
      server: {
        __typename: 'Patient',
        id: 'a2',
        latestAcuityScore: { id: younger.id, score: 1, late: true },
      },
      also: [{ __typename: 'VirtualWardPatient', id: 'a2', latestAcuityScore: { score: 1 } }],
    })
    expect((await tablet.push(nurse, older)).results[0]).toMatchObject({
      class: 'APPLIED',
      server: { latestAcuityScore: { id: younger.id } },
    })
    expect(await latest('a2')).toMatchObject({
      latestAcuityScore: {
        id: younger.id,
        score: 1,
        capturedAt: at(40),
        createdAt: at(0),
        late: true,
      },
    })
    expect(await count('a2')).toBe(2)
    const prompt = await score(3, 2, 'a2')
    await tablet.push(nurse, prompt)
    expect(await latest('a2')).toMatchObject({
      latestAcuityScore: { id: prompt.id, score: 3, late: false },
    })
  })

  test('a clock that runs ahead keeps no score on top: it counts as captured when it came', async () => {
    const ahead = await score(1, -525_600, 'a2')
    await tablet.push(nurse, ahead)
    expect(await latest('a2')).toMatchObject({
      latestAcuityScore: { id: ahead.id, capturedAt: at(0) },
    })
    time = now + 60_000
    await server.ask(set, { as: 'nurse', variables: { p: 'a2', s: 4 } })
    time = now
    expect(await latest('a2')).toMatchObject({ latestAcuityScore: { score: 4 } })
  })

  test('sent again it is one record; an id of another score is refused', async () => {
    const mutation = await score(2, 1)
    const before = await count('a1')
    const [first] = (await tablet.push(nurse, mutation)).results
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...first, replay: true })
    const again = await nurse.command(
      'setPatientAcuityScore',
      { patientId: 'a1', score: 2, reason: null },
      { id: 'acuity-0001' },
    )
    const other = await nurse.command(
      'setPatientAcuityScore',
      { patientId: 'a2', score: 2, reason: null },
      { id: 'acuity-0001' },
    )
    expect(await tablet.said(nurse, again)).toEqual(['APPLIED'])
    expect(await tablet.said(nurse, other)).toEqual(['REJECTED/ID_REUSED'])
    // By another of her tablets too, which knows nothing of the first.
    const elsewhere = createTablet(
      () => server,
      () => at(0),
    )
    const there = await elsewhere.signIn('nurse')
    const third = await there.command(
      'setPatientAcuityScore',
      { patientId: 'a2', score: 2, reason: null },
      { id: mutation.id },
    )
    expect(await elsewhere.said(there, third)).toEqual(['REJECTED/ID_REUSED'])
    expect(await count('a1')).toBe(before + 1)
  })

  test('refused by a push as by name: no score, a permission that the author did not have', async () => {
    const wrong = await nurse.command('setPatientAcuityScore', {
      patientId: 'a1',
      score: 7,
      reason: null,
    })
    expect((await tablet.push(nurse, wrong)).results[0]).toMatchObject({
      class: 'REJECTED',
      code: 'INVALID',
      argErrors: [{ path: 'score', message: 'Must be between 1 and 4' }],
    })
    const care = await tablet.signIn('care')
    expect(
      await tablet.said(
        care,
        await care.command('setPatientAcuityScore', { patientId: 'a1', score: 1, reason: null }),
      ),
    ).toEqual(['REJECTED/FORBIDDEN'])
  })

  test('a score reaches other devices by pull, card and record', async () => {
    const puller = createPuller(tablet, 'nurse', () => nurse.hello.epoch)
    await puller.pull(['ROSTER:w', 'PATIENT:a2'])
    time = now + 120_000
    await server.ask(set, { as: 'manager', variables: { p: 'a2', s: 2 } })
    time = now
    const [patches] = await puller.pull(['ROSTER:w', 'PATIENT:a2'])
    expect(patches?.scopes.flatMap(({ put }) => put)).toMatchObject([
      { __typename: 'VirtualWardPatient', id: 'a2', latestAcuityScore: { score: 2 } },
      { __typename: 'Patient', id: 'a2', latestAcuityScore: { score: 2 } },
    ])
  })

  test('every record has its entry in the action log, and the chain holds', async () => {
    const [records, entries] = await Promise.all([
      opened.database.kysely
        .selectFrom('patient_acuity_score')
        .select('id')
        .where('id', '<>', 'acuity-b1')
        .execute(),
      opened.database.kysely
        .selectFrom('action_log')
        .select('entity_id')
        .where('action', '=', 'setPatientAcuityScore')
        .execute(),
    ])
    expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual(
      records.map(({ id }) => id).toSorted(),
    )
    expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
  })
})
