import { beforeAll, expect, test } from 'vitest'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onPglite } from '../engines'
import { at, buildWorld } from '../world'
import { newId } from './device'
import { createTablet } from './tablet'
import type { SignedIn, Tablet } from './tablet'

const discard =
  'mutation ($g: ID!, $items: [DiscardIn!]!) { syncDiscard(group: $g, items: $items) }'

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
  const tell = (items: readonly object[], as = 'nurse', g = tablet.group) =>
    server.ask(discard, { as, variables: { g, items } })
  const logged = async (id: string) =>
    await opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('entity_id', '=', id)
      .where('action', '=', 'syncDiscarded')
      .execute()
  const item = (id: string, over: object = {}) => ({
    id,
    lane: 'a1',
    op: 'addPatientNote',
    reason: 'Written on paper meanwhile',
    ...over,
  })

  test('what was given up is one entry of the action log, however often it is told, and the reason is kept beside it', async () => {
    const refused = await nurse.note('a1', ' ')
    await tablet.push(nurse, refused)
    for (let turn = 0; turn < 2; turn += 1)
      expect((await tell([item(refused.id)])).data).toEqual({ syncDiscard: true })
    expect(await logged(refused.id)).toMatchObject([
      {
        actor_id: 'nurse',
        patient_id: 'a1',
        entity_type: 'command',
        details: { op: 'addPatientNote', answered: 'REJECTED' },
      },
    ])
    expect(JSON.stringify(await logged(refused.id))).not.toContain('paper')
    expect(
      await opened.database.kysely
        .selectFrom('client_mutation')
        .select('result')
        .where('key', '=', `discard ${refused.id}`)
        .execute(),
    ).toMatchObject([{ result: { reason: 'Written on paper meanwhile' } }])
  })

  test('what the server never heard of can be given up too; a lane that is no patient names none', async () => {
    const [unknown, nobody] = [newId(), newId()]
    await tell([item(unknown), item(nobody, { lane: 'patient-of-nobody' })])
    expect(await logged(unknown)).toMatchObject([{ patient_id: 'a1', details: { answered: null } }])
    expect(await logged(nobody)).toMatchObject([{ patient_id: null }])
  })

  test('takes nothing that is too long, too much, or names no command, and nothing before a hello', async () => {
    expect(codeOf(await tell([item(newId(), { reason: 'x'.repeat(501) })]))).toBe('BAD_USER_INPUT')
    expect(codeOf(await tell([item('no command at all')]))).toBe('BAD_USER_INPUT')
    expect(codeOf(await tell(Array.from({ length: 101 }, () => item(newId()))))).toBe(
      'BAD_USER_INPUT',
    )
    const id = newId()
    expect((await tell([item(id)], 'nurse', 'another-group')).data).toEqual({ syncDiscard: false })
    expect(await logged(id)).toEqual([])
  })
})
