import { beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenAction } from '../../../server/db/action-log'
import { othersClosed } from '../../../src/domain/access/part-record'
import type { CriticalField, CriticalValue } from '../../../src/domain/critical/information'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet, type SignedIn, type Tablet } from './tablet'

const read = `query ($p: ID!) { patient(patientId: $p) { othersFrom
  allergies { id substance reaction severity recordedBy { id } struckOut { by { id } reason } }
  criticalInformation { id field value reviewBy recordedBy { id } } } }`
interface Known {
  readonly allergies: readonly {
    readonly id: string
    readonly substance: string | null
    readonly struckOut: { readonly reason: string } | null
  }[]
  readonly criticalInformation: readonly {
    readonly id: string
    readonly field: CriticalField
    readonly value: CriticalValue | null
  }[]
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const devices = new Map<string, { readonly tablet: Tablet; readonly by: SignedIn }>()
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    for (const user of ['nurse', 'manager', 'admin', 'care', 'reader', 'carer', 'gp']) {
      const tablet = createTablet(
        () => server,
        () => new Date(now).toISOString(),
      )
      devices.set(user, { tablet, by: await tablet.signIn(user) })
    }
  })
  const device = (user: string) => {
    const found = devices.get(user)
    if (found === undefined) throw new Error(`No device of ${user}`)
    return found
  }
  /** What the server said to a command of a user: class and code. */
  const said = async (
    user: string,
    op: string,
    input: Readonly<Record<string, unknown>> & { readonly patientId: string },
    minutesAgo = 0,
  ): Promise<string | undefined> => {
    const { tablet, by } = device(user)
    return (await tablet.said(by, await by.command(op, input, { at: at(minutesAgo) })))[0]
  }
  const allergy = (user: string, patientId: string, substance: string | null, minutesAgo = 0) =>
    said(
      user,
      'recordAllergy',
      {
        patientId,
        allergy: substance === null ? null : { substance, reaction: null, severity: null },
      },
      minutesAgo,
    )
  const record = (
    user: string,
    patientId: string,
    field: CriticalField,
    value: CriticalValue | null,
    seen: string | null,
  ) =>
    said(user, 'recordCriticalInformation', {
      patientId,
      field,
      value,
      reviewBy: null,
      seen: { id: seen },
    })
  const known = async (as: string, patientId: string): Promise<Known> => {
    const answer = await server.ask(read, { as, variables: { p: patientId } })
    expect(answer.errors).toEqual([])
    return answer.data?.patient as Known
  }
  const entryOf = async (as: string, patientId: string, field: CriticalField) =>
    (await known(as, patientId)).criticalInformation.find((one) => one.field === field)
  const logOf = (patientId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'details'])
        .where('patient_id', '=', patientId)
        .orderBy('seq')
        .execute(),
    )

  describe('allergies', () => {
    test('are recorded by a nurse and by a care assistant, not by who only reads', async () => {
      expect(await allergy('care', 'a1', 'Penicillin')).toBe('APPLIED')
      expect(await allergy('nurse', 'a1', 'Latex')).toBe('APPLIED')
      expect(await allergy('reader', 'a1', 'Nuts')).toBe('REJECTED/FORBIDDEN')
      const { allergies } = await known('reader', 'a1')
      expect(allergies).toMatchObject([
        { substance: 'Penicillin', recordedBy: { id: 'care' }, struckOut: null },
        { substance: 'Latex', recordedBy: { id: 'nurse' }, struckOut: null },
      ])
    })

    test('T13 are struck out by their author for a day and by a clinician, and stay with the reason', async () => {
      const { allergies } = await known('nurse', 'a1')
      const [penicillin, latex] = allergies.map(({ id }) => id)
      const strike = (user: string, allergyId: string | undefined, patientId = 'a1') =>
        said(user, 'strikeOutAllergy', { patientId, allergyId, reason: `Wrong, says ${user}` })
      expect(await strike('care', latex)).toBe('REJECTED/FORBIDDEN')
      expect(await strike('care', penicillin)).toBe('APPLIED')
      // It is struck out once.
      expect(await strike('nurse', penicillin)).toBe('APPLIED')
      expect(await strike('manager', latex)).toBe('APPLIED')
      expect(await strike('nurse', 'no-such')).toBe('REJECTED/NOT_FOUND')
      expect(await strike('nurse', latex, 'a2')).toBe('REJECTED/NOT_FOUND')
      expect((await known('nurse', 'a1')).allergies).toMatchObject([
        { struckOut: { by: { id: 'care' }, reason: 'Wrong, says care' } },
        { struckOut: { by: { id: 'manager' }, reason: 'Wrong, says manager' } },
      ])
      expect(await allergy('care', 'a2', 'Nuts', 25 * 60)).toBe('REJECTED/SESSION_REVOKED')
    })
  })

  describe('what everybody must know', () => {
    test('is recorded by a care assistant, but what is decided over treatment by a clinician alone', async () => {
      const care = (field: CriticalField, value: CriticalValue) =>
        record('care', 'a1', field, value, null)
      expect(await care('keySafe', { code: '4711' })).toBe('APPLIED')
      expect(await care('resuscitation', { status: 'doNotAttempt' })).toBe('REJECTED/FORBIDDEN')
      expect(await care('escalation', { plan: 'Not for hospital' })).toBe('REJECTED/FORBIDDEN')
      for (const [nth, user] of ['nurse', 'manager', 'admin'].entries())
        expect(
          await record(
            user,
            'a1',
            'resuscitation',
            { status: 'attempt', formPlace: String(nth) },
            (await entryOf('nurse', 'a1', 'resuscitation'))?.id ?? null,
          ),
        ).toBe('APPLIED')
      expect(await record('reader', 'a1', 'interpreter', { language: 'Polish' }, null)).toBe(
        'REJECTED/FORBIDDEN',
      )
      expect(await record('nurse', 'a1', 'nextOfKin', { relation: 'Son' }, null)).toBe(
        'REJECTED/INVALID',
      )
      expect((await known('reader', 'a1')).criticalInformation).toMatchObject([
        { field: 'keySafe', value: { code: '4711' }, recordedBy: { id: 'care' } },
        { field: 'resuscitation', value: { formPlace: '2' }, recordedBy: { id: 'admin' } },
      ])
    })

    test('never takes the place of what its author did not see; both versions come back, and by whom', async () => {
      const first = await entryOf('nurse', 'a1', 'resuscitation')
      expect(
        await record('manager', 'a1', 'resuscitation', { status: 'doNotAttempt' }, first?.id ?? ''),
      ).toBe('APPLIED')
      const { tablet, by } = device('nurse')
      const command = await by.command('recordCriticalInformation', {
        patientId: 'a1',
        field: 'resuscitation',
        value: null,
        reviewBy: '2026-06-01',
        seen: { id: first?.id ?? '' },
      })
      const [result] = (await tablet.push(by, command)).results
      expect(result).toMatchObject({ class: 'CONFLICT', code: 'CHANGED' })
      expect(result?.conflict?.changedBy).toMatchObject({ id: 'manager' })
      expect(result?.conflict?.fields).toEqual([
        { name: 'resuscitation', before: 'recorded', yours: 'noneKnown', theirs: 'recorded' },
        {
          name: 'resuscitation.status',
          before: 'attempt',
          yours: null,
          theirs: 'doNotAttempt',
        },
        { name: 'resuscitation.formPlace', before: '2', yours: null, theirs: null },
        { name: 'reviewBy', before: null, yours: '2026-06-01', theirs: null },
      ])
      expect(await record('nurse', 'a1', 'resuscitation', { status: 'attempt' }, null)).toBe(
        'CONFLICT/CHANGED',
      )
      expect((await entryOf('nurse', 'a1', 'resuscitation'))?.value).toEqual({
        status: 'doNotAttempt',
      })
      // What is so already is not written again.
      expect(await record('nurse', 'a1', 'resuscitation', { status: 'doNotAttempt' }, null)).toBe(
        'APPLIED',
      )
      expect(
        (await logOf('a1')).filter(({ action }) => action === 'recordCriticalInformation'),
      ).toHaveLength(5)
    })

    test('of two at once one is done, the other a conflict', async () => {
      const both = await Promise.all(
        ['nurse', 'manager'].map((user) =>
          record(user, 'a2', 'interpreter', { language: `Of ${user}` }, null),
        ),
      )
      expect(both.toSorted()).toEqual(['APPLIED', 'CONFLICT/CHANGED'])
      expect((await known('nurse', 'a2')).criticalInformation).toHaveLength(1)
    })

    test('is a mark on the board, which a device is told of when it changes', async () => {
      const marksOf = async (user: string) => {
        const answer = await server.ask(
          '{ virtualWardPatients(take: 50, skip: 0) { patients { id criticalMarks { allergies resuscitation } } } }',
          { as: user },
        )
        const page = answer.data?.virtualWardPatients as
          | { patients: readonly { readonly id: string; readonly criticalMarks: object }[] }
          | undefined
        return page?.patients.find(({ id }) => id === 'a2')?.criticalMarks
      }
      const { tablet, by } = device('nurse')
      const puller = createPuller(tablet, 'nurse', () => by.hello.epoch)
      const scopes = ['ROSTER:w']
      const told = async (): Promise<readonly string[]> =>
        (await puller.pull(scopes)).flatMap(({ scopes: all }) =>
          all.flatMap(({ put }) => put.map(({ id }) => id)),
        )
      await told()
      expect(await told()).toEqual([])
      expect(await marksOf('nurse')).toEqual({
        allergies: 'notRecorded',
        resuscitation: 'notRecorded',
      })
      expect(await allergy('nurse', 'a2', 'Nuts')).toBe('APPLIED')
      expect(await told()).toEqual(['a2'])
      expect(await record('nurse', 'a2', 'resuscitation', { status: 'doNotAttempt' }, null)).toBe(
        'APPLIED',
      )
      expect(await told()).toEqual(['a2'])
      expect(await record('nurse', 'a2', 'escalation', { plan: 'Not for hospital' }, null)).toBe(
        'APPLIED',
      )
      expect(await told()).toEqual([])
      expect(await marksOf('reader')).toEqual({
        allergies: 'recorded',
        resuscitation: 'doNotAttempt',
      })
    })

    test('a look at what is masked is in the action log, also of who only reads', async () => {
      const look = (field: string) =>
        said('reader', 'lookAtCriticalInformation', { patientId: 'a1', field })
      expect(await look('keySafe')).toBe('APPLIED')
      expect(await look('conditions')).toBe('REJECTED/INVALID')
      expect(
        (await logOf('a1')).filter(({ action }) => action === 'lookAtCriticalInformation'),
      ).toMatchObject([{ actor_id: 'reader', details: { field: 'keySafe' } }])
      const log = await server.ask(
        'query ($p: ID!) { actionLogs(patientId: $p) { entries { message } } }',
        { as: 'nurse', variables: { p: 'a1' } },
      )
      expect(JSON.stringify(log.data)).toContain('Looked at the key-safe')
      expect(JSON.stringify(log.data)).toContain('Recorded the resuscitation status')
      expect(JSON.stringify(log.data)).toContain('Struck out an entry about allergies')
      expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
    })
  })

  describe('of another organisation’s patient', () => {
    test('what is recorded is in the log of who has them admitted, too', async () => {
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('patient_organization')
          .values({ patient_id: 'a1', organization_id: 'p', linked_at: at(90) })
          .execute(),
      )
      expect(await allergy('gp', 'a1', 'Morphine')).toBe('APPLIED')
      const entries = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select('organization_id')
          .where('actor_id', '=', 'gp')
          .where('action', '=', 'recordAllergy')
          .orderBy('organization_id')
          .execute(),
      )
      expect(entries.map(({ organization_id }) => organization_id)).toEqual(['p', 'w'])
    })

    const partFrom = (othersFrom: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('patient_organization')
          .set({ others_from: othersFrom })
          .where('patient_id', '=', 'h1')
          .where('organization_id', '=', 'p')
          .execute(),
      )
    const fields = async () =>
      (await known('gp', 'h1')).criticalInformation.map(({ field }) => field).toSorted()

    test('T8 an admission opens allergies, escalation, resuscitation and conditions, and no more', async () => {
      expect(await allergy('carer', 'h1', 'Penicillin')).toBe('APPLIED')
      expect(await record('carer', 'h1', 'keySafe', { code: '1234' }, null)).toBe('APPLIED')
      expect(await record('carer', 'h1', 'conditions', { list: 'COPD' }, null)).toBe('APPLIED')
      expect(await record('gp', 'h1', 'resuscitation', { status: 'attempt' }, null)).toBe('APPLIED')
      expect(await record('gp', 'h1', 'nextOfKin', { name: 'Ann Hill' }, null)).toBe('APPLIED')
      expect(await fields()).toEqual(['conditions', 'keySafe', 'nextOfKin', 'resuscitation'])
      await partFrom(at(0))
      expect(await fields()).toEqual(['conditions', 'resuscitation'])
      expect((await known('gp', 'h1')).allergies).toMatchObject([{ substance: 'Penicillin' }])
      // What they cannot see they cannot overwrite.
      expect(await record('gp', 'h1', 'keySafe', { code: '9999' }, null)).toBe('REJECTED/FORBIDDEN')
      const conditions = await entryOf('gp', 'h1', 'conditions')
      expect(
        await record('gp', 'h1', 'conditions', { list: 'COPD\nAsthma' }, conditions?.id ?? null),
      ).toBe('APPLIED')
      await partFrom(othersClosed)
      expect(await known('gp', 'h1')).toMatchObject({ allergies: [], criticalInformation: [] })
      // An allergy is added all the same: it waits for nobody.
      expect(await allergy('gp', 'h1', 'Latex')).toBe('APPLIED')
      await partFrom(null)
      expect(await fields()).toEqual(['conditions', 'keySafe', 'nextOfKin', 'resuscitation'])
      expect((await known('carer', 'h1')).allergies).toMatchObject([
        { substance: 'Penicillin' },
        { substance: 'Latex' },
      ])
    })
  })
})
