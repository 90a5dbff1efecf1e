import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { at, buildWorld } from '../world'
import { newDeviceKey, newId, signSealed } from './device'
import { createTablet, resultFields } from './tablet'
import type { Result, SignedIn, Tablet } from './tablet'

const query = `query ($g: ID!, $ids: [ID!]!) { mutationOutcomes(group: $g, ids: $ids) { ${resultFields} } }`
const ack = 'mutation ($g: ID!, $ids: [ID!]!) { syncAckResults(group: $g, ids: $ids) }'

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  beforeAll(async () => {
    server = await startServer(opened.database)
    tablet = createTablet(
      () => server,
      () => at(0),
    )
    nurse = await tablet.signIn('nurse')
  })
  const outcomes = async (
    as: string,
    ids: readonly string[],
    group = tablet.group,
  ): Promise<readonly Result[]> => {
    const answer = await server.ask(query, { as, variables: { g: group, ids } })
    expect(answer.errors).toEqual([])
    return answer.data?.mutationOutcomes as readonly Result[]
  }

  test('answers what became of each command; what is not known is missing', async () => {
    const [applied, refused, waiting] = [
      await nurse.note('a1', 'applied'),
      await nurse.note('a1', ' '),
      await nurse.note('a1', 'waiting', { prev: newId() }),
    ]
    const { results } = await tablet.push(nurse, applied, refused, waiting)
    const known = await outcomes('nurse', [waiting.id, refused.id, applied.id, newId()])
    expect(known.toSorted((a, b) => (a.class < b.class ? -1 : 1))).toEqual(
      results.slice(0, 2).map((result) => ({ ...result, replay: true })),
    )
  })

  test('a forgery under an id says nothing of the command itself', async () => {
    const note = await nurse.note('a1', 'mine')
    await tablet.push(nurse, { ...note, signature: await signSealed(await newDeviceKey(), note) })
    expect(await outcomes('nurse', [note.id])).toEqual([])
  })

  test('another user of the tablet learns the class, not the row; another tablet and a stranger learn nothing', async () => {
    const note = await nurse.note('a1', 'not for others')
    await tablet.push(nurse, note)
    await tablet.signIn('reader')
    expect(await outcomes('reader', [note.id])).toMatchObject([
      { id: note.id, class: 'APPLIED', server: null },
    ])
    expect(await outcomes('manager', [note.id])).toEqual([])
    expect(await outcomes('nurse', [note.id], 'another-group')).toEqual([])
  })

  test('answers that the device has stored are marked, and can still be asked for', async () => {
    const note = await nurse.note('a1', 'acknowledged')
    await tablet.push(nurse, note)
    expect(
      (await server.ask(ack, { as: 'manager', variables: { g: tablet.group, ids: [note.id] } }))
        .data,
    ).toEqual({ syncAckResults: false })
    expect(
      (
        await server.ask(ack, {
          as: 'nurse',
          variables: { g: tablet.group, ids: [note.id, newId()] },
        })
      ).data,
    ).toEqual({ syncAckResults: true })
    const row = await opened.database.kysely
      .selectFrom('sync_mutation')
      .select('acked_at')
      .where('id', '=', note.id)
      .executeTakeFirstOrThrow()
    expect(row.acked_at).toBe(at(0))
    expect(await outcomes('nurse', [note.id])).toMatchObject([{ class: 'APPLIED' }])
  })

  test('rows of a stored answer are left out as long as the author may not open the record; the class and the code stay', async () => {
    const asOwner = (statement: string) =>
      opened.database.asSystem((trx) => sql.raw(statement).execute(trx))
    const [watch, note] = [
      await nurse.command('addToWatchList', { patientId: 'a1' }),
      await nurse.note('a1', 'while the ward was hers'),
    ]
    const unlike = await nurse.command('updateExpectedDischargeDate', {
      patientId: 'a1',
      wardId: 'ward-A',
      carePathwayId: 'pathway-w',
      expectedDischargeDate: '2026-04-01',
      seen: { expectedDischargeDate: '2026-03-01', revision: -1 },
    })
    const commands = [watch, note, unlike]
    const { results } = await tablet.push(nurse, ...commands)
    expect(results).toMatchObject([
      { server: { id: 'a1' }, also: [{ id: 'a1' }] },
      { server: { id: note.id } },
      { class: 'CONFLICT', server: { id: 'a1' }, conflict: { fields: [{}] } },
    ])
    const told = async () =>
      new Map(
        (
          await outcomes(
            'nurse',
            commands.map(({ id }) => id),
          )
        ).map((result) => [result.id, result]),
      )
    const withheld = results.map(
      (result) =>
        [result.id, { ...result, replay: true, server: null, also: null, conflict: null }] as const,
    )
    const whole = results.map((result) => [result.id, { ...result, replay: true }] as const)
    const lostAndBack: readonly (readonly [lost: string, back: string])[] = [
      [
        `delete from ward_staff where user_id = 'nurse'`,
        `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'nurse', 'w', '${at(9999)}')`,
      ],
      [
        `update ward_admission set ward_id = 'ward-B' where id = 'admission-a1'`,
        `update ward_admission set ward_id = 'ward-A' where id = 'admission-a1'`,
      ],
    ]
    for (const [lost, back] of lostAndBack) {
      await asOwner(lost)
      expect(await told()).toEqual(new Map(withheld))
      expect((await tablet.push(nurse, ...commands)).results).toEqual(
        withheld.map(([, result]) => result),
      )
      await asOwner(back)
      expect(await told()).toEqual(new Map(whole))
      expect((await tablet.push(nurse, ...commands)).results).toEqual(
        whole.map(([, result]) => result),
      )
    }
  })

  test('more than a hundred ids are refused', async () => {
    const ids = Array.from({ length: 101 }, () => newId())
    expect(
      codeOf(await server.ask(query, { as: 'nurse', variables: { g: tablet.group, ids } })),
    ).toBe('BAD_USER_INPUT')
    expect(
      codeOf(await server.ask(ack, { as: 'nurse', variables: { g: tablet.group, ids } })),
    ).toBe('BAD_USER_INPUT')
  })
})
