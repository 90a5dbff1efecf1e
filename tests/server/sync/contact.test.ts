import { beforeAll, beforeEach, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { codeOf, startServer, type TestServer } from '../client'
import { onPglite } from '../engines'
import { at, buildWorld, now } from '../world'
import { createTablet, type SignedIn, type Tablet } from './tablet'

interface Contact {
  readonly telephone: string | null
  readonly address: { readonly address: string; readonly postcode: string } | null
}
const change = `mutation ($p: ID!, $c: ContactInput!, $s: ContactInput) {
  updatePatientContactDetails(patientId: $p, newContact: $c, seen: $s) { id } }`
const home = { address: '1 High Street', postcode: 'EX1 1AA' }
const flat = { address: '2 Low Street', postcode: 'EX2 2BB' }
const farm = { address: 'Hill Farm', postcode: 'EX3 3CC' }
const first: Contact = { telephone: '01392555010', address: home }

onPglite(buildWorld, (opened) => {
  let server: TestServer
  let tablet: Tablet
  let nurse: SignedIn
  const kept = async (): Promise<Contact> =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient')
        .select(['telephone', 'address'])
        .where('id', '=', 'a1')
        .executeTakeFirstOrThrow(),
    )
  /** A colleague, who changes it at once. */
  const colleague = async (contact: Contact, seen?: Contact) =>
    server.ask(change, { as: 'manager', variables: { p: 'a1', c: contact, s: seen } })
  const written = (wanted: Partial<Contact>, options: Parameters<SignedIn['command']>[2] = {}) =>
    nurse.command(
      'updatePatientContactDetails',
      { patientId: 'a1', newContact: { ...first, ...wanted }, seen: first },
      options,
    )
  const entries = () =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'details'])
        .where('organization_id', '=', 'w')
        .where('patient_id', '=', 'a1')
        .orderBy('seq', 'desc')
        .execute(),
    )
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    tablet = createTablet(
      () => server,
      () => new Date(now).toISOString(),
    )
    nurse = await tablet.signIn('nurse')
  })
  beforeEach(async () => {
    expect((await colleague(first)).errors).toEqual([])
    expect(await kept()).toEqual(first)
  })

  test('what the author changed is written, and what a colleague made of the rest meanwhile stays', async () => {
    await colleague({ ...first, telephone: '01392555099' })
    expect(await tablet.said(nurse, await written({ address: flat }))).toEqual(['APPLIED'])
    expect(await kept()).toEqual({ telephone: '01392555099', address: flat })
    await colleague({ telephone: '01392555099', address: farm })
    // As seen it was another by now, and the author did not touch it.
    expect(
      await tablet.said(
        nurse,
        await nurse.command('updatePatientContactDetails', {
          patientId: 'a1',
          newContact: { telephone: '01392555011', address: flat },
          seen: { telephone: '01392555099', address: flat },
        }),
      ),
    ).toEqual(['APPLIED'])
    expect(await kept()).toEqual({ telephone: '01392555011', address: farm })
  })

  test('sent twice it is done once, with one entry of the log that names the fields and holds no value', async () => {
    const mutation = await written({ address: flat })
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({ class: 'APPLIED', conflict: null, server: { id: 'a1' } })
    await colleague({ ...first, address: farm })
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...result, replay: true })
    expect((await kept()).address).toEqual(farm)
    const own = (await entries()).filter(({ actor_id: actor }) => actor === 'nurse')
    expect(own[0]).toEqual({
      action: 'updatePatientContactDetails',
      actor_id: 'nurse',
      details: { command: mutation.id, fields: ['address'] },
    })
    expect(JSON.stringify(own)).not.toContain('Low Street')
    expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
  })

  test('of two fields the one that somebody else changed is a conflict with three versions, who and when; the other is done', async () => {
    await colleague({ ...first, address: farm })
    const mutation = await written({ telephone: '01392 555 011', address: flat })
    const [result] = (await tablet.push(nurse, mutation)).results
    expect(result).toMatchObject({
      class: 'CONFLICT',
      code: 'CHANGED',
      conflict: {
        fields: [
          {
            name: 'address',
            before: '1 High Street, EX1 1AA',
            yours: '2 Low Street, EX2 2BB',
            theirs: 'Hill Farm, EX3 3CC',
          },
        ],
        changedBy: { id: 'manager' },
        changedAt: at(0),
      },
    })
    expect(await kept()).toEqual({ telephone: '01392555011', address: farm })
    expect((await entries()).slice(0, 2)).toMatchObject([
      { action: 'syncConflict', actor_id: 'nurse' },
      { action: 'updatePatientContactDetails', details: { fields: ['telephone'] } },
    ])
    // The conflict is told again as it was, and nothing is done a second time.
    await colleague(first)
    expect((await tablet.push(nurse, mutation)).results[0]).toEqual({ ...result, replay: true })
    expect(await kept()).toEqual(first)
  })

  test('both changed by somebody else: nothing is written, and nothing is logged as done', async () => {
    await colleague({ telephone: '01392555099', address: farm })
    const mutation = await written({ telephone: '01392555011', address: flat })
    expect(await tablet.said(nurse, mutation)).toEqual(['CONFLICT/CHANGED'])
    expect(await kept()).toEqual({ telephone: '01392555099', address: farm })
    expect((await entries())[0]?.action).toBe('syncConflict')
    expect((await entries())[1]).toMatchObject({ actor_id: 'manager' })
  })

  test('what somebody else set to the same is no conflict, however it is spaced', async () => {
    await colleague({ telephone: '01392555011', address: flat })
    expect(
      await tablet.said(nurse, await written({ telephone: '01392 555 011', address: flat })),
    ).toEqual(['APPLIED'])
    expect(await kept()).toEqual({ telephone: '01392555011', address: flat })
  })

  test('a number is judged as it is kept, also with the country code', async () => {
    await colleague({ ...first, telephone: '01392555099' })
    expect(await tablet.said(nurse, await written({ telephone: '+441392555099' }))).toEqual([
      'APPLIED',
    ])
    await colleague({ ...first, telephone: '01392555098' })
    // No other number than the one that its author saw.
    expect(await tablet.said(nurse, await written({ telephone: '+44 1392 555010' }))).toEqual([
      'APPLIED',
    ])
    expect((await kept()).telephone).toBe('01392555098')
  })

  test('where nothing was changed nothing is logged', async () => {
    const before = await entries()
    for (const wanted of [{}, { telephone: '01392 555 010' }])
      expect(await tablet.said(nurse, await written(wanted))).toEqual(['APPLIED'])
    expect((await colleague(first)).errors).toEqual([])
    expect(await entries()).toEqual(before)
  })

  test('half an address or a blank one is refused at its field, as in the form', async () => {
    const required = (...fields: string[]) =>
      fields.map((field) => ({ path: `newContact.${field}`, message: 'Required' }))
    for (const [address, argErrors] of [
      [{ address: 'x', postcode: ' ' }, required('postcode')],
      [{ address: '', postcode: 'EX1 1AA' }, required('address')],
      [{ address: ' ', postcode: '' }, required('address', 'postcode')],
    ] as const)
      expect((await tablet.push(nurse, await written({ address }))).results[0]).toMatchObject({
        class: 'REJECTED',
        code: 'INVALID',
        argErrors,
      })
    expect(await kept()).toEqual(first)
  })

  test('C443 who has a login of their own keeps telephone, address and postcode', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('self_care')
        .values({ patient_id: 'a1', user_id: 'reader', organization_id: 'w', created_at: at(9) })
        .execute(),
    )
    try {
      const [result] = (await tablet.push(nurse, await written({ telephone: null, address: null })))
        .results
      expect(result).toMatchObject({
        class: 'REJECTED',
        code: 'INVALID',
        argErrors: ['telephone', 'address', 'postcode'].map((field) => ({
          path: `newContact.${field}`,
          message: 'Required',
        })),
      })
      expect(await kept()).toEqual(first)
      expect(await tablet.said(nurse, await written({ address: flat }))).toEqual(['APPLIED'])
    } finally {
      await opened.database.asSystem((trx) =>
        trx.deleteFrom('self_care').where('patient_id', '=', 'a1').execute(),
      )
    }
    // Of who has none a number that is wrong may be taken away.
    expect(await tablet.said(nurse, await written({ telephone: null }))).toEqual(['APPLIED'])
  })

  test('two changes of one author follow each other: the second saw what the first was to leave', async () => {
    const one = await written({ telephone: '01392555011' })
    const two = await nurse.command(
      'updatePatientContactDetails',
      {
        patientId: 'a1',
        newContact: { telephone: '01392555012', address: home },
        seen: { telephone: '01392555011', address: home },
      },
      { prev: one.id },
    )
    expect(await tablet.said(nurse, one, two)).toEqual(['APPLIED', 'APPLIED'])
    expect((await kept()).telephone).toBe('01392555012')
  })

  test('is refused without the right, of a patient who is somebody else by now, and of one whom another organisation keeps', async () => {
    const reader = await tablet.signIn('reader')
    const command = (by: SignedIn, options: Parameters<SignedIn['command']>[2] = {}) =>
      by.command(
        'updatePatientContactDetails',
        { patientId: 'a1', newContact: { ...first, address: flat }, seen: first },
        options,
      )
    expect(await tablet.said(reader, await command(reader))).toEqual(['REJECTED/FORBIDDEN'])
    const other = {
      name: 'Zoë Brown',
      birthDate: '1940-02-29',
      identifierLast4: '5919',
      revision: 1,
    }
    expect(await tablet.said(nurse, await command(nurse, { seen: other }))).toEqual([
      'REJECTED/IDENTITY_CHANGED',
    ])
    const admittedTo = (organization: string) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ organization_id: organization })
          .where('id', '=', 'admission-a1')
          .execute(),
      )
    await admittedTo('h')
    try {
      expect(await tablet.said(nurse, await command(nurse))).toEqual(['REJECTED/KEPT_ELSEWHERE'])
    } finally {
      await admittedTo('w')
    }
    const wrong = await written({ telephone: 'x' })
    const [result] = (await tablet.push(nurse, wrong)).results
    expect(result).toMatchObject({
      class: 'REJECTED',
      code: 'INVALID',
      argErrors: [{ path: 'newContact.telephone', message: 'Must be a telephone number' }],
    })
    expect(await kept()).toEqual(first)
  })

  test('O386 the named mutation with what was seen merges as well, and with a conflict changes nothing', async () => {
    await colleague({ ...first, telephone: '01392555099' })
    const by = (wanted: Partial<Contact>) =>
      server.ask(change, {
        as: 'nurse',
        variables: { p: 'a1', c: { ...first, ...wanted }, s: first },
      })
    expect((await by({ address: flat })).errors).toEqual([])
    expect(await kept()).toEqual({ telephone: '01392555099', address: flat })
    const answer = await by({ telephone: '01392555011', address: farm })
    expect(codeOf(answer)).toBe('CONFLICT')
    expect(answer.errors[0]?.extensions).toMatchObject({
      reason: 'CHANGED',
      conflict: { fields: [{ name: 'telephone' }, { name: 'address' }] },
    })
    expect(await kept()).toEqual({ telephone: '01392555099', address: flat })
  })

  test('an author who may not open the record any more is told of neither value', async () => {
    await colleague({ ...first, address: farm })
    const mutation = await written({ telephone: '01392555011', address: flat }, { at: at(3) })
    await opened.database.asSystem((trx) =>
      trx.deleteFrom('ward_staff').where('user_id', '=', 'nurse').execute(),
    )
    try {
      const [result] = (await tablet.push(nurse, mutation)).results
      expect(result).toMatchObject({
        class: 'CONFLICT',
        server: null,
        also: null,
        conflict: null,
      })
      expect(await kept()).toEqual({ telephone: '01392555011', address: farm })
    } finally {
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('ward_staff')
          .values({ ward_id: 'ward-A', user_id: 'nurse', organization_id: 'w', assigned_at: at(9) })
          .execute(),
      )
    }
  })
})
