import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { codeOf, startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { fromBase64url, newDeviceKey, newId, signSealed, toBase64url } from './device'
import { createTablet, identities, verdict } from './tablet'
import type { NoteOptions, SignedIn, Tablet } from './tablet'

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  let time = now
  /** Ten hours ago: what was captured since then can come in today. */
  const signInEarlier = async (user: string): Promise<SignedIn> => {
    time = now - 600 * 60_000
    const signedIn = await tablet.signIn(user)
    time = now
    return signedIn
  }
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    nurse = await signInEarlier('nurse')
  })
  const noteOf = (id: string) =>
    opened.database.kysely.selectFrom('patient_note').selectAll().where('id', '=', id).execute()
  const rowOf = (id: string) =>
    opened.database.kysely
      .selectFrom('sync_mutation')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
  const logged = (id: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .select(['action', 'actor_id'])
      .where('entity_id', '=', id)
      .execute()

  test('a note that was sealed and signed on the device is written once, under its author, at the time it was captured', async () => {
    const note = await nurse.note('a1', 'Walked to the window', { at: at(300) })
    const { results } = await tablet.push(nurse, note)
    expect(results).toMatchObject([
      { id: note.id, class: 'APPLIED', code: null, replay: false, argErrors: null },
    ])
    expect(results[0]?.server).toMatchObject({
      __typename: 'PatientNote',
      id: note.id,
      text: 'Walked to the window',
      capturedAt: at(300),
    })
    const [row] = await noteOf(note.id)
    expect(row).toMatchObject({
      created_by: 'nurse',
      organization_id: 'w',
      captured_at: at(300),
      created_at: at(0),
    })
    expect(results[0]?.version).toBe(String(row?.revision))
    expect(await logged(note.id)).toEqual([{ action: 'addPatientNote', actor_id: 'nurse' }])
    expect(await rowOf(note.id)).toMatchObject({
      class: 'APPLIED',
      sealed: null,
      author_id: 'nurse',
      delivered_by: 'nurse',
    })
  })

  test("a note says how far its device's clock was from our time then; by name, and from before its session, it says nothing", async () => {
    const minute = 60_000
    const said: readonly (readonly [string, NoteOptions, number | null])[] = [
      ['ahead', { at: at(300), wall: at(293) }, 7 * minute],
      ['behind', { at: at(300), wall: at(310) }, -10 * minute],
      ['right', { at: at(300) }, 0],
      // Nobody writes after we received it: an estimate that says so is wrong, by as much as the
      // clock is taken to be nearer.
      ['of a time to come', { at: at(-10), wall: at(-9) }, 9 * minute],
      ['from before the session', { at: at(600), wall: at(5_000) }, null],
    ]
    const notes = await Promise.all(
      said.map(async ([words, options]) => nurse.note('a1', words, options)),
    )
    const { results } = await tablet.push(nurse, ...notes)
    expect(results.map(({ server: row }) => [row?.text, row?.clockSkewMs])).toEqual(
      said.map(([words, , skew]) => [words, skew]),
    )
    await server.ask('mutation { addPatientNote(PatientId: "a1", text: "by name") { id } }', {
      as: 'nurse',
      key: newId(),
    })
    const page = (
      await server.ask('{ patientNotes(patientId: "a1") { notes { text clockSkewMs } } }', {
        as: 'nurse',
      })
    ).data?.patientNotes as { notes: readonly { text: string; clockSkewMs: number | null }[] }
    const served = new Map(page.notes.map(({ text, clockSkewMs }) => [text, clockSkewMs]))
    expect([...said.map(([words]) => words), 'by name'].map((words) => served.get(words))).toEqual([
      ...said.map(([, , skew]) => skew),
      null,
    ])
  })

  test('sent again it is answered as before and written no second time', async () => {
    const note = await nurse.note('a1', 'Once')
    const [first] = (await tablet.push(nurse, note)).results
    const [second] = (await tablet.push(nurse, note)).results
    expect(second).toEqual({ ...first, replay: true })
    expect(await noteOf(note.id)).toHaveLength(1)
    expect(await logged(note.id)).toHaveLength(1)
  })

  test('sent twenty times at once it is written once, and every answer says so', async () => {
    const note = await nurse.note('a1', 'In parallel')
    const answers = await Promise.all(Array.from({ length: 20 }, () => tablet.push(nurse, note)))
    const results = answers.flatMap(({ results }) => results)
    expect(results.map(({ class: it }) => it)).toEqual(Array.from({ length: 20 }, () => 'APPLIED'))
    expect(results.filter(({ replay }) => !replay)).toHaveLength(1)
    expect(new Set(results.map(({ server: row }) => JSON.stringify(row)))).toHaveLength(1)
    expect(await noteOf(note.id)).toHaveLength(1)
    expect(await logged(note.id)).toHaveLength(1)
  })

  test('an id belongs to its first bytes: others are refused and nothing changes', async () => {
    const note = await nurse.note('a1', 'First')
    await tablet.push(nurse, note)
    expect(await tablet.said(nurse, await nurse.note('a1', 'Second', { id: note.id }))).toEqual([
      'REJECTED/ID_REUSED',
    ])
    expect((await noteOf(note.id)).map(({ text }) => text)).toEqual(['First'])
    expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
    expect(await logged(note.id)).toContainEqual({ action: 'syncIdReused', actor_id: 'nurse' })
  })

  test('an id that a mutation by name was given is taken: no sealed command comes under it', async () => {
    const note = await nurse.note('a1', 'Sent by name')
    await server.ask('mutation { addPatientNote(PatientId: "a1", text: "Sent by name") { id } }', {
      as: 'nurse',
      key: note.id,
    })
    expect(await tablet.said(nurse, note)).toEqual(['REJECTED/ID_REUSED'])
    expect(await noteOf(note.id)).toHaveLength(1)
  })

  test('an id that another device took for another note is refused', async () => {
    const note = await nurse.note('a1', 'Here')
    await tablet.push(nurse, note)
    const other = createTablet(
      () => server,
      () => at(0),
    )
    const there = await other.signIn('nurse')
    expect(await other.said(there, await there.note('a1', 'There', { id: note.id }))).toEqual([
      'REJECTED/ID_REUSED',
    ])
    expect(await noteOf(note.id)).toHaveLength(1)
  })

  test('what comes before its predecessor waits for it; a refused predecessor holds nobody up', async () => {
    const first = await nurse.note('a2', 'one')
    const second = await nurse.note('a2', 'two', { prev: first.id })
    const refused = await nurse.note('a2', ' ', { prev: second.id })
    const fourth = await nurse.note('a2', 'four', { prev: refused.id })
    expect(await tablet.said(nurse, second)).toEqual(['RETRY/OUT_OF_ORDER'])
    expect(await rowOf(second.id)).toBeUndefined()
    expect(await noteOf(second.id)).toEqual([])
    expect(await tablet.said(nurse, fourth, first, second, refused)).toEqual([
      'RETRY/OUT_OF_ORDER',
      'APPLIED',
      'APPLIED',
      'REJECTED/INVALID',
    ])
    expect(await tablet.said(nurse, fourth)).toEqual(['APPLIED'])
    const revisions = (
      await opened.database.kysely
        .selectFrom('patient_note')
        .select('text')
        .where('patient_id', '=', 'a2')
        .orderBy('revision')
        .execute()
    ).map(({ text }) => text)
    expect(revisions).toEqual(['one', 'two', 'four'])
  })

  test('refused input names its argument, keeps the sealed bytes and is in the action log', async () => {
    const note = await nurse.note('a1', 'x'.repeat(5001))
    const [result] = (await tablet.push(nurse, note)).results
    expect(result).toMatchObject({
      class: 'REJECTED',
      code: 'INVALID',
      argErrors: [{ path: 'text', message: 'Must be 5,000 characters or fewer' }],
    })
    expect(Buffer.from((await rowOf(note.id))?.sealed ?? []).toString('base64url')).toBe(
      note.sealed,
    )
    expect(await logged(note.id)).toEqual([{ action: 'syncRejected', actor_id: 'nurse' }])
    expect((await tablet.push(nurse, note)).results[0]).toEqual({ ...result, replay: true })
    expect(await noteOf(note.id)).toEqual([])
    const odd = await nurse.note('a1', '', { input: { patientId: 'a1', words: 'no text' } })
    expect(await tablet.said(nurse, odd)).toEqual(['REJECTED/INVALID'])
  })

  describe('what nobody proved to have written', () => {
    test('a forged signature is refused and does not take the id from its owner', async () => {
      const note = await nurse.note('a1', 'Mine')
      const stranger = await newDeviceKey()
      const forged = { ...note, signature: await signSealed(stranger, note) }
      expect(await tablet.said(nurse, forged)).toEqual(['REJECTED/SIGNATURE'])
      expect(await noteOf(note.id)).toEqual([])
      expect(await rowOf(note.id)).toMatchObject({
        is_proved: false,
        author_id: null,
        code: 'SIGNATURE',
      })
      expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
      expect(await tablet.said(nurse, forged)).toEqual(['REJECTED/SIGNATURE'])
      expect(await rowOf(note.id)).toMatchObject({
        is_proved: true,
        author_id: 'nurse',
        class: 'APPLIED',
      })
    })

    test('a signature holds every name: lane, number, operation and version cannot be changed', async () => {
      const note = await nurse.note('a1', 'As signed')
      for (const change of [
        { lane: 'a2' },
        { n: note.n + 1 },
        { op: 'setAcuity' },
        { opVersion: 2 },
        { id: newId() },
      ])
        expect(await tablet.said(nurse, { ...note, ...change }), JSON.stringify(change)).toEqual([
          'REJECTED/SIGNATURE',
        ])
      expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
    })

    test('a session that this server never gave, one of another group and one with a changed name are refused', async () => {
      const note = await nurse.note('a1', 'Whose?')
      const elsewhere = await createTablet(
        () => server,
        () => at(0),
      ).signIn('nurse')
      const [, claim = '', mac = ''] = nurse.sessionId.split('.')
      const admin = toBase64url(
        new TextEncoder().encode(
          Buffer.from(claim, 'base64url').toString().replace('"u":"nurse"', '"u":"admin"'),
        ),
      )
      expect(await tablet.said(nurse, { ...note, sessionId: 'v1.none' })).toEqual([
        'REJECTED/SESSION_UNKNOWN',
      ])
      expect(await tablet.said(nurse, { ...note, sessionId: `v1.${admin}.${mac}` })).toEqual([
        'REJECTED/SESSION_UNKNOWN',
      ])
      expect(await tablet.said(nurse, await elsewhere.note('a1', 'From elsewhere'))).toEqual([
        'REJECTED/FOREIGN_SESSION',
      ])
      expect(await noteOf(note.id)).toEqual([])
    })

    test('a command sealed by one author cannot be signed by another in the same group', async () => {
      const note = await nurse.note('a1', 'Hers')
      const care = await tablet.signIn('care')
      const stolen = {
        ...note,
        sessionId: care.sessionId,
        signature: await signSealed(care.key, note),
      }
      expect(await tablet.said(care, stolen)).toEqual(['REJECTED/UNSEALABLE'])
      expect(await noteOf(note.id)).toEqual([])
    })

    test('what is no envelope at all is refused without leaving a row', async () => {
      const note = await nurse.note('a1', 'Fine')
      for (const change of [
        { id: 'short' },
        { lane: 'a|b' },
        { n: 0 },
        { sealed: '***' },
        { signature: 'x' },
        { sealed: `${note.sealed}=` },
      ])
        expect(
          await tablet.said(nurse, { ...note, ...change }),
          JSON.stringify(change).slice(0, 60),
        ).toEqual(['REJECTED/MALFORMED_ENVELOPE'])
      expect(await rowOf(note.id)).toBeUndefined()
    })
  })

  test('a seal with one bit changed cannot be opened, and is refused for good', async () => {
    for (const position of [0, 5, 40, 85, 100, -1]) {
      const note = await nurse.note('a1', 'Intact')
      const bytes = fromBase64url(note.sealed)
      const index = position < 0 ? bytes.length + position : position
      bytes[index] = (bytes[index] ?? 0) ^ 1
      const tampered = { ...note, sealed: toBase64url(bytes) }
      expect(
        await tablet.said(nurse, { ...tampered, signature: await signSealed(nurse.key, tampered) }),
        `byte ${position}`,
      ).toEqual(['REJECTED/UNSEALABLE'])
      expect(await noteOf(note.id)).toEqual([])
    }
  })

  test('a plaintext that is not one of a command is refused: no identity, another lane, another operation', async () => {
    const cases = [
      await nurse.note('a1', 'x', { lane: 'a2' }),
      await nurse.note('a1', 'x', { lane: 'user' }),
      await nurse.note('nobody', 'x'),
      await nurse.note('a1', 'x', { at: 'yesterday' }),
    ]
    for (const note of cases) expect(await tablet.said(nurse, note)).toEqual(['REJECTED/MALFORMED'])
  })

  test('an operation or a version that this server does not know is held by the device: nothing is stored', async () => {
    const unknown = await nurse.note('a1', 'x', { op: 'neverHeardOf' })
    const newer = await nurse.note('a1', 'x', { opVersion: 2 })
    expect(await tablet.said(nurse, unknown, newer)).toEqual([
      'UPGRADE/UNKNOWN_OP',
      'UPGRADE/UNKNOWN_OP_VERSION',
    ])
    expect(await rowOf(unknown.id)).toBeUndefined()
    const after = await nurse.note('a1', 'x', { prev: unknown.id })
    expect(await tablet.said(nurse, after)).toEqual(['RETRY/OUT_OF_ORDER'])
  })

  test('ten commands go in one push, eleven do not, nor 256 KB and one byte', async () => {
    const notes = await Promise.all(
      Array.from({ length: 11 }, (_, index) => nurse.note('a1', `Note ${index}`)),
    )
    const refused = await tablet.askPush('nurse', nurse.hello.epoch, notes)
    expect(codeOf(refused)).toBe('BAD_USER_INPUT')
    expect(await noteOf(notes[0]?.id ?? '')).toEqual([])
    expect(await tablet.said(nurse, ...notes.slice(0, 10))).toEqual(
      Array.from({ length: 10 }, () => 'APPLIED'),
    )
    const [big] = notes
    if (big === undefined) throw new Error('no note')
    const huge = { ...big, sealed: 'A'.repeat(Math.ceil(((256 * 1024 + 1) * 4) / 3) + 2) }
    expect(codeOf(await tablet.askPush('nurse', nurse.hello.epoch, [huge]))).toBe('BAD_USER_INPUT')
    expect(codeOf(await tablet.askPush('nurse', nurse.hello.epoch, []))).toBe('BAD_USER_INPUT')
  })

  test('somebody else of the same tablet delivers it: the author stays, and the deliverer reads nothing of it', async () => {
    const note = await nurse.note('a1', 'Written by the nurse')
    const reader = await tablet.signIn('reader')
    const [result] = (await tablet.push(reader, note)).results
    expect(result).toMatchObject({ class: 'APPLIED', server: null })
    expect(await noteOf(note.id)).toMatchObject([{ created_by: 'nurse' }])
    expect(await rowOf(note.id)).toMatchObject({ author_id: 'nurse', delivered_by: 'reader' })
    expect((await tablet.push(nurse, note)).results[0]).toMatchObject({
      replay: true,
      server: { text: 'Written by the nurse' },
    })
  })

  test('somebody who did not say hello on this tablet delivers nothing', async () => {
    const note = await nurse.note('a1', 'Not by you')
    const pushed = (await tablet.askPush('manager', nurse.hello.epoch, [note])).data?.syncPush as {
      results: { class: string; code: string }[]
    }
    expect(pushed.results).toMatchObject([{ class: 'RETRY', code: 'HELLO_FIRST' }])
    expect(await rowOf(note.id)).toBeUndefined()
  })

  test('three authors on one tablet keep their names and the order of the lane', async () => {
    const [manager, care] = [await signInEarlier('manager'), await signInEarlier('care')]
    const one = await nurse.note('b1', 'by nobody who may', { seen: identities.b1 ?? {} })
    const two = await manager.note('a1', 'by the manager', { at: at(60) })
    const three = await care.note('a1', 'by the assistant', { prev: two.id, at: at(59) })
    const four = await nurse.note('a1', 'by the nurse', { prev: three.id, at: at(58) })
    expect(await tablet.said(care, one, two, three, four)).toEqual([
      'REJECTED/NOT_FOUND',
      'APPLIED',
      'APPLIED',
      'APPLIED',
    ])
    const rows = (await Promise.all([two, three, four].map(({ id }) => noteOf(id)))).flat()
    expect(rows.map(({ created_by, captured_at }) => [created_by, captured_at])).toEqual([
      ['manager', at(60)],
      ['care', at(59)],
      ['nurse', at(58)],
    ])
    expect(rows.map(({ revision }) => revision)).toEqual(
      rows.map(({ revision }) => revision).toSorted((a, b) => a - b),
    )
  })

  test('a user who may not write writes nothing: a reader, another ward, another organisation', async () => {
    const reader = await tablet.signIn('reader')
    expect(await tablet.said(reader, await reader.note('a1', 'x'))).toEqual(['REJECTED/FORBIDDEN'])
    const carer = await tablet.signIn('carer')
    expect(await tablet.said(carer, await carer.note('a1', 'x'))).toEqual(['REJECTED/NOT_FOUND'])
    expect(await tablet.said(nurse, await nurse.note('b1', 'x'))).toEqual(['REJECTED/NOT_FOUND'])
    const newcarer = await tablet.signIn('newcarer')
    expect(await tablet.said(newcarer, await newcarer.note('a1', 'x'))).toEqual([
      'REJECTED/FORBIDDEN',
    ])
  })

  describe('a record that is closed to the author', () => {
    const entries = () =>
      opened.database.kysely
        .selectFrom('action_log')
        .select(['actor_id', 'patient_id', 'details'])
        .where('action', '=', 'recordRefused')
        .orderBy('seq')
        .execute()
    /** Entries that the work makes, in a time of its own: none finds what another left. */
    let later = 0
    const kept = async (work: () => Promise<void>) => {
      const from = (await entries()).length
      later += 11
      time = now + later * 60_000
      await work().finally(() => {
        time = now
      })
      return (await entries()).slice(from)
    }
    const another = { ...identities.b1, name: 'Some Body' }

    test('is in its action log once, as one that is refused by any other operation', async () => {
      const note = await nurse.note('b1', 'x')
      const found = await kept(async () => {
        expect(await tablet.said(nurse, note)).toEqual(['REJECTED/NOT_FOUND'])
        expect(await tablet.said(nurse, note)).toEqual(['REJECTED/NOT_FOUND'])
        expect(await tablet.said(nurse, await nurse.note('b1', 'y'))).toEqual([
          'REJECTED/NOT_FOUND',
        ])
      })
      expect(found).toEqual([
        { actor_id: 'nurse', patient_id: 'b1', details: { operation: 'addPatientNote' } },
      ])
    })

    test('is there under the author, whoever brought the command', async () => {
      const note = await nurse.note('b1', 'x')
      const manager = await tablet.signIn('manager')
      const found = await kept(async () => {
        expect(await tablet.said(manager, note)).toEqual(['REJECTED/NOT_FOUND'])
      })
      expect(found).toMatchObject([{ actor_id: 'nurse', patient_id: 'b1' }])
    })

    test('is not told apart from none by a wrong name, and that is seen too', async () => {
      const found = await kept(async () => {
        expect(await tablet.said(nurse, await nurse.note('b1', 'x', { seen: another }))).toEqual([
          'REJECTED/NOT_FOUND',
        ])
      })
      expect(found).toMatchObject([{ actor_id: 'nurse', patient_id: 'b1' }])
    })

    test('none is kept of another organisation, of none, of the own ward and of a missing right', async () => {
      const reader = await tablet.signIn('reader')
      const found = await kept(async () => {
        expect(
          await tablet.said(
            nurse,
            await nurse.note('h1', 'x'),
            await nurse.note('no-such', 'x', { seen: another }),
            await nurse.note('a1', 'x', { seen: another }),
            await nurse.note('a1', 'x', { input: { patientId: 'a1', text: '' } }),
          ),
        ).toEqual([
          'REJECTED/NOT_FOUND',
          'REJECTED/NOT_FOUND',
          'REJECTED/IDENTITY_CHANGED',
          'REJECTED/INVALID',
        ])
        expect(await tablet.said(reader, await reader.note('a1', 'x'))).toEqual([
          'REJECTED/FORBIDDEN',
        ])
      })
      expect(found).toEqual([])
    })
  })

  test('a patient who is not who the author saw gets no note', async () => {
    const seen = identities.a1
    for (const other of [
      { name: 'Zac Brown' },
      { birthDate: '1941-02-28' },
      { identifierLast4: '0000' },
      { identifierLast4: null },
    ])
      expect(
        await tablet.said(nurse, await nurse.note('a1', 'x', { seen: { ...seen, ...other } })),
        JSON.stringify(other),
      ).toEqual(['REJECTED/IDENTITY_CHANGED'])
    expect(
      await tablet.said(nurse, await nurse.note('a1', 'x', { seen: { ...seen, revision: 999 } })),
    ).toEqual(['APPLIED'])
    const set = (value: string | null) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('patient').set({ deleted_at: value }).where('id', '=', 'a1').execute(),
      )
    await set(at(1))
    expect(await tablet.said(nurse, await nurse.note('a1', 'x'))).toEqual([
      'REJECTED/IDENTITY_CHANGED',
    ])
    await set(null)
  })

  test('a clock that runs a year ahead or behind moves no note', async () => {
    const ahead = await nurse.note('a1', 'ahead', { at: at(-525_600) })
    expect(await tablet.said(nurse, ahead)).toEqual(['APPLIED'])
    expect(await noteOf(ahead.id)).toMatchObject([{ captured_at: at(0) }])
  })

  test('an effect that fails in the middle leaves nothing: no note, no answer, no entry; sent again it is written', async () => {
    await opened.asOwner((trx) =>
      sql
        .raw(
          `
      create function fails() returns trigger language plpgsql as $$ begin if new.result::text like '%crash here%' then raise exception 'crash' using errcode = '57014'; end if; return new; end $$;
      create trigger crashes before update on sync_mutation for each row execute function fails();`,
        )
        .execute(trx),
    )
    const note = await nurse.note('a1', 'crash here')
    expect(await tablet.said(nurse, note)).toEqual(['RETRY/BUSY'])
    expect(await noteOf(note.id)).toEqual([])
    expect(await rowOf(note.id)).toBeUndefined()
    expect(await logged(note.id)).toEqual([])
    await opened.asOwner((trx) =>
      sql.raw('drop trigger crashes on sync_mutation; drop function fails()').execute(trx),
    )
    expect(await tablet.said(nurse, note)).toEqual(['APPLIED'])
    expect(await noteOf(note.id)).toHaveLength(1)
  })

  test('text that the database can never store is refused as invalid input, so that its lane goes on', async () => {
    const poison = await nurse.note('a1', 'a \u0000 byte')
    const next = await nurse.note('a1', 'after the poison', { prev: poison.id })
    expect(await tablet.said(nurse, poison, next)).toEqual(['REJECTED/INVALID', 'APPLIED'])
    expect(await noteOf(poison.id)).toEqual([])
  })

  test('the action log of all this holds, entry by entry', async () => {
    expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
    const applied = await opened.database.kysely
      .selectFrom('sync_mutation as m')
      .select('m.id')
      .where('m.class', '=', 'APPLIED')
      .execute()
    // Those of the named mutation aside.
    const named = (
      await opened.database.kysely.selectFrom('client_mutation').select('key').execute()
    ).map(({ key }) => key)
    const entries = await opened.database.kysely
      .selectFrom('action_log')
      .select('entity_id')
      .where('action', '=', 'addPatientNote')
      .where('entity_id', 'not in', named)
      .execute()
    expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual(
      applied.map(({ id }) => id).toSorted(),
    )
  })

  test('names, texts and keys of sync reach no log', () => {
    const log = server.logged.join('')
    for (const secret of [
      "O'Neill",
      'Walked to the window',
      nurse.hello.deviceKek,
      'Written by the nurse',
    ])
      expect(log).not.toContain(secret)
    expect(
      verdict({
        id: '',
        class: 'APPLIED',
        code: null,
        replay: false,
        version: null,
        argErrors: null,
        server: null,
      }),
    ).toBe('APPLIED')
  })
})
