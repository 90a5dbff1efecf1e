import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { workOutUnknown } from '../../../server/areas/patient-summary'
import { firstBrokenAction } from '../../../server/db/action-log'
import { runDue } from '../../../server/jobs'
import type { Repeat } from '../../../src/domain/repeat/repeat'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { addPatient, buildWorld, now } from '../world'
import { createTablet, type SignedIn, type Tablet } from './tablet'

const read = `query ($p: ID!) { patient(patientId: $p) {
  repeats { id askedAt dueAt everyMinutes until reason by { id } latestEndedAt } } }`
const minute = 60_000

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  const names = new Map([['n1', 'Nobed']])
  const iso = (atMs = time): string => new Date(atMs).toISOString()
  const devices = new Map<string, { readonly tablet: Tablet; readonly by: SignedIn }>()
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => time } })
    for (const user of ['nurse', 'manager', 'care', 'reader', 'multi']) {
      const tablet = createTablet(() => server, iso)
      devices.set(user, { tablet, by: await tablet.signIn(user) })
    }
  })
  const pass = (minutes: number): void => {
    time += minutes * minute
  }
  /** A new patient on ward A. */
  const admitted = async (): Promise<string> => {
    const [id, last] = [`r${names.size}`, `P${names.size}`]
    names.set(id, last)
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'w', first: 'R', last, ward: 'A' }),
    )
    return id
  }
  /** What the server said to a command of a user, and the command's id. */
  const push = async (
    user: string,
    op: string,
    input: Readonly<Record<string, unknown>> & { readonly patientId: string },
    minutesAgo = 0,
  ): Promise<{ readonly id: string; readonly said: string | undefined }> => {
    const device = devices.get(user)
    if (device === undefined) throw new Error(`No device of ${user}`)
    const known = names.get(input.patientId)
    const command = await device.by.command(op, input, {
      at: iso(time - minutesAgo * minute),
      ...(known === undefined
        ? {}
        : {
            seen: {
              name: input.patientId === 'n1' ? 'Nora Nobed' : `R ${known}`,
              birthDate: '1940-02-29',
              identifierLast4: null,
              revision: 1,
            },
          }),
    })
    return { id: command.id, said: (await device.tablet.said(device.by, command))[0] }
  }
  const once = { everyMinutes: null, forMinutes: null, reason: null }
  const ask = (user: string, patientId: string, more: object = {}, minutesAgo = 0) =>
    push(user, 'requestRepeat', { patientId, inMinutes: 15, ...once, ...more }, minutesAgo)
  const calm = { pulseRate: { value: 72, source: null, isManual: true } }
  const measure = (patientId: string, minutesAgo = 0, readings: object = calm) =>
    push('nurse', 'recordObservations', {
      patientId,
      how: 'bedside',
      minutesAgo,
      checkupType: null,
      notMeasured: [],
      readings,
    })
  const repeatsOf = async (patientId: string, as = 'nurse'): Promise<readonly Repeat[]> => {
    const answer = await server.ask(read, { as, variables: { p: patientId } })
    expect(answer.errors).toEqual([])
    const found = answer.data?.patient as { readonly repeats: readonly Repeat[] } | undefined
    return found?.repeats ?? []
  }
  const idsOf = async (patientId: string) => (await repeatsOf(patientId)).map(({ id }) => id)
  const round = () => runDue(opened.database, { clock: { now: () => time }, asksDatabase: false })
  const triggersOf = async (patientId: string) =>
    (
      await sql<{
        readonly source: string
        readonly status: string
        readonly severity: number
        readonly organization_id: string
      }>`select t.source, t.status, a.severity, a.organization_id from alert_trigger t join alert a on a.id = t.alert_id
        where a.patient_id = ${patientId} and a.source_key = 'repeat' order by t.occurred_at`.execute(
        opened.database.kysely,
      )
    ).rows
  /** When the row of the board is due, and from when it is missed. */
  const rowOf = async (patientId: string) => {
    await opened.database.asSystem((trx) => workOutUnknown(trx))
    return opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_summary')
        .select(['slot_due_at', 'slot_closes_at', 'fresh_until'])
        .where('patient_id', '=', patientId)
        .executeTakeFirstOrThrow(),
    )
  }

  describe('a request to measure again', () => {
    test('is of who may record observations, of a patient on a ward, and of this stay', async () => {
      const patient = await admitted()
      expect((await ask('care', patient)).said).toBe('APPLIED')
      expect((await ask('reader', patient)).said).toBe('REJECTED/FORBIDDEN')
      expect((await ask('nurse', 'b1')).said).toBe('REJECTED/NOT_FOUND')
      expect((await ask('manager', 'n1')).said).toBe('REJECTED/NOT_ADMITTED')
      expect((await ask('nurse', patient, { forMinutes: 30 })).said).toBe('REJECTED/INVALID')
      expect(
        (await push('nurse', 'cancelRepeat', { patientId: patient, repeatId: 'x' })).said,
      ).toBe('REJECTED/NOT_FOUND')
      const [repeat] = await repeatsOf(patient, 'reader')
      expect(repeat).toMatchObject({
        askedAt: iso(),
        dueAt: iso(time + 15 * minute),
        everyMinutes: null,
        by: { id: 'care' },
      })
    })

    test('is when the board’s row is due and missed, until it is answered, taken back or the stay ends', async () => {
      const patient = await admitted()
      const before = await rowOf(patient)
      const { id } = await ask('nurse', patient, { reason: 'Breathing faster' })
      expect(await rowOf(patient)).toMatchObject({
        slot_due_at: iso(time + 15 * minute),
        slot_closes_at: iso(time + 20 * minute),
      })
      pass(5)
      // Too early to answer it.
      await measure(patient)
      expect(await idsOf(patient)).toEqual([id])
      expect((await rowOf(patient)).fresh_until).toBe(iso(time + 10 * minute))
      pass(6)
      await measure(patient)
      expect(await idsOf(patient)).toEqual([])
      expect(await rowOf(patient)).toMatchObject({ slot_due_at: before.slot_due_at })

      const taken = await ask('nurse', patient)
      expect(
        (await push('care', 'cancelRepeat', { patientId: patient, repeatId: taken.id })).said,
      ).toBe('APPLIED')
      expect(
        (await push('nurse', 'cancelRepeat', { patientId: patient, repeatId: taken.id })).said,
      ).toBe('APPLIED')
      expect(await idsOf(patient)).toEqual([])
      expect(await rowOf(patient)).toMatchObject({ slot_due_at: before.slot_due_at })

      await ask('nurse', patient)
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: iso() })
          .where('patient_id', '=', patient)
          .execute(),
      )
      expect((await rowOf(patient)).slot_due_at).toBeNull()
      pass(60)
      await round()
      expect(await triggersOf(patient)).toEqual([])
      const log = await opened.database.asSystem((trx) =>
        trx
          .selectFrom('action_log')
          .select(['action', 'actor_id'])
          .where('patient_id', '=', patient)
          .where('entity_type', '=', 'repeat')
          .orderBy('seq')
          .execute(),
      )
      expect(log).toEqual([
        { action: 'requestRepeat', actor_id: 'nurse' },
        { action: 'requestRepeat', actor_id: 'nurse' },
        // Whoever took it back first did it.
        { action: 'cancelRepeat', actor_id: 'care' },
        { action: 'requestRepeat', actor_id: 'nurse' },
      ])
    })

    test('takes the place of the person’s own older one, in whatever order they come, and of nobody else’s', async () => {
      const patient = await admitted()
      pass(10)
      const newer = await ask('nurse', patient, { inMinutes: 30 })
      await ask('nurse', patient, { inMinutes: 15 }, 5)
      const other = await ask('manager', patient, { inMinutes: 45 })
      expect([...(await idsOf(patient))].toSorted()).toEqual([newer.id, other.id].toSorted())
      expect((await rowOf(patient)).slot_due_at).toBe(iso(time + 30 * minute))
      // What it had taken the place of does not come back.
      await push('nurse', 'cancelRepeat', { patientId: patient, repeatId: newer.id })
      expect(await idsOf(patient)).toEqual([other.id])
    })
  })

  describe('a missed one', () => {
    test('is the alert of a missed check-up, once, and a series goes on by its plan', async () => {
      const patient = await admitted()
      const { id } = await ask('nurse', patient, {
        inMinutes: 30,
        everyMinutes: 30,
        forMinutes: 90,
      })
      const asked = time
      const missed = (minutes: number, status = 'open') => ({
        source: `repeat ${id} ${iso(asked + minutes * minute)}`,
        status,
        severity: 1,
        organization_id: 'w',
      })
      pass(40)
      await round()
      expect(await triggersOf(patient)).toEqual([])
      pass(1)
      await round()
      await round()
      expect(await triggersOf(patient)).toEqual([missed(30)])
      pass(20)
      await measure(patient)
      pass(20)
      await round()
      expect(await triggersOf(patient)).toEqual([missed(30)])
      pass(20)
      await round()
      expect(await triggersOf(patient)).toEqual([missed(30), missed(90)])
      // One that was made in time and came late.
      await measure(patient, 11)
      expect(await triggersOf(patient)).toEqual([missed(30), missed(90, 'closed')])
      expect(await idsOf(patient)).toEqual([])
      expect(await opened.database.asSystem((trx) => firstBrokenAction(trx, 'w'))).toBeNull()
    })

    test('T14 is what people are called for where the score was 5 or more', async () => {
      const patient = await admitted()
      await measure(patient, 0, {
        consciousness: 'V',
        pulseRate: { value: 136, source: null, isManual: true },
      })
      await ask('nurse', patient)
      pass(21)
      await round()
      expect(await triggersOf(patient)).toMatchObject([{ status: 'open', severity: 3 }])
    })

    test('is one again whose check-up was struck out', async () => {
      const patient = await admitted()
      const { id } = await ask('nurse', patient)
      pass(14)
      const checkup = await measure(patient)
      pass(10)
      await round()
      expect([await triggersOf(patient), await idsOf(patient)]).toEqual([[], []])
      const struck = await push('nurse', 'strikeOutCheckup', {
        patientId: patient,
        checkupId: checkup.id,
        reason: 'wrongPatient',
        text: null,
      })
      expect(struck.said).toBe('APPLIED')
      expect(await idsOf(patient)).toEqual([id])
      await round()
      expect(await triggersOf(patient)).toMatchObject([{ status: 'open' }])
    })

    test('is not answered by a weight or a note alone, and its alert stays open', async () => {
      const patient = await admitted()
      const { id } = await ask('nurse', patient)
      const weight = { weight: { value: 72, source: null, isManual: true } }
      pass(14)
      expect((await measure(patient, 0, weight)).said).toBe('APPLIED')
      expect(await idsOf(patient)).toEqual([id])
      pass(10)
      await round()
      expect(await triggersOf(patient)).toMatchObject([{ status: 'open' }])
      await measure(patient, 8, weight)
      expect(await triggersOf(patient)).toMatchObject([{ status: 'open' }])
      await round()
      expect(await triggersOf(patient)).toMatchObject([{ status: 'open' }])
      const counted = await measure(patient, 6)
      expect(await triggersOf(patient)).toMatchObject([{ status: 'closed' }])
      expect(await idsOf(patient)).toEqual([])
      await push('nurse', 'strikeOutCheckup', {
        patientId: patient,
        checkupId: counted.id,
        reason: 'wrongPatient',
        text: null,
      })
      expect(await idsOf(patient)).toEqual([id])
      // Its alert was closed as answered.
      await round()
      await round()
      expect((await triggersOf(patient)).map(({ status }) => status).toSorted()).toEqual([
        'closed',
        'open',
      ])
    })

    test('that came late, after somebody had measured, raises nothing', async () => {
      const patient = await admitted()
      pass(60)
      await measure(patient, 20)
      const series = { inMinutes: 15, everyMinutes: 15, forMinutes: 60 }
      const { id } = await ask('manager', patient, series, 50)
      await round()
      expect(await idsOf(patient)).toEqual([id])
      expect(await triggersOf(patient)).toEqual([])
    })
  })
})
