import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { strikeOut } from '../../server/areas/checkup'
import { firstBrokenAction } from '../../server/db/action-log'
import { nextRevision } from '../../server/db/revision'
import { demonstrationAccounts } from '../../server/demonstration/accounts'
import { organizationOf } from '../../server/demonstration/organizations'
import { runDue } from '../../server/jobs'
import type { Alert, WardDay } from '../../schema/generated/resolvers'
import { codeOf, startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { refusing } from './refusing'
import { ingestApp, noon, patientNamed, post, seed, wellCheckup } from './ingest/device'

const fields = `id type status startedAt latestAt severity count alertRule { id name type description condition }
  checkupScheduleEvent { checkupExpectedAt checkupSchedule { id tolerance { early late } } } checkup { id endedAt } continuousMonitoring { bucketEndAt } measured scored { totalScore missing marks }
  triggers { id startedAt } closedAt closedBy { id } outcome outcomeText acknowledgedAt acknowledgedBy { id } snoozedUntil snoozedBy { id } escalatedAt`
const hour = 3_600_000
const iso = (ms: number): string => new Date(ms).toISOString()
const patient = patientNamed('Subramaniam')
const nurse =
  demonstrationAccounts.find(({ email }) => email === 'nurse@riverside.example')?.id ?? ''

/** Devices post to the real ingest API; people ask the real GraphQL. */
onBothEngines(seed, (opened) => {
  let server: TestServer
  let time = noon
  const clock = { now: () => time }
  const app = () => ingestApp(opened.database, { clock })
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
  })
  // The others' schedules and patients would only take time.
  beforeAll(() =>
    opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: iso(noon) })
        .where('patient_id', '<>', patient.id)
        .execute(),
    ),
  )
  beforeEach(async () => {
    time = noon
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('checkup_schedule_progress').execute()
      await trx
        .updateTable('patient_summary')
        .set({
          open_alerts: 0,
          latest_by_type: '{}',
          latest_checkup_id: null,
          latest_checkup_ended_at: null,
          total_score: null,
          risk_level: null,
        })
        .execute()
      await trx.deleteFrom('checkup').execute()
    })
  })
  let serial = 0
  const id = (): string => `alerts-${opened.url === null ? 'l' : 'p'}-${(serial += 1)}`
  const ask = (query: string, variables: Record<string, unknown> = {}, as = nurse) =>
    server.ask(query, { as, variables })
  const alerts = async (more = '', as = nurse): Promise<readonly Alert[]> =>
    (
      (
        await ask(
          `query ($p: ID!) { alerts(patientId: $p ${more}) { alerts { ${fields} } asOf } }`,
          { p: patient.id },
          as,
        )
      ).data as { alerts: { alerts: Alert[] } }
    ).alerts.alerts
  /** A check-up that scores 7 or more: systolic 3, breathing 3, oxygen 3. */
  const ill = (endedAt: string, more: Record<string, unknown> = {}) => ({
    ...wellCheckup(id(), patient.id),
    startedAt: endedAt,
    endedAt,
    respiratoryRate: { value: 26 },
    pulseOxiData: { averageSpO2: 90, confidence: 'HIGH' },
    bloodPressureData: { systolic: 88, diastolic: 60 },
    checkupType: { id: patient.pathway.checkupTypeId, name: 'x' },
    ...more,
  })
  const send = async (item: Record<string, unknown>, kind = 'checkups') => {
    const answer = await post(app(), kind, item, { timestamp: String(Math.floor(time / 1000)) })
    expect([answer.status, answer.body['message']]).toEqual([201, undefined])
    return answer.body['id'] as string
  }
  const close = async (given: readonly unknown[], as = nurse) =>
    ask(
      `mutation ($a: [AlertStatusInput!]!) { setAlertStatus(alerts: $a) { ${fields} } }`,
      { a: given },
      as,
    )
  const log = async (action: string) =>
    opened.database.kysely
      .selectFrom('action_log')
      .selectAll()
      .where('action', '=', action)
      .where('patient_id', '=', patient.id)
      .orderBy('seq', 'desc')
      .execute()
  /** The alert of the patient's total of 7 or more, among those that the same check-up raises. */
  const highScore = async () =>
    (await alerts()).find(({ alertRule }) => alertRule?.name === 'High early-warning score')
  const card = async () =>
    (
      (
        await ask(
          `{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Subramaniam") { patients { id alerts { ${fields} } } } }`,
        )
      ).data as { virtualWardPatients: { patients: { id: string; alerts: Alert[] }[] } }
    ).virtualWardPatients.patients.find((one) => one.id === patient.id)

  test('an alert tells what its newest reading measured of what it is about, as it was then', async () => {
    const checkupId = await send(ill(iso(noon - 60_000)))
    const named = async (name: string) =>
      (await alerts()).find(({ alertRule }) => alertRule?.name === name)
    const measured = async (name: string) => (await named(name))?.measured
    const scored = (await named('Low blood pressure'))?.scored
    expect(scored).toEqual({
      totalScore: expect.any(Number),
      missing: 0,
      marks: expect.any(Number),
    })
    expect(scored?.totalScore).toBeGreaterThanOrEqual(7)
    expect(await measured('High early-warning score')).toEqual([
      { of: 'totalScore', value: expect.any(Number), isPartial: false },
    ])
    expect(await measured('Low blood pressure')).toEqual([{ of: 'systolic', value: 88 }])
    // Scored anew since: what raised the alert stays what it was.
    await opened.database.asSystem((trx) =>
      sql`update checkup set ews_scores = jsonb_set(ews_scores, '{totalScore}', '1') where id = ${checkupId}`.execute(
        trx,
      ),
    )
    expect(await measured('High early-warning score')).not.toContainEqual(
      expect.objectContaining({ value: 1 }),
    )
    expect((await named('Low blood pressure'))?.scored).toEqual(scored)
    time = noon + 60_000
    await send(ill(iso(noon), { bloodPressureData: { systolic: 85, diastolic: 60 } }))
    expect(await measured('Low blood pressure')).toEqual([{ of: 'systolic', value: 85 }])
    expect((await card())?.alerts.flatMap((alert) => alert.measured ?? [])).toContainEqual({
      of: 'systolic',
      value: 85,
    })
  })

  test('P003 P197 a check-up raises what its pathway’s rules find, in the transaction that stores it, with what raised it', async () => {
    const checkupId = await send(ill(iso(noon - 60_000)))
    const found = await alerts()
    expect(found.map(({ alertRule, severity }) => [alertRule?.name, severity])).toEqual(
      expect.arrayContaining([
        ['High early-warning score', 4],
        ['Low blood pressure', 4],
      ]),
    )
    expect(
      found.find(({ alertRule }) => alertRule?.name === 'High early-warning score'),
    ).toMatchObject({
      type: 'AlertRule',
      status: 'open',
      startedAt: iso(noon - 60_000),
      count: 1,
      alertRule: {
        id: expect.any(String) as string,
        name: 'High early-warning score',
        description: expect.any(String) as string,
        type: 'new-checkup',
        condition: { kind: 'totalScore', atLeast: 7 },
      },
      checkup: { id: checkupId, endedAt: iso(noon - 60_000) },
      checkupScheduleEvent: null,
      continuousMonitoring: null,
      closedAt: null,
      escalatedAt: null,
    })
    expect((await log('alertOpened'))[0]).toMatchObject({
      actor_id: null,
      entity_type: 'alert',
      details: { type: 'AlertRule', source: `checkup ${checkupId}` },
    })
    expect((await card())?.alerts.map((one) => one.id)).toEqual(found.map((one) => one.id))
  })

  test('a well patient raises nothing; nor does a check-up of days ago that only comes in now', async () => {
    await send(wellCheckup(id(), patient.id))
    await send(ill(iso(noon - 25 * hour)))
    expect(await alerts()).toEqual([])
  })

  test('the same check-up sent twice raises its alert once', async () => {
    const item = ill(iso(noon - 60_000))
    await send(item)
    const raised = await alerts()
    expect(new Set(raised.map(({ count }) => count))).toEqual(new Set([1]))
    expect((await post(app(), 'checkups', item)).status).toBe(200)
    expect(await alerts()).toEqual(raised)
  })

  test('a bucket raises by its latest values, a trend by the readings before', async () => {
    const vital = (value: number) => ({ value, median: value, min: value, max: value })
    await send(
      {
        id: id(),
        patientId: patient.id,
        bucketStartAt: iso(noon - hour / 2),
        bucketEndAt: iso(noon - hour / 4),
        spo2: vital(80),
        respiratoryRate: vital(18),
      },
      'monitoring-buckets',
    )
    const raised = await alerts()
    expect(raised.map(({ alertRule }) => [alertRule?.type, alertRule?.name]).toSorted()).toEqual([
      ['continuous-monitoring', 'Low oxygen saturation'],
      ['new-checkup', 'A single very abnormal value'],
    ])
    for (const alert of raised)
      expect(alert).toMatchObject({
        continuousMonitoring: { bucketEndAt: iso(noon - hour / 4) },
        checkup: null,
      })
    await send(wellCheckup(id(), patient.id))
    time = noon + hour
    await send(
      ill(iso(time), {
        bloodPressureData: { systolic: 124, diastolic: 78 },
        respiratoryRate: { value: 24 },
        pulseOxiData: { averageSpO2: 92, confidence: 'HIGH' },
        pulseRate: { value: 95 },
      }),
    )
    expect((await alerts()).map(({ alertRule }) => alertRule?.name)).toContain(
      'Rising early-warning score',
    )
  })

  test('C376 C377 C544 P211 C375 triggers are counted together; Resolve closes all that were seen, a new one reopens the alert', async () => {
    await send(ill(iso(noon - 2 * 60_000)))
    await send(ill(iso(noon - 60_000)))
    const high = await highScore()
    expect(high).toMatchObject({
      status: 'open',
      count: 2,
      triggers: [{ startedAt: iso(noon - 60_000) }, { startedAt: iso(noon - 120_000) }],
    })
    const answer = await close([{ id: high?.id, status: 'closed', outcome: 'rang' }])
    expect(answer.data?.['setAlertStatus']).toMatchObject([
      {
        id: high?.id,
        status: 'closed',
        closedAt: iso(noon),
        closedBy: { id: nurse },
        outcome: 'rang',
        outcomeText: null,
        triggers: [],
        count: 2,
      },
    ])
    expect((await log('setAlertStatus'))[0]).toMatchObject({
      actor_id: nurse,
      entity_id: high?.id,
      details: { status: 'closed', closed: 2, left: 0, outcome: 'rang' },
    })
    const others = (await alerts())
      .filter(({ status }) => status === 'open')
      .map((one) => ({ id: one.id, status: 'closed', outcome: 'visited' }))
    expect(others.length).toBeGreaterThan(1)
    expect((await close(others)).data?.['setAlertStatus']).toMatchObject(others)
    time = noon + hour
    await send(ill(iso(time)))
    expect((await alerts()).find((one) => one.id === high?.id)).toMatchObject({
      status: 'open',
      count: 1,
      startedAt: iso(time),
      closedAt: null,
      closedBy: null,
      outcome: null,
    })
    expect((await log('alertReopened')).length).toBeGreaterThan(0)
  })

  test('what was done is asked, kept with the alert and its triggers, and in words where it is none of those offered', async () => {
    await send(ill(iso(noon - 60_000)))
    const [first, second] = await alerts()
    const closing = (id: string | undefined, more: Record<string, unknown>) =>
      close([{ id, status: 'closed', ...more }])
    expect((await closing(first?.id, {})).errors).not.toEqual([])
    for (const wrong of [
      { outcome: 'other' },
      { outcome: 'other', outcomeText: ' ' },
      { outcome: 'other', outcomeText: 'x'.repeat(201) },
      { outcome: 'rang', outcomeText: 'No answer' },
    ])
      expect(codeOf(await closing(first?.id, wrong))).toBe('BAD_USER_INPUT')
    expect(
      (await alerts()).every(({ status, outcome }) => status === 'open' && outcome === null),
    ).toBe(true)
    await closing(first?.id, { outcome: 'calledEmergency' })
    await closing(second?.id, { outcome: 'other', outcomeText: 'Daughter drives her in' })
    const closed = await alerts(', includeRecentlyClosed: true')
    const of = (id: string | undefined) => closed.find((one) => one.id === id)
    expect(of(first?.id)).toMatchObject({ outcome: 'calledEmergency', outcomeText: null })
    expect(of(second?.id)).toMatchObject({
      outcome: 'other',
      outcomeText: 'Daughter drives her in',
    })
    expect(
      await opened.database.kysely
        .selectFrom('alert_trigger')
        .select(['outcome', 'outcome_text'])
        .where('alert_id', '=', second?.id ?? '')
        .execute(),
    ).toEqual([{ outcome: 'other', outcome_text: 'Daughter drives her in' }])
    // The handover asks for what was resolved, also what was raised again since.
    const resolved = async (as = nurse) =>
      (
        await ask(
          '{ resolvedAlerts { id patientId alertRule { name } resolvedAt resolvedBy { id } outcome outcomeText } }',
          {},
          as,
        )
      ).data?.['resolvedAlerts'] as readonly { readonly id: string }[]
    const rang = {
      id: first?.id,
      patientId: patient.id,
      alertRule: { name: first?.alertRule?.name },
      resolvedAt: iso(noon),
      resolvedBy: { id: nurse },
      outcome: 'calledEmergency',
      outcomeText: null,
    }
    const byId = (rows: Awaited<ReturnType<typeof resolved>>) =>
      rows.toSorted((a, b) => Number(b.id === first?.id) - Number(a.id === first?.id))
    expect(byId(await resolved())).toMatchObject([
      rang,
      { id: second?.id, outcome: 'other', outcomeText: 'Daughter drives her in' },
    ])
    time = noon + 3 * hour
    await send(ill(iso(time)))
    expect((await alerts()).map((one) => one.id)).toContain(first?.id)
    expect(byId(await resolved())[0]).toMatchObject(rang)
    time = noon + 24 * hour + 1
    expect(await resolved()).toEqual([])
    // The log holds no free text.
    expect(JSON.stringify(await log('setAlertStatus'))).not.toContain('Daughter')
  })

  test('a trigger that came after the author looked is not closed with the others', async () => {
    await send(ill(iso(noon - 60_000)))
    const [seen] = await alerts()
    await send(ill(iso(noon)))
    const answer = await close([
      {
        id: seen?.id,
        status: 'closed',
        triggerIds: seen?.triggers.map((one) => one.id),
        outcome: 'rang',
      },
    ])
    expect(answer.data?.['setAlertStatus']).toMatchObject([
      { status: 'open', count: 1, startedAt: iso(noon) },
    ])
  })

  test('C504 C224 the query lists open alerts, with includeRecentlyClosed those of three hours, of one rule, schedule or type', async () => {
    await send(ill(iso(noon - 60_000)))
    await send({ id: id(), patientId: patient.id, requestedAt: iso(noon) }, 'callback-requests')
    const [first] = await alerts('type: AlertRule')
    await close([{ id: first?.id, status: 'closed', outcome: 'rang' }])
    expect((await alerts()).some((one) => one.id === first?.id)).toBe(false)
    const recently = async (): Promise<boolean> =>
      (await alerts('includeRecentlyClosed: true')).some((one) => one.id === first?.id)
    expect(await recently()).toBe(true)
    time = noon + 3 * hour
    expect(await recently()).toBe(true)
    time = noon + 3 * hour + 1
    expect(await recently()).toBe(false)
    time = noon
    expect((await alerts('type: PatientCallbackRequest')).map(({ type }) => type)).toEqual([
      'PatientCallbackRequest',
    ])
    expect(await alerts(`alertRuleId: "${first?.alertRule?.id ?? ''}"`)).toEqual([])
    expect(
      (
        await alerts(`includeRecentlyClosed: true, alertRuleId: "${first?.alertRule?.id ?? ''}"`)
      ).map((one) => one.id),
    ).toEqual([first?.id])
    expect(await alerts('checkupScheduleId: "none"')).toEqual([])
  })

  test('a patient’s request to be called back is an alert, counted when they ask again', async () => {
    for (const minutes of [3, 1])
      await send(
        { id: id(), patientId: patient.id, requestedAt: iso(noon - minutes * 60_000) },
        'callback-requests',
      )
    expect(await alerts()).toMatchObject([
      {
        type: 'PatientCallbackRequest',
        count: 2,
        alertRule: null,
        startedAt: iso(noon - 180_000),
        latestAt: iso(noon - 60_000),
      },
    ])
    expect(
      (
        await post(app(), 'callback-requests', {
          id: id(),
          patientId: patient.id,
          requestedAt: iso(noon + hour),
        })
      ).status,
    ).toBe(400)
  })

  test('P232 C226 alerts of the deprecated source are neither listed nor counted', async () => {
    await opened.database.asSystem((trx) =>
      trx
        .insertInto('alert')
        .values({
          id: id(),
          organization_id: organizationOf('riverside').id,
          patient_id: patient.id,
          type: 'PacsanaEvent',
          source_key: 'x',
          status: 'open',
          started_at: iso(noon),
          latest_at: iso(noon),
          severity: 1,
          open_triggers: 1,
          triggers: 1,
          created_at: iso(noon),
          revision: 1,
        })
        .execute(),
    )
    expect([await alerts('includeRecentlyClosed: true'), (await card())?.alerts]).toEqual([[], []])
    expect(
      (
        await opened.database.kysely
          .selectFrom('patient_summary')
          .select('open_alerts')
          .where('patient_id', '=', patient.id)
          .executeTakeFirst()
      )?.open_alerts ?? 0,
    ).toBe(0)
  })

  const due = () => runDue(opened.database, { clock, asksDatabase: false })
  /**
   * The first look at the schedules, in the afternoon between two of them: they count from here on.
   */
  const begin = noon + 1.5 * hour
  const enrol = async () => {
    time = begin
    await due()
  }
  /** When the next check-up of the patient's pathway is due after noon, from 1 March on in UTC. */
  const nextHour = (): number => patient.pathway.hours.find((one) => one > 13) ?? 20
  const dueAt = (): number => Date.parse(`2026-03-02T${String(nextHour()).padStart(2, '0')}:00:00Z`)

  test('a missed check-up raises an alert when its tolerance is over, once, however many servers look and how often', async () => {
    await enrol()
    time = dueAt() + hour
    await due()
    expect(await alerts()).toEqual([])
    time += 1
    await Promise.all([due(), due(), due()])
    await due()
    expect(await alerts()).toMatchObject([
      {
        type: 'CheckupScheduleEvent',
        status: 'open',
        count: 1,
        startedAt: iso(dueAt()),
        alertRule: null,
        checkupScheduleEvent: {
          checkupExpectedAt: iso(dueAt()),
          checkupSchedule: {
            id: patient.pathway.checkupTypeId,
            tolerance: { early: 1800, late: 3600 },
          },
        },
      },
    ])
    const [missed] = await alerts(`checkupScheduleId: "${patient.pathway.checkupTypeId}"`)
    await close([{ id: missed?.id, status: 'closed', outcome: 'rang' }])
    await due()
    expect(await alerts()).toEqual([])
  })

  test('T14 where the score before was 5 or more a missed check-up is as grave as what people are called for', async () => {
    for (const [respiratoryRate, total, severity] of [
      [16, 0, 1],
      [21, 4, 1],
      [25, 5, 3],
    ] as const) {
      await opened.database.asSystem(async (trx) => {
        await trx.deleteFrom('checkup_schedule_progress').execute()
        await trx.deleteFrom('alert_trigger').execute()
        await trx.deleteFrom('alert').execute()
      })
      await enrol()
      await send({
        ...wellCheckup(id(), patient.id),
        startedAt: iso(time),
        endedAt: iso(time),
        checkupType: { id: 'another', name: 'x' },
        respiratoryRate: { value: respiratoryRate, source: 'manual' },
        ...(total < 4
          ? {}
          : {
              pulseOxiData: {
                averageSpO2: 93,
                confidence: 'HIGH',
                device: 'Nonin 3230',
                isManual: false,
              },
            }),
      })
      time = dueAt() + hour + 1
      await due()
      expect(
        (await alerts('')).flatMap((one) =>
          one.type === 'CheckupScheduleEvent' ? [one.severity] : [],
        ),
      ).toEqual([severity])
    }
  })

  test('one that was made in time, early or late in its tolerance, raises none', async () => {
    for (const minutes of [-30, 60]) {
      await opened.database.asSystem((trx) => trx.deleteFrom('checkup_schedule_progress').execute())
      await enrol()
      time = dueAt() + minutes * 60_000
      await send({
        ...wellCheckup(id(), patient.id),
        startedAt: iso(time),
        endedAt: iso(time),
        checkupType: { id: patient.pathway.checkupTypeId, name: 'x' },
      })
      time = dueAt() + hour + 1
      await due()
      expect(await alerts()).toEqual([])
      await opened.database.asSystem(async (trx) => {
        await trx.updateTable('patient_summary').set({ latest_checkup_id: null }).execute()
        await trx.deleteFrom('checkup').execute()
      })
    }
  })

  test('a check-up of another kind answers nobody’s schedule', async () => {
    await enrol()
    time = dueAt()
    await send({
      ...wellCheckup(id(), patient.id),
      startedAt: iso(time),
      endedAt: iso(time),
      checkupType: { id: 'another', name: 'x' },
    })
    time = dueAt() + hour + 1
    await due()
    expect((await alerts()).map(({ type }) => type)).toEqual(['CheckupScheduleEvent'])
  })

  test('made in time and sent late it was not missed: the alert closes by itself, and the log says why', async () => {
    await enrol()
    time = dueAt() + 2 * hour
    await due()
    expect(await alerts()).toHaveLength(1)
    const made = dueAt() + 60_000
    await send({
      ...wellCheckup(id(), patient.id),
      startedAt: iso(made),
      endedAt: iso(made),
      checkupType: { id: patient.pathway.checkupTypeId, name: 'x' },
    })
    expect(await alerts()).toEqual([])
    expect(await alerts('includeRecentlyClosed: true')).toMatchObject([
      { status: 'closed', closedBy: null, closedAt: iso(time) },
    ])
    expect((await log('alertAnswered')).length).toBeGreaterThan(0)
  })

  test('whose check-up was struck out is missed again: made in time, or late with its alert closed as answered; another one that answers it lets it be', async () => {
    await enrol()
    const made = async (atMs: number): Promise<string> =>
      send({
        ...wellCheckup(id(), patient.id),
        startedAt: iso(atMs),
        endedAt: iso(atMs),
        checkupType: { id: patient.pathway.checkupTypeId, name: 'x' },
      })
    const strike = async (checkupId: string) => {
      const organizationId = organizationOf('riverside').id
      await opened.database.asOrganization(organizationId, async (trx) => {
        const revision = await nextRevision(trx, organizationId)
        const struck = { checkupId, by: nurse, at: iso(time), reason: 'twice', text: null } as const
        await strikeOut(trx, struck, revision)
      })
      await due()
    }
    const missed = async () =>
      (await alerts()).flatMap(({ type, count, startedAt }) =>
        type === 'CheckupScheduleEvent' ? [{ count, startedAt }] : [],
      )
    const again = [{ count: 1, startedAt: iso(dueAt()) }]
    time = dueAt()
    const inTime = await made(dueAt())
    time = dueAt() + 2 * hour
    await due()
    expect(await missed()).toEqual([])
    // It is asked for as it was, whatever became of its schedule since.
    await opened.database.asSystem((trx) => trx.deleteFrom('checkup_schedule_progress').execute())
    await strike(inTime)
    expect(await missed()).toEqual(again)

    const [first, second] = [await made(dueAt() + 60_000), await made(dueAt() + 120_000)]
    expect(await missed()).toEqual([])
    await strike(first)
    expect(await missed()).toEqual([])
    await strike(second)
    expect(await missed()).toEqual(again)
    await due()
    expect(await missed()).toEqual(again)
    await made(dueAt() + 180_000)
    expect(await missed()).toEqual([])
  })

  test('a check-up that came after all through another organisation of the patient closes the alert too, and the log says by which', async () => {
    await enrol()
    time = dueAt() + 2 * hour
    await due()
    expect(await alerts()).toHaveLength(1)
    const made = iso(dueAt() + 60_000)
    await opened.database.asSystem(async (trx) => {
      const other = await trx
        .selectFrom('organization')
        .select('id')
        .where('id', '<>', organizationOf('riverside').id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const sent = {
        organization_id: other.id,
        patient_id: patient.id,
        type: 'new_checkup',
        started_at: made,
        ended_at: made,
        received_at: iso(time),
        readings: '{}',
        payload_hash: 'x',
        revision: 1,
      } as const
      await trx
        .insertInto('checkup')
        .values({
          ...sent,
          id: 'elsewhere-0',
          source_id: 'elsewhere-0',
          checkup_type: JSON.stringify({ id: 'another', name: 'x' }),
        })
        .execute()
    })
    await due()
    expect(await alerts()).toHaveLength(1)
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('checkup')
        .set({ checkup_type: null })
        .where('id', '=', 'elsewhere-0')
        .execute(),
    )
    // What cannot be closed is told, holds up nothing, and is closed when it can be.
    const failure = await refusing(
      opened,
      { table: 'alert_trigger', event: 'update', when: `new.status = 'closed'` },
      () => due().catch((error: unknown) => error),
    )
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors).toMatchObject([
      { name: 'ItemFailed', kind: 'answered' },
    ])
    expect(await alerts()).toHaveLength(1)
    await due()
    expect(await alerts()).toEqual([])
    expect(await alerts('includeRecentlyClosed: true')).toMatchObject([
      { status: 'closed', closedBy: null, closedAt: iso(time) },
    ])
    expect((await log('alertAnswered'))[0]).toMatchObject({ details: { checkupId: 'elsewhere-0' } })
  })

  test('a check-up that names no type may be of any: the board asks for the next one as the missed check-ups do', async () => {
    await enrol()
    const made = dueAt()
    time = made
    await send({
      ...wellCheckup(id(), patient.id),
      startedAt: iso(made),
      endedAt: iso(made),
      checkupType: null,
    })
    time = made + 2 * hour
    await due()
    expect(await alerts()).toEqual([])
    const page = (
      await ask(
        '{ virtualWardPatients(take: 50, skip: 0, nameOrNhsNumber: "Subramaniam") { patients { schedules { id latestEndedAt } } } }',
      )
    ).data?.['virtualWardPatients']
    expect(page).toMatchObject({
      patients: [{ schedules: [{ id: patient.pathway.checkupTypeId, latestEndedAt: iso(made) }] }],
    })
  })

  test('a server that was just started calls no check-up missed for five minutes: it may be on its way', async () => {
    await enrol()
    time = dueAt() + 2 * hour
    await runDue(opened.database, { clock, asksDatabase: false }, false)
    expect(await alerts()).toEqual([])
    await due()
    expect(await alerts()).toHaveLength(1)
  })

  test('a failing schedule of one patient stops neither the others of the organisation nor other jobs, is reported, and is tried again from the same slot', async () => {
    await enrol()
    await send(ill(iso(time)))
    const broken = {
      admission_id: 'broken',
      checkup_type_id: patient.pathway.checkupTypeId,
      patient_id: patient.id,
      schedule: JSON.stringify({
        rrule: 'FREQ=DAILY;BYHOUR=9',
        tolerance: { early: 60, late: 60 },
        zone: 'Nowhere/Land',
      }),
    }
    await opened.database.asSystem(async (trx) => {
      const { id: admission } = await trx
        .selectFrom('ward_admission')
        .select('id')
        .where('patient_id', '=', patient.id)
        .where('discharged_at', 'is', null)
        .executeTakeFirstOrThrow()
      const kept = await trx
        .selectFrom('ward_admission')
        .selectAll()
        .where('id', '=', admission)
        .executeTakeFirstOrThrow()
      const someone = await trx
        .selectFrom('patient')
        .select('id')
        .where('id', '<>', patient.id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('ward_admission')
        .values({ ...kept, id: 'broken', patient_id: someone.id })
        .execute()
      await trx
        .insertInto('checkup_schedule_progress')
        .values({
          ...broken,
          patient_id: someone.id,
          organization_id: organizationOf('riverside').id,
          decided_until: iso(noon),
          next_at: iso(noon),
        })
        .execute()
    })
    const change = (statement: string) => opened.asOwner((trx) => sql.raw(statement).execute(trx))
    await change(
      `create function keep_broken() returns trigger language plpgsql as $$ begin if old.admission_id = 'broken' and new.schedule <> old.schedule then return null; end if; return new; end $$`,
    )
    await change(
      'create trigger keep_broken before update on checkup_schedule_progress for each row execute function keep_broken()',
    )
    time = dueAt() + 2 * hour
    const failure = await due().catch((error: unknown) => error)
    const opens = (await alerts()).map(({ type }) => type)
    const stands = await opened.database.kysely
      .selectFrom('checkup_schedule_progress')
      .select(['decided_until', 'next_at'])
      .where('admission_id', '=', 'broken')
      .executeTakeFirst()
    await change(
      'drop trigger keep_broken on checkup_schedule_progress; drop function keep_broken()',
    )
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('checkup_schedule_progress').execute()
      await trx.deleteFrom('ward_admission').where('id', '=', 'broken').execute()
    })
    expect(opens).toContain('CheckupScheduleEvent')
    expect(
      (
        await opened.database.kysely
          .selectFrom('alert')
          .select('escalated_at')
          .where('type', '=', 'AlertRule')
          .execute()
      ).some(({ escalated_at: at }) => at !== null),
    ).toBe(true)
    expect(failure).toBeInstanceOf(AggregateError)
    expect((failure as AggregateError).errors).toMatchObject([
      { name: 'ItemFailed', kind: 'schedule', itemId: patient.pathway.checkupTypeId },
    ])
    expect(stands).toEqual({ decided_until: iso(noon), next_at: iso(time + 15 * 60_000) })
  })

  test('a rule that cannot be read refuses no reading: the others find what they find, and the log says that it was passed by', async () => {
    const rule = await opened.database.kysely
      .selectFrom('alert_rule')
      .select(['id', 'condition'])
      .where('name', '=', 'High early-warning score')
      .where('care_pathway_id', '=', patient.pathway.id)
      .executeTakeFirstOrThrow()
    const write = (condition: unknown) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('alert_rule')
          .set({ condition: JSON.stringify(condition) })
          .where('id', '=', rule.id)
          .execute(),
      )
    await write({ kind: 'totalScore', atLeast: 'seven' })
    try {
      const checkupId = await send(ill(iso(noon - 60_000)))
      expect((await alerts()).length).toBeGreaterThan(0)
      expect((await log('alertRuleSkipped'))[0]).toMatchObject({
        entity_id: rule.id,
        details: { reason: 'unreadable', source: `checkup ${checkupId}` },
      })
      // Once an hour, however many readings come.
      const lines = async () =>
        (await log('alertRuleSkipped')).filter(({ entity_id: of }) => of === rule.id).length
      const before = await lines()
      for (const minutes of [1, 30, 59]) {
        time = noon + minutes * 60_000
        await send(ill(iso(time - 60_000)))
      }
      expect(await lines()).toBe(before)
      time = noon + hour
      await send(ill(iso(time - 60_000)))
      expect(await lines()).toBe(before + 1)
    } finally {
      await write(rule.condition)
    }
  })

  test('an organisation’s time zone that does not exist is refused where it is written', async () => {
    const write = (zone: string) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('organization')
          .set({ time_zone: zone })
          .where('id', '=', organizationOf('riverside').id)
          .execute(),
      )
    for (const zone of ['Nowhere/Land', 'BST', 'XYZ+3', ''])
      await expect(write(zone), zone).rejects.toThrow()
    for (const zone of ['America/Indiana/Indianapolis', 'UTC', 'Europe/London']) await write(zone)
  })

  test('a server that was off for two days finds every slot that ran out meanwhile, each once', async () => {
    await enrol()
    time = begin + 48 * hour
    await due()
    const slots = [2, 3, 4]
      .flatMap((day) =>
        patient.pathway.hours.map((at) =>
          Date.parse(`2026-03-0${day}T${String(at).padStart(2, '0')}:00:00Z`),
        ),
      )
      .filter((at) => at + hour >= begin && at + hour < time)
    const [missed] = await alerts()
    expect(missed?.triggers.map(({ startedAt }) => startedAt)).toEqual(slots.toReversed().map(iso))
    expect(missed?.count).toBe(slots.length)
  })

  test('of an admission that ended nothing is due, and its alerts are closed', async () => {
    await due()
    await send(ill(iso(noon - 60_000)))
    const raised = await alerts()
    expect(raised).not.toEqual([])
    const discharge = (at: string | null) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: at })
          .where('patient_id', '=', patient.id)
          .execute(),
      )
    await discharge(iso(noon))
    time = dueAt() + 2 * hour
    await due()
    expect(
      await opened.database.kysely
        .selectFrom('alert')
        .select(['status', 'open_triggers', 'closed_reason', 'closed_at'])
        .where('patient_id', '=', patient.id)
        .execute(),
    ).toEqual(
      raised.map(() => ({
        status: 'closed',
        open_triggers: 0,
        closed_reason: 'discharged',
        closed_at: iso(noon),
      })),
    )
    expect(
      await opened.database.kysely
        .selectFrom('alert_trigger')
        .select('id')
        .where('status', '=', 'open')
        .where('patient_id', '=', patient.id)
        .execute(),
    ).toEqual([])
    expect(
      (
        await opened.database.kysely
          .selectFrom('patient_summary')
          .select('open_alerts')
          .where('patient_id', '=', patient.id)
          .executeTakeFirstOrThrow()
      ).open_alerts,
    ).toBe(0)
    await discharge(null)
  })

  const acknowledge = (alertId: string, on: boolean, as = nurse) =>
    ask(
      `mutation { acknowledgeAlert(id: "${alertId}", isAcknowledged: ${on}) { ${fields} } }`,
      {},
      as,
    )
  const snooze = (alertId: string, minutes: number, as = nurse) =>
    ask(`mutation { snoozeAlert(id: "${alertId}", minutes: ${minutes}) { ${fields} } }`, {}, as)

  test('somebody is on it, with their name; it does not escalate then, and stays open', async () => {
    await send(
      ill(iso(noon), {
        bloodPressureData: { systolic: 124, diastolic: 78 },
        consciousness: 'V',
        pulseOxiData: { averageSpO2: 94, confidence: 'HIGH' },
      }),
    )
    const alert = await highScore()
    expect((await acknowledge(alert?.id ?? '', true)).data?.['acknowledgeAlert']).toMatchObject({
      status: 'open',
      acknowledgedAt: iso(noon),
      acknowledgedBy: { id: nurse },
    })
    time = noon + hour - 1
    await due()
    expect(await highScore()).toMatchObject({
      status: 'open',
      acknowledgedBy: { id: nurse },
      escalatedAt: null,
    })
    expect((await log('acknowledgeAlert'))[0]).toMatchObject({
      actor_id: nurse,
      entity_id: alert?.id,
      details: { isAcknowledged: true },
    })
    expect((await acknowledge(alert?.id ?? '', false)).data?.['acknowledgeAlert']).toMatchObject({
      acknowledgedAt: null,
      acknowledgedBy: null,
    })
  })

  test('the activity of the ward counts an alert each time it begins, and who first dealt with it', async () => {
    const call = () =>
      send({ id: id(), patientId: patient.id, requestedAt: iso(time) }, 'callback-requests')
    await call()
    const [alert] = await alerts()
    time += 4 * 60_000
    await acknowledge(alert?.id ?? '', true)
    time += 60_000
    await acknowledge(alert?.id ?? '', false)
    await acknowledge(alert?.id ?? '', true)
    expect((await close([{ id: alert?.id, status: 'closed', outcome: 'rang' }])).errors).toEqual([])
    time += 60_000
    await call()
    expect((await alerts()).map((one) => [one.id, one.acknowledgedAt])).toEqual([[alert?.id, null]])
    const answer = await ask(
      '{ wardActivity { ward { name } day alerts minutesToAcknowledge } }',
      {},
      demonstrationAccounts.find(({ email }) => email === 'admin@riverside.example')?.id ?? '',
    )
    expect(answer.errors).toEqual([])
    const days = answer.data?.['wardActivity'] as WardDay[]
    expect(days.filter((one) => one.alerts > 0)).toEqual([
      {
        ward: { name: expect.any(String) as string },
        day: iso(noon).slice(0, 10),
        alerts: 2,
        minutesToAcknowledge: 4,
      },
    ])
  })

  test('it escalates once after the pathway’s time when nobody is on it, and is logged', async () => {
    await send(
      ill(iso(noon), {
        bloodPressureData: { systolic: 124, diastolic: 78 },
        consciousness: 'V',
        pulseOxiData: { averageSpO2: 94, confidence: 'HIGH' },
      }),
    )
    time = noon + 30 * 60_000 - 1
    await due()
    const alert = await highScore()
    expect(alert?.escalatedAt).toBeNull()
    time += 1
    await Promise.all([due(), due()])
    await due()
    expect(await highScore()).toMatchObject({ status: 'open', escalatedAt: iso(time) })
    const escalations = await log('alertEscalated')
    expect(escalations.filter(({ entity_id: of }) => of === alert?.id)).toHaveLength(1)
  })

  test('a snooze survives readings as grave as before, and ends with one that is graver', async () => {
    const raised = (more: Record<string, unknown>) =>
      ill(iso(time), { bloodPressureData: { systolic: 124, diastolic: 78 }, ...more })
    await send({ id: id(), patientId: patient.id, requestedAt: iso(noon) }, 'callback-requests')
    const [call] = await alerts()
    expect((await snooze(call?.id ?? '', 60)).data?.['snoozeAlert']).toMatchObject({
      status: 'open',
      snoozedUntil: iso(noon + hour),
      snoozedBy: { id: nurse },
    })
    time = noon + 60_000
    await send({ id: id(), patientId: patient.id, requestedAt: iso(time) }, 'callback-requests')
    expect((await alerts())[0]).toMatchObject({ count: 2, snoozedUntil: iso(noon + hour) })
    // A rule of severity 3 finds a reading of risk 3, and then one of risk 4.
    await send(
      raised({
        respiratoryRate: { value: 16 },
        pulseOxiData: { averageSpO2: 97, confidence: 'HIGH' },
        bloodPressureData: { systolic: 89, diastolic: 60 },
      }),
    )
    const low = (await alerts()).find(({ alertRule }) => alertRule?.name === 'Low blood pressure')
    expect(low?.severity).toBe(3)
    await snooze(low?.id ?? '', 240)
    time += 60_000
    await send(
      raised({
        respiratoryRate: { value: 16 },
        pulseOxiData: { averageSpO2: 97, confidence: 'HIGH' },
        bloodPressureData: { systolic: 90, diastolic: 60 },
      }),
    )
    expect((await alerts()).find((one) => one.id === low?.id)).toMatchObject({
      count: 2,
      snoozedUntil: iso(noon + 60_000 + 2 * hour),
    })
    time += 60_000
    await send(raised({ bloodPressureData: { systolic: 85, diastolic: 60 } }))
    expect((await alerts()).find((one) => one.id === low?.id)).toMatchObject({
      count: 3,
      severity: 4,
      snoozedUntil: null,
      snoozedBy: null,
    })
  })

  test('what is wrong is refused: open as a status, a snooze of odd length, a closed alert that somebody would be on', async () => {
    await send(ill(iso(noon)))
    const [alert] = await alerts()
    expect(
      (await close([{ id: alert?.id, status: 'open', outcome: 'rang' }])).errors[0]?.extensions
        ?.argErrors?.[0]?.path,
    ).toBe('alerts.0.status')
    expect([codeOf(await close([])), codeOf(await snooze(alert?.id ?? '', 7))]).toEqual([
      'BAD_USER_INPUT',
      'BAD_USER_INPUT',
    ])
    expect(codeOf(await close([{ id: 'none', status: 'closed', outcome: 'rang' }]))).toBe(
      'NOT_FOUND',
    )
    await close([{ id: alert?.id, status: 'closed', outcome: 'rang' }])
    expect(codeOf(await acknowledge(alert?.id ?? '', true))).toBe('CONFLICT')
    expect(codeOf(await close([{ id: alert?.id, status: 'closed', outcome: 'rang' }]))).toBe('ok')
  })

  test('a user of another organisation neither reads nor resolves', async () => {
    await send(ill(iso(noon)))
    const [alert] = await alerts()
    const stranger =
      demonstrationAccounts.find(({ memberships }) =>
        memberships.every(({ organization }) => organization === 'harbor'),
      )?.id ?? ''
    expect(
      codeOf(await close([{ id: alert?.id, status: 'closed', outcome: 'rang' }], stranger)),
    ).toBe('NOT_FOUND')
    expect(codeOf(await ask(`{ alerts(patientId: "${patient.id}") { asOf } }`, {}, stranger))).toBe(
      'NOT_FOUND',
    )
    expect(codeOf(await close([{ id: alert?.id, status: 'closed', outcome: 'rang' }]))).toBe('ok')
  })

  test('everything is in the action log, and its chain holds', async () => {
    await opened.database.asSystem(async (trx) => {
      expect(await firstBrokenAction(trx, organizationOf('riverside').id)).toBeNull()
    })
  })
})
