import { beforeAll, beforeEach, expect, test } from 'vitest'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { alertsOfStay } from '../../server/areas/alert'
import { runDue } from '../../server/jobs'
import type { Alert } from '../../schema/generated/resolvers'
import { startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const minute = 60_000
const hour = 60 * minute
const iso = (ms: number): string => new Date(ms).toISOString()
const patient = patientNamed('Subramaniam')
const account = (email: string): string =>
  demonstrationAccounts.find((one) => one.email === email)?.id ?? ''
const nurse = account('nurse@riverside.example')
const matron = account('multi@riverside.example')
const fields = `id status severity count alertRule { name } triggers { id } acknowledgedAt acknowledgedBy { id } acknowledgedUntil
  checkup { endedAt } snoozedUntil snoozedBy { id } endedHold { by { id } at reason } escalatedAt`

/** A check-up's values, from well (0) to very ill. */
const seven = {
  respiratoryRate: { value: 25 },
  pulseOxiData: { averageSpO2: 91, confidence: 'HIGH' },
  temperature: { value: 38.5 },
}
const fourteen = {
  respiratoryRate: { value: 30 },
  pulseOxiData: { averageSpO2: 90, confidence: 'HIGH' },
  pulseRate: { value: 135 },
  temperature: { value: 39.5 },
  consciousness: 'V',
}

// One patient of the demonstration; devices post to the real ingest API, people ask the real GraphQL.
onBothEngines(seed, (opened) => {
  let server: TestServer
  let time = noon
  let serial = 0
  const clock = { now: () => time }
  beforeAll(async () => {
    server = await startServer(opened.database, {
      clock,
      verify: async (token) => ({
        uid: token.replace('token-', ''),
        email: null,
        authTime: noon / 1000,
        claims: {},
      }),
    })
    await opened.database.asSystem(async (trx) => {
      await trx
        .updateTable('ward_admission')
        .set({ discharged_at: iso(noon) })
        .where('patient_id', '<>', patient.id)
        .execute()
      // No schedule is asked here.
      await trx.deleteFrom('checkup_schedule_progress').execute()
      await trx.updateTable('checkup_type').set({ schedule: null }).execute()
    })
  })
  beforeEach(async () => {
    time = noon
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx
        .updateTable('patient_summary')
        .set({
          open_alerts: 0,
          latest_by_type: '{}',
          latest_checkup_id: null,
          latest_bucket_id: null,
          latest_checkup_ended_at: null,
          total_score: null,
          risk_level: null,
        })
        .execute()
      await trx.deleteFrom('checkup').execute()
      await trx.deleteFrom('monitoring_bucket').execute()
      await trx.deleteFrom('ward_duty').execute()
    })
  })
  const ask = async (query: string, variables: Record<string, unknown> = {}, as = nurse) => {
    const answer = await server.ask(query, { as, variables })
    expect(answer.errors).toEqual([])
    return answer.data as Record<string, unknown>
  }
  const alerts = async (): Promise<readonly Alert[]> => {
    const data = await ask(`query ($p: ID!) { alerts(patientId: $p) { alerts { ${fields} } } }`, {
      p: patient.id,
    })
    return (data['alerts'] as { alerts: Alert[] }).alerts
  }
  const send = async (more: Record<string, unknown> = {}) => {
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'checkups',
      {
        ...wellCheckup(`holds-${(serial += 1)}`, patient.id),
        startedAt: iso(time),
        endedAt: iso(time),
        ...more,
      },
      { timestamp: String(Math.floor(time / 1000)) },
    )
    expect(answer.body['message']).toBeUndefined()
    return answer.body
  }
  const sendBucket = async (values: Record<string, number>) => {
    const answer = await post(
      ingestApp(opened.database, { clock }),
      'monitoring-buckets',
      {
        id: `holds-${(serial += 1)}`,
        patientId: patient.id,
        bucketStartAt: iso(time - 15 * minute),
        bucketEndAt: iso(time),
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            { value, median: value, min: value, max: value },
          ]),
        ),
      },
      { timestamp: String(Math.floor(time / 1000)) },
    )
    expect(answer.status).toBe(201)
  }
  const due = () => runDue(opened.database, { clock, asksDatabase: false })
  const eachAlert = async (mutation: (id: string) => string, as = nurse) => {
    for (const { id } of await alerts()) await ask(`mutation { ${mutation(id)} { id } }`, {}, as)
  }
  const acknowledgeAll = (as = nurse) =>
    eachAlert((id) => `acknowledgeAlert(id: "${id}", isAcknowledged: true)`, as)
  const snoozeAll = () => eachAlert((id) => `snoozeAlert(id: "${id}", minutes: 240)`)
  const resolveAll = () =>
    eachAlert((id) => `setAlertStatus(alerts: [{ id: "${id}", status: closed, outcome: rang }])`)
  /** As the discharge summary reads them. */
  const openings = async () =>
    (
      await opened.database.asSystem((trx) =>
        alertsOfStay(
          trx,
          { patientId: patient.id, from: iso(noon - hour), to: iso(time + hour) },
          50,
        ),
      )
    ).alerts
  const ends = async () =>
    (
      await opened.database.kysely
        .selectFrom('action_log')
        .select('details')
        .where('action', '=', 'alertHoldEnded')
        .where('at', '=', iso(time))
        .execute()
    ).map(({ details }) => details)

  test.each([
    ['acknowledged', acknowledgeAll],
    ['snoozed', snoozeAll],
  ])(
    'a patient at 7 who was %s and comes to 14 is unheld at once, told and escalated',
    async (_what, hold) => {
      expect((await send(seven))['ewsScores']).toMatchObject({ totalScore: 7 })
      await hold()
      time += 9 * minute
      expect((await send(fourteen))['ewsScores']).toMatchObject({ totalScore: 14 })
      const found = await alerts()
      expect(found.map(({ alertRule }) => alertRule?.name)).toContain('High early-warning score')
      for (const alert of found)
        expect([alert.acknowledgedAt, alert.snoozedUntil]).toEqual([null, null])
      expect(
        found.find(({ alertRule }) => alertRule?.name === 'High early-warning score'),
      ).toMatchObject({
        count: 2,
        endedHold: { by: { id: nurse }, at: iso(time), reason: 'worse' },
      })
      expect(await ends()).toContainEqual({
        userId: nurse,
        reason: 'worse',
        source: expect.stringContaining('checkup ') as string,
      })
      time += 30 * minute
      await due()
      expect((await alerts()).map(({ escalatedAt }) => escalatedAt)).toEqual(
        found.map(() => iso(time)),
      )
    },
  )

  test.each([
    ['acknowledgeAlert', 'isAcknowledged: true'],
    ['snoozeAlert', 'minutes: 15'],
  ])(
    'T3 a press (%s) speaks for what its author saw: a newer reading that is worse ends it at once',
    async (field, act) => {
      const pressAll = (seenAt: number) =>
        eachAlert((id) => `${field}(id: "${id}", ${act}, seenAt: "${iso(seenAt)}")`)
      const isHeld = async () =>
        new Set(
          (await alerts()).map(
            ({ acknowledgedAt, snoozedUntil }) => acknowledgedAt !== null || snoozedUntil !== null,
          ),
        )
      await send(seven)
      const saw = time
      time += minute
      await send(seven)
      time += minute
      // What the author did not see is no worse.
      await pressAll(saw)
      expect(await isHeld()).toEqual(new Set([true]))
      time += minute
      await send(fourteen)
      const worse = time
      time += minute
      await pressAll(saw)
      for (const alert of await alerts())
        expect(alert).toMatchObject({
          acknowledgedAt: null,
          snoozedUntil: null,
          endedHold: { by: { id: nurse }, at: iso(time), reason: 'worse' },
        })
      expect(await ends()).toContainEqual({ userId: nurse, reason: 'worse', source: 'unseen' })
      await pressAll(worse)
      expect(await isHeld()).toEqual(new Set([true]))
    },
  )

  test('a bucket that is worse ends it too, also that of an alert whose rule does not find the bucket', async () => {
    await send({ bloodPressureData: { systolic: 88, diastolic: 60 } })
    await acknowledgeAll()
    time += 15 * minute
    await sendBucket({ heartRate: 135 })
    const found = await alerts()
    expect(found.map(({ alertRule }) => alertRule?.name)).toContain('Low blood pressure')
    for (const alert of found) expect(alert.endedHold?.reason).toBe('worse')
    expect(found.find(({ alertRule }) => alertRule?.name === 'Low blood pressure')?.count).toBe(1)
  })

  test.each([
    ['before the newest quarter of an hour', 10 * minute],
    ['at its instant', 0],
  ])(
    'T3 a worse check-up that was measured %s and comes after it ends the hold',
    async (_when, before) => {
      const held = async () =>
        (await alerts()).filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
      await send(seven)
      time += 15 * minute
      await sendBucket({ heartRate: 80, respiratoryRate: 25 })
      const measured = { startedAt: iso(time - before), endedAt: iso(time - before) }
      await acknowledgeAll()
      const all = await held()
      expect(all).toBeGreaterThan(0)
      time += 15 * minute
      // What is no worse ends nothing, nor does what a newer one has measured anew.
      await send({ ...seven, ...measured })
      await sendBucket({ heartRate: 80, respiratoryRate: 18 })
      await send({ pulseRate: { value: 135 }, ...measured })
      expect(await held()).toBe(all)
      await send({ ...fourteen, ...measured })
      expect(await held()).toBe(0)
      expect(await ends()).toContainEqual({
        userId: nurse,
        reason: 'worse',
        source: expect.stringContaining('checkup ') as string,
      })
    },
  )

  test('T3 a single 3 by monitoring is one alert, which the same state does not raise again while it is held or just resolved', async () => {
    const single = 'A single very abnormal value'
    const quarter = async () => {
      await sendBucket({ heartRate: 35, respiratoryRate: 16 })
      time += 15 * minute
      return alerts()
    }
    const alertRule = { name: single }
    expect(await quarter()).toMatchObject([{ alertRule, count: 1, acknowledgedAt: null }])
    await acknowledgeAll()
    expect(await quarter()).toMatchObject([{ alertRule, count: 2, endedHold: null }])
    expect(await quarter()).toMatchObject([{ alertRule, acknowledgedBy: { id: nurse } }])
    await resolveAll()
    expect(await quarter()).toEqual([])
  })

  test('as long as the patient is no worse it is held for its time, which one such reading begins anew', async () => {
    await send(seven)
    await acknowledgeAll()
    const held = () => alerts().then((all) => all.map(({ acknowledgedUntil: until }) => until))
    const all = (until: string | null) => expect.arrayContaining([until]) as (string | null)[]
    expect(new Set(await held())).toEqual(new Set([iso(noon + hour)]))
    time += 20 * minute
    await send(seven)
    expect(await held()).toEqual(all(iso(time + hour)))
    time += 20 * minute
    await send(seven)
    time += 40 * minute - 1
    await due()
    expect(await held()).not.toContain(null)
    time += 1
    await due()
    expect(new Set(await held())).toEqual(new Set([null]))
    const ended = { by: { id: nurse }, at: iso(time), reason: 'time' }
    for (const alert of await alerts())
      expect(alert).toMatchObject({ acknowledgedBy: null, endedHold: ended, escalatedAt: null })
    time += 10 * minute
    await due()
    for (const alert of await alerts())
      expect(alert).toMatchObject({ endedHold: ended, escalatedAt: iso(time) })
    await acknowledgeAll(matron)
    for (const alert of await alerts())
      expect(alert).toMatchObject({ acknowledgedBy: { id: matron }, endedHold: null })
  })

  test('whose time is over is told until somebody does something, whatever was put off before', async () => {
    await send(seven)
    await eachAlert((id) => `snoozeAlert(id: "${id}", minutes: 15)`)
    time += 20 * minute
    await acknowledgeAll()
    time += hour
    await due()
    const ended = { by: { id: nurse }, at: iso(time), reason: 'time' }
    time += minute
    await send(seven)
    for (const alert of await alerts()) expect(alert).toMatchObject({ count: 2, endedHold: ended })
    await eachAlert((id) => `snoozeAlert(id: "${id}", minutes: 15)`)
    for (const alert of await alerts()) expect(alert.endedHold).toBeNull()
  })

  test('a night at 7 or more, always acknowledged: at most one comes back an hour', async () => {
    await send(seven)
    await send({ id: `holds-call-${(serial += 1)}`, ...seven })
    const backs: number[] = []
    for (let passed = 0; passed < 8 * hour; passed += 5 * minute) {
      time = noon + passed
      if (passed % (15 * minute) === 0) await send(seven)
      await due()
      // Each at another moment, so that their times end apart.
      const free = (await alerts()).filter(({ acknowledgedAt }) => acknowledgedAt === null)
      if (free.some(({ endedHold }) => endedHold?.reason === 'time' && endedHold.at === iso(time)))
        backs.push(time)
      const [one] = free
      if (one !== undefined)
        await ask(`mutation { acknowledgeAlert(id: "${one.id}", isAcknowledged: true) { id } }`)
    }
    expect(backs.length).toBeGreaterThan(3)
    for (const [index, back] of backs.slice(1).entries())
      expect(back - (backs[index] ?? 0)).toBeGreaterThanOrEqual(hour)
  })

  test('T3 a slighter alert keeps no hold of a graver one: its time is that of the gravest, and it comes back with it', async () => {
    await send(seven)
    const [grave, slight] = await alerts()
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('alert')
        .set({ severity: 2 })
        .where('id', '=', slight?.id ?? '')
        .execute(),
    )
    const press = (id = '') =>
      ask(`mutation { acknowledgeAlert(id: "${id}", isAcknowledged: true) { id } }`)
    const back = async () =>
      (await alerts())
        .filter(({ endedHold }) => endedHold?.reason === 'time')
        .map(({ id }) => id)
        .toSorted()
    await press(slight?.id)
    time += 4 * hour - 30 * minute
    await press(grave?.id)
    time += 30 * minute
    await due()
    expect(await back()).toEqual([])
    time += 30 * minute
    await due()
    expect(await back()).toEqual([grave?.id, slight?.id].toSorted())
  })

  test('T3 the hold of a rhythm ends after 60 minutes: a check-up says nothing that would renew it', async () => {
    await send(seven)
    await acknowledgeAll()
    const [rhythm] = await alerts()
    const ofRhythm = { source_key: 'ecg VentricularTachycardia', alert_rule_id: null }
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('alert')
        .set(ofRhythm)
        .where('id', '=', rhythm?.id ?? '')
        .execute(),
    )
    time += 30 * minute
    await send({ ...seven, temperature: { value: 37 } })
    for (const { id, acknowledgedUntil: until } of await alerts())
      expect([id, until === iso(noon + hour)]).toEqual([id, id === rhythm?.id])
  })

  test('who leaves duty, or whose duty another takes over, holds nothing on that ward', async () => {
    const wardId = (
      await opened.database.kysely
        .selectFrom('ward_admission')
        .select('ward_id')
        .where('patient_id', '=', patient.id)
        .executeTakeFirstOrThrow()
    ).ward_id
    const accept = (as: string, instead?: string) =>
      ask(
        'mutation ($w: ID!, $i: ID) { acceptDuty(wardId: $w, instead: $i) { id } }',
        { w: wardId, i: instead },
        as,
      ).then((data) => (data['acceptDuty'] as { id: string }).id)
    await send(seven)
    const first = await accept(nurse)
    time += minute
    await acknowledgeAll()
    await due()
    expect((await alerts()).map(({ acknowledgedBy }) => acknowledgedBy?.id)).toContain(nurse)
    time += minute
    const second = await accept(matron, first)
    await due()
    for (const alert of await alerts())
      expect(alert).toMatchObject({
        acknowledgedBy: null,
        endedHold: { by: { id: nurse }, at: iso(time), reason: 'duty' },
      })
    time += minute
    await snoozeAll()
    await acknowledgeAll(matron)
    time += minute
    await ask('mutation ($i: ID!) { leaveDuty(id: $i) { id } }', { i: second }, matron)
    await due()
    // The nurse's snooze, made after her duty, stays.
    for (const alert of await alerts())
      expect(alert).toMatchObject({
        acknowledgedBy: null,
        snoozedBy: { id: nurse },
      })
    await snoozeAll()
    await due()
    expect((await alerts()).map(({ snoozedBy }) => snoozedBy?.id)).toContain(nurse)
  })

  test('what was resolved stays closed over a reading that is no worse, and reopens with a worse one or after its time', async () => {
    await send(seven)
    await resolveAll()
    expect(await alerts()).toEqual([])
    time += 20 * minute
    await send(seven)
    expect(await alerts()).toEqual([])
    expect(
      await opened.database.kysely
        .selectFrom('alert_trigger')
        .select(['status', 'closed_reason'])
        .where('occurred_at', '=', iso(time))
        .execute(),
    ).toContainEqual({ status: 'closed', closed_reason: 'no-worse' })
    const high = (one: Alert) => one.alertRule?.name === 'High early-warning score'
    const told = await ask(
      `query ($p: ID!) { alerts(patientId: $p, includeRecentlyClosed: true) { alerts { ${fields} } } }`,
      { p: patient.id },
    )
    expect((told['alerts'] as { alerts: Alert[] }).alerts.find(high)).toMatchObject({
      status: 'closed',
      count: 1,
      checkup: { endedAt: iso(noon) },
    })
    time += minute
    await send(fourteen)
    expect((await alerts()).some(high)).toBe(true)
    // What came in between is no part of the first opening: that one ended when it was resolved.
    expect(
      (await openings()).filter(({ name }) => name === 'High early-warning score'),
    ).toMatchObject([
      { opened_at: iso(time), triggers: 1, closed_at: null },
      { opened_at: iso(noon), triggers: 1, closed_at: iso(noon), closed_reason: 'resolved' },
    ])
    await resolveAll()
    time += hour
    await send(fourteen)
    expect((await alerts()).map(({ alertRule }) => alertRule?.name)).toContain(
      'High early-warning score',
    )
  })

  test('a call-back that was resolved opens with the next call, whatever the readings', async () => {
    const call = async () => {
      const answer = await post(
        ingestApp(opened.database, { clock }),
        'callback-requests',
        { id: `holds-${(serial += 1)}`, patientId: patient.id, requestedAt: iso(time) },
        { timestamp: String(Math.floor(time / 1000)) },
      )
      expect(answer.status).toBe(201)
    }
    await call()
    await resolveAll()
    time += minute
    await call()
    expect(await alerts()).toHaveLength(1)
  })

  test('a new stay begins without what was resolved in the last one', async () => {
    await send(seven)
    await resolveAll()
    const stay = (admitted: string, discharged: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ admitted_at: admitted, discharged_at: discharged })
          .where('patient_id', '=', patient.id)
          .execute(),
      )
    const { admitted_at: admittedAt } = await opened.database.kysely
      .selectFrom('ward_admission')
      .select('admitted_at')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow()
    await stay(admittedAt, iso(time + minute))
    await stay(iso(time + 2 * minute), null)
    time += 3 * minute
    await send(seven)
    expect((await alerts()).length).toBeGreaterThan(0)
    await stay(admittedAt, null)
  })
})
