import { createHmac } from 'node:crypto'
import type { Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import type { Tables } from '../../../server/db/tables'
import { createEgress } from '../../../server/ehr/egress'
import { purgeEhrEvents, sendDueEvents, startEhrEvents } from '../../../server/ehr/send-due'
import { onBothEngines } from '../engines'
import { box } from '../ingest/device'
import { addCheckup, at, now } from '../world'
import { startReceiver, type Receiver } from './receiver'
import { addIntegration, buildEhr, secret, started, withoutEvents } from './world'

const silent = { warn: () => {}, error: () => {} } as never

onBothEngines(buildEhr, (opened) => {
  let receiver: Receiver
  let time = now
  const clock = { now: () => time }
  let ehr: Awaited<ReturnType<typeof started>>
  beforeAll(async () => {
    receiver = await startReceiver()
    ehr = await started(opened.database, clock)
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    time = now
    receiver.arrived.length = 0
    receiver.answers = []
    await withoutEvents(opened.database)
    await addIntegration(opened.database, { id: 'one', address: receiver.url })
  })
  const only = async () => (await ehr.list()).events[0]
  const logOf = async () =>
    (
      await opened.database.kysely
        .selectFrom('action_log')
        .select(['action', 'actor_id', 'patient_id', 'entity_type'])
        .where('organization_id', '=', 'w')
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
    )[0]

  test('what was measured is sent once, signed over time and body, under the id of its event', async () => {
    const { id } = await ehr.pushed()
    expect(await ehr.work()).toBe(1)
    expect(await ehr.work()).toBe(0)
    const [came, ...more] = receiver.arrived
    expect([more, came?.path, came?.headers['idempotency-key']]).toEqual([[], '/events', id])
    const timestamp = came?.headers['x-timestamp']
    expect(timestamp).toBe(String(now / 1000))
    expect(came?.headers['x-signature']).toBe(
      createHmac('sha256', secret)
        .update(`${String(timestamp)}\nPOST\n/events\n${came?.body ?? ''}`)
        .digest('hex'),
    )
    expect(came?.headers['x-integration-id']).toBe('one')
    expect(JSON.parse(came?.body ?? '')).toMatchObject({
      id,
      type: 'CareNote',
      approvedBy: null,
      patient: { id: 'a1', nationalIdentifier: { type: 'NhsNumber', value: '9434765919' } },
      organization: { id: 'w', name: 'West Ward' },
      codeSystem: 'http://snomed.info/sct',
      consultationNote: expect.stringContaining('Temperature 38.4 °C'),
    })
    expect(await only()).toMatchObject({
      status: 'success',
      isRetryable: false,
      response: { message: 'Accepted (201)', innerError: null },
    })
    expect(await logOf()).toMatchObject({
      action: 'ehrEventSent',
      actor_id: null,
      patient_id: 'a1',
      entity_type: 'ehrIntegrationEvent',
    })
  })

  test('what is measured after it was asked for is not in it: its body is frozen', async () => {
    await ehr.pushed()
    await opened.database.asSystem((trx) =>
      addCheckup(trx, {
        id: 'later',
        organizationId: 'w',
        patientId: 'a1',
        endedAt: at(1),
        total: 9,
      }),
    )
    await ehr.work()
    expect(receiver.arrived[0]?.body).not.toContain('NEWS2 9')
  })

  test.each([
    ['its message', '{"message":"Unknown patient"}', 'Unknown patient'],
    ['its text', 'No such patient', 'No such patient'],
    ['nothing', '', null],
  ])('a refusal is rejected at once, with %s', async (_case, body, innerError) => {
    receiver.answers = [{ status: 422, body }]
    await ehr.pushed()
    await ehr.work()
    expect(receiver.arrived).toHaveLength(1)
    expect(await only()).toMatchObject({
      status: 'rejected',
      isRetryable: false,
      response: { message: 'The receiving system refused it (422)', innerError },
    })
    expect(await logOf()).toMatchObject({ action: 'ehrEventNotTaken' })
  })

  test('a failing receiver is asked three times, longer apart each time, and then it is an error', async () => {
    receiver.answers = [{ status: 500, body: '{"error":"Down"}' }]
    await ehr.pushed()
    await ehr.work()
    expect(await only()).toMatchObject({ status: 'pending', isRetryable: false })
    time = now + 9_999
    expect(await ehr.work()).toBe(0)
    time = now + 10_000
    expect(await ehr.work()).toBe(1)
    time = now + 29_999
    expect(await ehr.work()).toBe(0)
    time = now + 30_000
    expect(await ehr.work()).toBe(1)
    time = now + 86_400_000
    expect(await ehr.work()).toBe(0)
    expect(receiver.arrived.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => receiver.arrived[0]?.body),
    )
    expect(new Set(receiver.arrived.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await only()).toMatchObject({
      status: 'error',
      isRetryable: true,
      response: { message: 'The receiving system failed (500)', innerError: 'Down' },
    })
  })

  test('one that comes back in time has it after all', async () => {
    receiver.answers = [{ status: 503 }, 'close', { status: 200 }]
    await ehr.pushed()
    await ehr.work()
    time = now + 10_000
    await ehr.work()
    expect((await only())?.status).toBe('pending')
    time = now + 30_000
    await ehr.work()
    expect(await only()).toMatchObject({
      status: 'success',
      response: { message: 'Accepted (200)' },
    })
  })

  test('one that does not answer is given up in time', async () => {
    receiver.answers = ['hang']
    await ehr.pushed()
    const before = performance.now()
    await ehr.work()
    expect(performance.now() - before).toBeLessThan(5_000)
    expect(await only()).toMatchObject({
      status: 'pending',
      response: {
        message: 'The receiving system did not answer (No answer in time)',
        innerError: null,
      },
    })
  })

  test('a redirection is not followed', async () => {
    const elsewhere = await startReceiver()
    receiver.answers = [{ status: 307, location: elsewhere.url }]
    await ehr.pushed()
    await ehr.work()
    await elsewhere.close()
    expect([receiver.arrived.length, elsewhere.arrived]).toEqual([1, []])
    expect(await only()).toMatchObject({
      status: 'error',
      isRetryable: true,
      response: { message: expect.stringContaining('A redirection is not followed') },
    })
  })

  test('a closed address is not sent to, and somebody is told', async () => {
    await ehr.pushed()
    const strict = await started(opened.database, clock, { allowsLoopback: false })
    await strict.work()
    expect(receiver.arrived).toEqual([])
    expect(await only()).toMatchObject({ status: 'error', isRetryable: true })
    expect(strict.logged[0]).toMatchObject({ event: 'ehr-event-not-taken', status: 'error' })
    expect(JSON.stringify(strict.logged)).not.toContain('Neill')
  })

  test('O411 C393 C394 C395 C528 a retry makes it pending, not retryable and without a response, and sends it again', async () => {
    receiver.answers = [{ status: 302 }, { status: 200 }]
    const { id } = await ehr.pushed()
    await ehr.work()
    expect((await only())?.status).toBe('error')
    const { data } = await ehr.retry(id)
    expect(data?.['retryEhrIntegrationEvent']).toMatchObject({
      id,
      status: 'pending',
      isRetryable: false,
      response: null,
    })
    await ehr.work()
    expect(receiver.arrived.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id])
    expect((await only())?.status).toBe('success')
    const again = await ehr.retry(id)
    expect(again.errors[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'NOT_RETRYABLE',
    })
  })

  describe('K33 what its patient is no longer is not sent', () => {
    const details = {
      first_name: 'Zoë',
      last_name: "O'Neill",
      national_identifier_type: 'NhsNumber',
      national_identifier_value: '9434765919',
      deleted_at: null,
    } as const
    const patient = (set: Updateable<Tables['patient']>) =>
      opened.database.asSystem((trx) =>
        trx.updateTable('patient').set(set).where('id', '=', 'a1').execute(),
      )
    const discharged = (ended: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: ended })
          .where('patient_id', '=', 'a1')
          .execute(),
      )
    const birthDate = async () =>
      (
        await opened.database.kysely
          .selectFrom('patient')
          .select('birth_date')
          .where('id', '=', 'a1')
          .executeTakeFirstOrThrow()
      ).birth_date
    const stored = (id: string) =>
      opened.database.kysely
        .selectFrom('ehr_integration_event')
        .select(['status', 'is_retryable', 'response'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const changed = "The patient's details changed. Send again."
    const cases: readonly (readonly [string, Parameters<typeof patient>[0], string])[] = [
      ['first name', { first_name: 'Zoé' }, changed],
      ['last name', { last_name: 'Neill' }, changed],
      ['birth date', { birth_date: '1931-02-03' }, changed],
      ['identifier', { national_identifier_value: '9434765870' }, changed],
      [
        'no identifier any more',
        { national_identifier_type: null, national_identifier_value: null },
        changed,
      ],
      ['removed', { deleted_at: at(0) }, 'The patient was removed.'],
    ]
    test.each(cases)('before a try: %s', async (_what, set, message) => {
      const [{ id }, born] = [await ehr.pushed(), await birthDate()]
      await patient(set)
      const sent = await ehr.work()
      await patient({ ...details, birth_date: born })
      expect([sent, receiver.arrived]).toEqual([0, []])
      expect(await stored(id)).toEqual({
        status: 'skipped',
        is_retryable: false,
        response: { message, innerError: null },
      })
    })

    test('discharged', async () => {
      const { id } = await ehr.pushed()
      await discharged(at(0))
      const sent = await ehr.work()
      await discharged(null)
      expect([sent, receiver.arrived]).toEqual([0, []])
      expect(await stored(id)).toMatchObject({
        status: 'skipped',
        response: { message: 'The patient was discharged.' },
      })
    })

    test('a check-up of its time was struck out since', async () => {
      const { id } = await ehr.pushed()
      const event = await opened.database.kysely
        .selectFrom('ehr_integration_event')
        .select(['created_at', 'period_from', 'period_to'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const struck = (endedAt: string | null, isStruck: boolean) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('checkup')
            .set({
              ...(endedAt === null ? {} : { ended_at: endedAt }),
              struck_out_at: isStruck
                ? new Date(Date.parse(event.created_at) + 60_000).toISOString()
                : null,
              struck_out_reason: isStruck ? 'wrongValue' : null,
            })
            .where('patient_id', '=', 'a1')
            .execute(),
        )
      await struck(event.period_from, true)
      const sent = await ehr.work()
      await struck(null, false)
      expect([sent, receiver.arrived]).toEqual([0, []])
      expect(await stored(id)).toMatchObject({
        status: 'skipped',
        response: { message: 'A check-up of that time was struck out. Send again.' },
      })
    })

    test('before a later try, and at a retry', async () => {
      receiver.answers = [{ status: 500 }]
      const later = await ehr.pushed()
      await ehr.work()
      await patient({ last_name: 'Neill' })
      time = now + 10_000
      await ehr.work()
      await patient(details)
      expect((await stored(later.id)).status).toBe('skipped')
      receiver.answers = [{ status: 302 }]
      const { id } = await ehr.pushed()
      await ehr.work()
      expect(receiver.arrived).toHaveLength(2)
      await patient({ last_name: 'Neill' })
      const { data } = await ehr.retry(id)
      await patient(details)
      expect(data?.['retryEhrIntegrationEvent']).toMatchObject({
        status: 'skipped',
        isRetryable: false,
        response: { message: changed },
      })
      expect(await ehr.work()).toBe(0)
    })
  })

  test('an event whose server died is sent again, and at its last try nobody says that it failed', async () => {
    await ehr.pushed()
    const killed = () =>
      sendDueEvents({
        ...{ database: opened.database, clock, asksDatabase: false, secrets: box, log: silent },
        send: () => Promise.reject(new Error('killed')),
      })
    for (const minutes of [0, 1, 2]) {
      time = now + minutes * 60_000
      await expect(killed()).rejects.toThrow('killed')
      expect((await only())?.status).toBe('submitted')
    }
    time = now + 3 * 60_000
    await ehr.work()
    expect(receiver.arrived).toEqual([])
    expect(await only()).toMatchObject({
      status: 'error',
      isRetryable: true,
      response: { message: 'It is not known whether the receiving system has it' },
    })
  })

  test('a secret that was sealed under another key signs nothing', async () => {
    await ehr.pushed()
    await sendDueEvents({
      ...{ database: opened.database, clock, asksDatabase: false, log: silent },
      secrets: { open: () => null },
      send: createEgress({ allowsLoopback: true }),
    })
    expect(receiver.arrived).toEqual([])
    expect((await only())?.status).toBe('error')
  })

  test('the queue sends at once what comes into it', async () => {
    const stop = startEhrEvents(
      {
        ...{ database: opened.database, clock, asksDatabase: false, secrets: box, log: silent },
        send: createEgress({ allowsLoopback: true }),
      },
      60_000,
    )
    await ehr.pushed()
    await expect.poll(async () => (await only())?.status, { timeout: 10_000 }).toBe('success')
    await stop()
    expect(receiver.arrived).toHaveLength(1)
  })

  test('what is long over is forgotten; what somebody must look at is not', async () => {
    await ehr.pushed()
    await ehr.work()
    receiver.answers = [{ status: 302 }]
    receiver.arrived.length = 0
    await ehr.pushed()
    await ehr.work()
    expect(await purgeEhrEvents(opened.database, now + 89 * 86_400_000)).toBe(0)
    expect(await purgeEhrEvents(opened.database, now + 91 * 86_400_000)).toBe(1)
    expect((await only())?.status).toBe('error')
  })

  describe('two servers', () => {
    test('never send the same event twice', async () => {
      const other = opened.url === null ? null : await openDatabase({ url: opened.url })
      const server = (database = opened.database) =>
        sendDueEvents({
          ...{ database, clock, asksDatabase: false, secrets: box, log: silent },
          send: createEgress({ allowsLoopback: true }),
        })
      for (let nth = 0; nth < 12; nth += 1) await ehr.pushed()
      await Promise.all([server(), server(other ?? opened.database), server()])
      await other?.close()
      const ids = receiver.arrived.map(({ headers }) => headers['idempotency-key'])
      expect([ids.length, new Set(ids).size]).toEqual([12, 12])
      expect((await ehr.list({ statuses: ['success'] })).totalCount).toBe(12)
    })
  })
})
