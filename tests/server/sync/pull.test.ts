import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { nextRevision } from '../../../server/db/revision'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { addCheckup, addPatient, at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import type { Puller } from './puller'
import { createTablet } from './tablet'
import type { Tablet } from './tablet'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database)
  })
  const asOwner = (statement: string) =>
    opened.database.asSystem((trx) => sql.raw(statement).execute(trx))
  const newPuller = async (
    user: string,
    organization?: string,
  ): Promise<Puller & { readonly tablet: Tablet; readonly epoch: string }> => {
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const { hello } = await tablet.signIn(user, organization)
    return {
      ...createPuller(tablet, user, () => hello.epoch, organization),
      tablet,
      epoch: hello.epoch,
    }
  }
  const addNote = (patientId: string, organizationId: string, id: string, minutesAgo = 1) =>
    opened.database.asOrganization(organizationId, async (trx) => {
      await trx
        .insertInto('patient_note')
        .values({
          id,
          organization_id: organizationId,
          patient_id: patientId,
          text: id,
          captured_at: at(minutesAgo),
          created_at: at(0),
          created_by: organizationId === 'w' ? 'nurse' : 'carer',
          revision: await nextRevision(trx, organizationId),
        })
        .execute()
    })

  test('that a record was given to a device is kept by the server, once, under who was signed in', async () => {
    const care = await newPuller('care')
    const given = async () =>
      (
        await sql<{ patient_id: string; screen: string }>`select patient_id, screen from record_read
          where user_id = 'care' and device = ${care.tablet.group} order by patient_id`.execute(
          opened.database.kysely,
        )
      ).rows
    await care.pull(['ROSTER:w'])
    expect(await given()).toEqual([])
    await care.pull(['PATIENT:a1', 'PATIENT:a2'])
    await care.pull(['PATIENT:a1', 'PATIENT:b1'])
    expect(await given()).toEqual([
      { patient_id: 'a1', screen: 'given:device' },
      { patient_id: 'a2', screen: 'given:device' },
    ])
  })

  describe('the roster', () => {
    test('brings the patients on the wards of the user, and then only what changed', async () => {
      const nurse = await newPuller('nurse')
      const [first] = await nurse.pull(['ROSTER:w'])
      expect(nurse.held('VirtualWardPatient')).toEqual(['a1', 'a2'])
      expect(first).toMatchObject({
        asOf: at(0),
        more: false,
        revokedScopes: [],
        resetScopes: [],
        scopes: [{ scope: 'ROSTER:w', base: '', remove: [] }],
      })
      const [quiet] = await nurse.pull(['ROSTER:w'])
      expect(quiet?.scopes[0]).toMatchObject({ put: [], remove: [] })
      expect(quiet?.scopes[0]?.base).toBe(quiet?.scopes[0]?.next)
      await opened.database.asSystem((trx) =>
        addCheckup(trx, {
          id: 'c-a2-new',
          organizationId: 'w',
          patientId: 'a2',
          endedAt: at(1),
          total: 2,
        }),
      )
      const [changed] = await nurse.pull(['ROSTER:w'])
      expect(changed?.scopes[0]?.put).toMatchObject([
        { __typename: 'VirtualWardPatient', id: 'a2', latestCheckup: { id: 'c-a2-new' } },
      ])
      await asOwner(`update ward set name = 'Ward A again' where id = 'ward-A'`)
      expect((await nurse.pull(['ROSTER:w']))[0]?.scopes[0]?.put.map(({ id }) => id)).toEqual([
        'a1',
        'a2',
      ])
    })

    test('comes in pages and goes on where it stopped', async () => {
      await opened.database.asSystem(async (trx) => {
        for (let index = 10; index < 23; index++)
          await addPatient(trx, {
            id: `page-${index}`,
            of: 'h',
            first: 'Page',
            last: `Number ${index}`,
          })
      })
      const carer = await newPuller('carer')
      const answers = await carer.pull(['ROSTER:h'], 4)
      expect(answers.map(({ scopes, more }) => [scopes[0]?.put.length, more])).toEqual([
        [4, true],
        [4, true],
        [4, true],
        [3, false],
      ])
      expect(carer.held('VirtualWardPatient')).toHaveLength(15)
    })

    test('an answer that was lost comes again, one that is applied twice changes nothing', async () => {
      const carer = await newPuller('carer')
      const lost = await carer.peek(['ROSTER:h'], 4)
      const again = await carer.peek(['ROSTER:h'], 4)
      expect(again.scopes[0]?.put).toEqual(lost.scopes[0]?.put)
      carer.apply(again)
      const held = carer.cursors.get('ROSTER:h')
      carer.apply(lost)
      expect(carer.cursors.get('ROSTER:h')).toBe(held)
      await carer.pull(['ROSTER:h'], 4)
      expect(carer.held('VirtualWardPatient')).toHaveLength(15)
    })

    test('whoever leaves it is removed, with the reason: discharged, deleted, the user taken off the ward', async () => {
      const multi = await newPuller('multi', 'w')
      await multi.pull(['ROSTER:w'])
      expect(multi.held('VirtualWardPatient')).toEqual(['a1', 'a2', 'b1'])
      const removed = async (): Promise<unknown> =>
        (await multi.pull(['ROSTER:w']))[0]?.scopes[0]?.remove
      await asOwner(`update ward_admission set discharged_at = '${at(0)}' where patient_id = 'a2'`)
      expect(await removed()).toEqual([
        { type: 'VirtualWardPatient', id: 'a2', reason: 'OUT_OF_SCOPE', mergedInto: null },
      ])
      await asOwner(`update patient set deleted_at = '${at(0)}' where id = 'a1'`)
      expect(await removed()).toEqual([
        { type: 'VirtualWardPatient', id: 'a1', reason: 'DELETED', mergedInto: null },
      ])
      await asOwner(`delete from ward_staff where user_id = 'multi' and ward_id = 'ward-B'`)
      expect(await removed()).toEqual([
        { type: 'VirtualWardPatient', id: 'b1', reason: 'REVOKED', mergedInto: null },
      ])
      expect(multi.held('VirtualWardPatient')).toEqual([])
      await asOwner(
        `update patient set deleted_at = null where id = 'a1'; update ward_admission set discharged_at = null where patient_id = 'a2'`,
      )
      expect((await multi.pull(['ROSTER:w']))[0]?.scopes[0]?.put.map(({ id }) => id)).toEqual([
        'a1',
        'a2',
      ])
    })

    test('is revoked for who may not see patients, and for another organisation', async () => {
      const selfcare = await newPuller('selfcare')
      expect((await selfcare.peek(['ROSTER:w', 'PATIENT:a1', 'nonsense'])).revokedScopes).toEqual([
        'ROSTER:w',
        'PATIENT:a1',
        'nonsense',
      ])
      const nurse = await newPuller('nurse')
      expect((await nurse.peek(['ROSTER:h', 'ME:h'])).revokedScopes).toEqual(['ROSTER:h', 'ME:h'])
    })
  })

  describe('a patient', () => {
    test('brings the record, the newest twenty check-ups and notes, then the older ones; new comes before old', async () => {
      await opened.database.asSystem(async (trx) => {
        for (let index = 0; index < 120; index++)
          await addCheckup(trx, {
            id: `old-${String(index).padStart(3, '0')}`,
            organizationId: 'w',
            patientId: 'a1',
            endedAt: at(10_000 + index),
            total: 1,
          })
      })
      for (let index = 0; index < 60; index++)
        await addNote('a1', 'w', `note-${String(index).padStart(3, '0')}`, 100 + index)
      const nurse = await newPuller('nurse')
      const first = await nurse.peek(['PATIENT:a1'])
      const kinds = (rows: readonly { __typename: string }[] = []) =>
        ['Patient', 'Checkup', 'PatientNote'].map(
          (kind) => rows.filter(({ __typename: it }) => it === kind).length,
        )
      expect(kinds(first.scopes[0]?.put)).toEqual([1, 20, 20])
      expect(first.more).toBe(true)
      expect(first.scopes[0]?.put.find(({ __typename: it }) => it === 'PatientNote')).toBeDefined()
      nurse.apply(first)
      expect(nurse.held('PatientNote')).toContain('note-000')
      expect(nurse.held('PatientNote')).not.toContain('note-059')
      await addNote('a1', 'w', 'written meanwhile')
      const second = await nurse.peek(['PATIENT:a1'], 20)
      expect(second.scopes[0]?.put.map(({ id }) => id)).toContain('written meanwhile')
      nurse.apply(second)
      await nurse.pull(['PATIENT:a1'], 20)
      expect(nurse.held('Checkup')).toEqual([
        'c-a1',
        'c-a1-old',
        ...Array.from({ length: 120 }, (_, index) => `old-${String(index).padStart(3, '0')}`),
      ])
      expect(nurse.held('PatientNote')).toHaveLength(61)
      const [quiet] = await nurse.pull(['PATIENT:a1'])
      expect(quiet?.scopes[0]).toMatchObject({ put: [], remove: [] })
    })

    test('where there is little room it brings the same share of each part, one row at least, and what did not fit before any history', async () => {
      await opened.database.asSystem(async (trx) => {
        for (let index = 0; index < 30; index++)
          await addCheckup(trx, {
            id: `few-${index}`,
            organizationId: 'w',
            patientId: 'a2',
            endedAt: at(10_000 + index),
            total: 1,
          })
      })
      for (let index = 0; index < 30; index++) await addNote('a2', 'w', `few-note-${index}`)
      const kinds = (puller: Awaited<ReturnType<typeof newPuller>>) =>
        ['Checkup', 'PatientNote'].map((kind) => puller.held(kind).length)
      const little = await newPuller('nurse')
      little.apply(await little.peek(['PATIENT:a2'], 11))
      const [checkups = 0, notes = 0] = kinds(little)
      expect([checkups, notes].every((count) => count >= 1 && count <= 5)).toBe(true)
      const least = await newPuller('nurse')
      least.apply(await least.peek(['PATIENT:a2'], 2))
      expect(kinds(least)).toEqual([1, 0])
      least.apply(await least.peek(['PATIENT:a2'], 10))
      expect(kinds(least)[1]).toBeGreaterThan(0)
      await least.pull(['PATIENT:a2'], 20)
      await little.pull(['PATIENT:a2'], 20)
      expect(kinds(least)).toEqual(kinds(little))
      expect(kinds(least)[1]).toBeGreaterThanOrEqual(30)
    })

    test('says of which part there is more: of none that is wholly held, and of any where newer changes were cut off', async () => {
      const lacking: (readonly string[] | null | undefined)[] = []
      const nurse = await newPuller('nurse')
      const take = async (limit?: number): Promise<boolean> => {
        const pulled = await nurse.peek(['PATIENT:a2'], limit)
        nurse.apply(pulled)
        const [patch] = pulled.scopes
        lacking.push(patch?.more === true && patch.moreOf === null ? null : patch?.moreOf)
        return pulled.more
      }
      await take()
      expect(lacking).toEqual([['Checkup', 'PatientNote']])
      while (await take(20)) expect(lacking.at(-1)).not.toContain('ChatMessage')
      expect(lacking).toContainEqual(['PatientNote'])
      expect(lacking.at(-1)).toEqual([])
      for (let index = 0; index < 3; index++) await addNote('a2', 'w', `cut-${index}`)
      await take(2)
      expect(lacking.at(-1)).toBeNull()
      expect(await take(2)).toBe(false)
      expect(lacking.at(-1)).toEqual([])
    })

    test('a change of the record alone brings the record alone', async () => {
      const nurse = await newPuller('nurse')
      await nurse.pull(['PATIENT:a2'])
      await asOwner(`update patient set telephone = '01273 000 000' where id = 'a2'`)
      expect((await nurse.pull(['PATIENT:a2']))[0]?.scopes[0]?.put).toMatchObject([
        { __typename: 'Patient', id: 'a2', telephone: '01273 000 000' },
      ])
    })

    test('two organisations write on one patient: nothing of either is missed', async () => {
      const gp = await newPuller('gp')
      await gp.pull(['PATIENT:h1'])
      expect(gp.held('PatientNote')).toEqual(['note-h1'])
      for (let index = 0; index < 5; index++) {
        await addNote('h1', 'h', `h-${index}`)
        await opened.database.asOrganization('p', async (trx) => {
          await trx
            .insertInto('patient_note')
            .values({
              id: `p-${index}`,
              organization_id: 'p',
              patient_id: 'h1',
              text: 'x',
              captured_at: at(1),
              created_at: at(0),
              created_by: 'gp',
              revision: await nextRevision(trx, 'p'),
            })
            .execute()
        })
        await gp.pull(['PATIENT:h1'], 1)
      }
      expect(gp.held('PatientNote')).toEqual([
        'h-0',
        'h-1',
        'h-2',
        'h-3',
        'h-4',
        'note-h1',
        'p-0',
        'p-1',
        'p-2',
        'p-3',
        'p-4',
      ])
    })

    test('is revoked in the next answer once the ward is no longer the user\u2019s', async () => {
      const owl = await newPuller('owl')
      await owl.pull(['PATIENT:a1', 'ROSTER:w'])
      expect(owl.held('Patient')).toEqual(['a1'])
      await asOwner(`delete from ward_staff where user_id = 'owl'`)
      const [answer] = await owl.pull(['PATIENT:a1', 'ROSTER:w'])
      expect(answer?.revokedScopes).toEqual(['PATIENT:a1'])
      expect(answer?.scopes[0]?.remove.map(({ id, reason }) => [id, reason])).toEqual([
        ['a1', 'REVOKED'],
        ['a2', 'REVOKED'],
      ])
      expect([...owl.rows]).toEqual([])
      await asOwner(
        `insert into ward_staff (ward_id, user_id, organization_id, assigned_at) values ('ward-A', 'owl', 'w', '${at(100)}')`,
      )
    })
  })

  test('ME brings the user, and again when something of them changed', async () => {
    const nurse = await newPuller('nurse')
    await nurse.pull(['ME:w'])
    expect(nurse.held('Me')).toEqual(['nurse'])
    expect((await nurse.pull(['ME:w']))[0]?.scopes[0]?.put).toEqual([])
    await server.ask('mutation { updateMe(user: { jobRole: "Sister" }) { id } }', { as: 'nurse' })
    expect((await nurse.pull(['ME:w']))[0]?.scopes[0]?.put).toMatchObject([
      { __typename: 'Me', id: 'nurse', jobRole: 'Sister' },
    ])
  })

  describe('a cursor', () => {
    test('that is forged, another scope\u2019s, another user\u2019s or another tablet\u2019s is of no use: begin again', async () => {
      const nurse = await newPuller('nurse')
      await nurse.pull(['ROSTER:w', 'PATIENT:a1', 'PATIENT:a2'])
      const good = nurse.cursors.get('PATIENT:a1') ?? ''
      const [body = '', mac = ''] = good.split('.')
      const ahead = Buffer.from(
        Buffer.from(body, 'base64url')
          .toString()
          .replace(/"w":\d+/, '"w":1'),
      ).toString('base64url')
      const roster = nurse.cursors.get('ROSTER:w') ?? ''
      for (const [scope, cursor] of [
        ['PATIENT:a1', `${ahead}.${mac}`],
        ['PATIENT:a1', `${body}.${mac.slice(0, -2)}AA`],
        ['PATIENT:a1', 'nonsense'],
        ['PATIENT:a1', '.'],
        ['PATIENT:a2', good],
        ['PATIENT:a1', roster],
      ] as const) {
        nurse.cursors.set(scope, cursor)
        expect(await nurse.peek([scope]), cursor.slice(0, 20)).toMatchObject({
          scopes: [],
          resetScopes: [scope],
        })
      }
      const [care, otherTablet] = [await newPuller('manager'), await newPuller('nurse')]
      for (const other of [care, otherTablet]) {
        other.cursors.set('PATIENT:a1', good)
        expect(await other.peek(['PATIENT:a1'])).toMatchObject({
          scopes: [],
          resetScopes: ['PATIENT:a1'],
        })
      }
    })

    test('of a view that the server no longer keeps begins again', async () => {
      const nurse = await newPuller('nurse')
      await nurse.pull(['ROSTER:w'])
      await asOwner(`delete from cvr`)
      expect((await nurse.peek(['ROSTER:w'])).resetScopes).toEqual(['ROSTER:w'])
    })

    test('of another epoch begins again, and a pull of another epoch brings nothing', async () => {
      const nurse = await newPuller('nurse')
      const answer = await nurse.askPull({ epoch: 'another', cursors: [{ scope: 'ROSTER:w' }] })
      expect(answer.data?.syncPull).toMatchObject({
        epoch: nurse.epoch,
        scopes: [],
        resetScopes: ['ROSTER:w'],
      })
    })
  })

  test('limits are named: 500 rows, 50 scopes, each once', async () => {
    const nurse = await newPuller('nurse')
    for (const input of [
      { cursors: [], limit: 0 },
      { cursors: [], limit: 501 },
      { cursors: [{ scope: 'ME:w' }, { scope: 'ME:w' }] },
      { cursors: Array.from({ length: 51 }, (_, index) => ({ scope: `PATIENT:${index}` })) },
      { group: 'x', cursors: [] },
    ])
      expect(codeOf(await nurse.askPull(input)), JSON.stringify(input).slice(0, 60)).toBe(
        'BAD_USER_INPUT',
      )
    expect(new Date(now).toISOString()).toBe(at(0))
  })
})
