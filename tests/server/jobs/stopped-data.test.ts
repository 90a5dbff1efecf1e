import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { noteBucket } from '../../../server/areas/patient-summary/keep'
import { nextRevision } from '../../../server/db/revision'
import { decideStopped, runDue, startJobs } from '../../../server/jobs'
import type { Device } from '../../../src/domain/monitoring/health'
import { alertSchema } from '../../../src/domain/alerts/alert'
import { alertName, ruleWords } from '../../../src/ui/alerts/alert-words'
import { alertTexts } from '../../../src/texts/alerts'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import { refusing } from '../refusing'
import { addPatient, buildWorld, now } from '../world'

const untold = vi.hoisted(() => ({ beganMs: 0 }))
vi.mock('../../../src/domain/alerts/silence', async (original) => {
  const module = await original<typeof import('../../../src/domain/alerts/silence')>()
  return {
    ...module,
    silences: (...[patient, at]: Parameters<typeof module.silences>) => {
      if (patient.beganMs === untold.beganMs) throw new Error('This silence cannot be told')
      return module.silences(patient, at)
    },
  }
})

const minute = 60_000
const all: readonly Device[] = ['ecg', 'spo2', 'temperature']
const fields = `id revision type status startedAt latestAt severity count alertRule { id name type description condition } checkupScheduleEvent { checkupExpectedAt checkupSchedule { id name tolerance { early late } } }
  checkup { id endedAt } continuousMonitoring { bucketEndAt } triggers { id startedAt } closedAt closedBy { id firstName lastName } acknowledgedAt acknowledgedBy { id firstName lastName }
  snoozedUntil snoozedBy { id firstName lastName } escalatedAt`

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let time = now
  let serial = 0
  const parts = { clock: { now: () => time }, asksDatabase: false }
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: parts.clock })
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('care_pathway')
        .set({ escalate_after_minutes: 30 })
        .where('id', '=', 'pathway-w')
        .execute(),
    )
  })

  /** A patient on Ward A whose monitoring begins now. */
  /** Monitoring of a patient begins now. */
  const begin = (patientId: string, id = `session-${patientId}`) =>
    opened.database.asSystem(async (trx) => {
      await trx
        .insertInto('continuous_monitoring_session')
        .values({
          id,
          organization_id: 'w',
          patient_id: patientId,
          type: 'Lamplight',
          created_at: new Date(time).toISOString(),
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
    })
  const monitor = async () => {
    const id = `silent-${(serial += 1)}`
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'w', first: 'Sil', last: `Ent${serial}`, ward: 'A' }),
    )
    await begin(id)
    return id
  }
  /** A bucket that ended now, with data of these devices. */
  const hear = (patientId: string, heard: readonly Device[] = all) =>
    opened.database.asSystem(async (trx) => {
      const [id, ended] = [`sb-${(serial += 1)}`, new Date(time).toISOString()]
      await trx
        .insertInto('monitoring_bucket')
        .values({
          id,
          organization_id: 'w',
          patient_id: patientId,
          source_id: id,
          started_at: new Date(time - 15 * minute).toISOString(),
          ended_at: ended,
          received_at: ended,
          data: '{}',
          payload_hash: id,
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
      await noteBucket(trx, { patientId, bucketId: id, endedAt: ended, heard })
    })
  const later = async (minutes: number) => {
    time += minutes * minute
    await runDue(opened.database, parts)
  }
  const alertsOf = async (patientId: string, closed = false) => {
    const answer = await server.ask(
      `query ($id: ID!, $closed: Boolean) { alerts(patientId: $id, includeRecentlyClosed: $closed) { alerts { ${fields} } } }`,
      { as: 'nurse', variables: { id: patientId, closed } },
    )
    expect(answer.errors).toEqual([])
    return (answer.data as unknown as { alerts: { alerts: unknown[] } }).alerts.alerts.map(
      (alert) => alertSchema.parse(alert),
    )
  }

  const actionsOf = async (patientId: string) =>
    (
      await opened.database.kysely
        .selectFrom('action_log')
        .select('action')
        .where('patient_id', '=', patientId)
        .where('entity_type', '=', 'alert')
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action)

  test('monitoring that is silent for over 91 minutes is one open alert, told in words, however often anybody looks; it escalates', async () => {
    const id = await monitor()
    await later(20)
    await hear(id)
    const last = new Date(time).toISOString()
    await later(91)
    expect(await alertsOf(id)).toEqual([])
    await later(1)
    await runDue(opened.database, parts)
    const [alert, ...others] = await alertsOf(id)
    if (alert === undefined) throw new Error('No alert')
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      type: 'AlertRule',
      status: 'open',
      count: 1,
      startedAt: new Date(Date.parse(last) + 91 * minute).toISOString(),
      continuousMonitoring: { bucketEndAt: last },
    })
    expect(alertName(alert, alertTexts('en-GB'))).toBe('Monitoring data stopped')
    expect(ruleWords(alert, 'en-GB')).toBe(
      'No data from continuous monitoring for over 91 minutes: check on the patient. The alert closes when data returns.',
    )
    await later(31)
    expect((await alertsOf(id))[0]?.escalatedAt).toBe(new Date(time).toISOString())
    const board = await server.ask(
      `{ virtualWardPatients(take: 50, skip: 0) { patients { id alerts { id } } } }`,
      { as: 'nurse' },
    )
    expect(
      (
        board.data as unknown as {
          virtualWardPatients: { patients: { id: string; alerts: unknown[] }[] }
        }
      ).virtualWardPatients.patients.find((one) => one.id === id)?.alerts,
    ).toHaveLength(1)
  })

  test('T14 where the score before was 5 or more, monitoring that stops is as grave as what people are called for; one device of several is not', async () => {
    const scored = async (total: number) => {
      const id = await monitor()
      await opened.database.asSystem((trx) =>
        sql`insert into patient_summary as s (patient_id, order_total) values (${id}, ${total}) on conflict (patient_id) do update set order_total = excluded.order_total`.execute(
          trx,
        ),
      )
      return id
    }
    const [four, five] = [await scored(4), await scored(5)]
    await later(92)
    expect((await alertsOf(four)).map(({ severity }) => severity)).toEqual([1])
    expect((await alertsOf(five)).map(({ severity }) => severity)).toEqual([3])
  })

  test('a failure for one patient does not stop the others, closes nothing, and is done when it can be', async () => {
    const monitorLater = async () => {
      time += 1_000
      return monitor()
    }
    const [told, unraised, fine] = [
      await monitorLater(),
      await monitorLater(),
      await monitorLater(),
    ]
    const failuresLater = async (minutes: number): Promise<readonly unknown[]> => {
      const failure = await later(minutes).catch((error: unknown) => error)
      return failure instanceof AggregateError ? failure.errors : []
    }
    const open = () =>
      Promise.all([told, unraised, fine].map(async (id) => (await alertsOf(id)).length))
    untold.beganMs = time - 2_000
    expect(
      await refusing(
        opened,
        { table: 'alert', event: 'insert', when: `new.patient_id = '${unraised}'` },
        () => failuresLater(92),
      ),
    ).toMatchObject([
      { name: 'ItemFailed', kind: 'silence', itemId: `session-${told}` },
      {
        name: 'ItemFailed',
        kind: 'silence',
        itemId: expect.stringContaining(`session-${unraised}`),
      },
    ])
    expect(await open()).toEqual([0, 0, 1])
    untold.beganMs = 0
    expect(await failuresLater(0)).toEqual([])
    expect(await open()).toEqual([1, 1, 1])
    untold.beganMs = time - 92 * minute - 2_000
    await opened.database.asSystem((trx) =>
      sql`update silence_watch set look_at = '-infinity'`.execute(trx),
    )
    const [{ id: alertId = '' } = {}] = await alertsOf(unraised)
    expect(
      await refusing(
        opened,
        {
          table: 'alert',
          event: 'update',
          when: `new.id = '${alertId}' and new.escalated_at is not null`,
        },
        () => failuresLater(31),
      ),
    ).toMatchObject([
      { kind: 'silence', itemId: `session-${told}` },
      { name: 'ItemFailed', kind: 'escalation', itemId: alertId },
    ])
    expect(await open()).toEqual([1, 1, 1])
    expect((await alertsOf(fine))[0]?.escalatedAt).not.toBeNull()
    expect((await alertsOf(unraised))[0]?.escalatedAt).toBeNull()
    untold.beganMs = 0
    expect(await failuresLater(0)).toEqual([])
    expect((await alertsOf(unraised))[0]?.escalatedAt).not.toBeNull()
  })

  test('data that comes again closes it by itself; the next silence opens the same alert again', async () => {
    const id = await monitor()
    await later(92)
    const [waiting] = await alertsOf(id)
    expect(waiting).toMatchObject({ status: 'open', continuousMonitoring: null })
    await hear(id)
    await later(0)
    expect(await alertsOf(id)).toEqual([])
    expect(await alertsOf(id, true)).toMatchObject([
      { id: waiting?.id, status: 'closed', closedBy: null },
    ])
    await later(92)
    expect(await alertsOf(id)).toMatchObject([{ id: waiting?.id, status: 'open', count: 1 }])
  })

  test('an old history that is sent later is no word from the patient', async () => {
    const id = await monitor()
    await later(200)
    const before = time
    time -= 150 * minute
    await hear(id)
    time = before
    await later(0)
    expect(await alertsOf(id)).toMatchObject([{ status: 'open', count: 1 }])
  })

  test('what a person resolved is not raised again for the same silence', async () => {
    const id = await monitor()
    await later(92)
    const [alert] = await alertsOf(id)
    const resolved = await server.ask(
      'mutation ($alerts: [AlertStatusInput!]!) { setAlertStatus(alerts: $alerts) { id status } }',
      {
        as: 'nurse',
        key: `resolve-${id}`,
        variables: { alerts: [{ id: alert?.id, status: 'closed', outcome: 'falseReading' }] },
      },
    )
    expect(resolved.errors).toEqual([])
    await later(60)
    expect(await alertsOf(id)).toEqual([])
  })

  test('a device that spoke and falls silent while the others go on has its own alert; one that never spoke is not expected', async () => {
    const id = await monitor()
    await later(15)
    await hear(id, ['ecg', 'spo2'])
    for (let quarters = 0; quarters < 7; quarters += 1) {
      time += 15 * minute
      await hear(id, ['ecg'])
    }
    await later(0)
    const alerts = await alertsOf(id)
    expect(alerts.map((alert) => alertName(alert, alertTexts('en-GB')))).toEqual([
      'Oximeter data stopped',
    ])
    await hear(id, ['spo2'])
    await later(0)
    expect(await alertsOf(id)).toEqual([])
  })

  test('whose monitoring ended is not waited for: what is open closes, and nothing more is raised', async () => {
    const id = await monitor()
    await later(92)
    expect(await alertsOf(id)).toHaveLength(1)
    await opened.database.asSystem(async (trx) =>
      trx
        .updateTable('continuous_monitoring_session')
        .set({ ended_at: new Date(time).toISOString(), revision: await nextRevision(trx, 'w') })
        .where('patient_id', '=', id)
        .execute(),
    )
    await later(300)
    expect(await alertsOf(id)).toEqual([])
    expect((await actionsOf(id)).at(-1)).toBe('alertEnded')
  })

  test('a server whose clock is behind, or was put back, closes nothing: no data came', async () => {
    const id = await monitor()
    time += 91 * minute + 1000
    await runDue(opened.database, parts)
    expect(await alertsOf(id)).toMatchObject([{ status: 'open', count: 1 }])
    await runDue(opened.database, { ...parts, clock: { now: () => time - 2000 } })
    expect(await alertsOf(id)).toMatchObject([{ status: 'open', count: 1 }])
    time -= 60 * minute
    await runDue(opened.database, parts)
    expect(await alertsOf(id)).toMatchObject([{ status: 'open', count: 1 }])
    time += 60 * minute
    await later(60)
    expect(await alertsOf(id)).toMatchObject([{ status: 'open', count: 1 }])
    expect(await actionsOf(id)).toEqual(['alertOpened', 'alertEscalated'])
  })

  test('a pathway that waits longer from now on leaves an alert open: nothing was heard', async () => {
    const limit = (minutes: number) =>
      opened.database.asSystem((trx) =>
        trx
          .updateTable('care_pathway')
          .set({ silent_after_minutes: minutes })
          .where('id', '=', 'pathway-w')
          .execute(),
      )
    await limit(31)
    const id = await monitor()
    await later(60)
    const [alert] = await alertsOf(id)
    expect(alert).toMatchObject({ status: 'open' })
    await limit(120)
    await later(1)
    expect(await alertsOf(id)).toMatchObject([{ id: alert?.id, status: 'open' }])
    await later(60)
    expect(await alertsOf(id)).toMatchObject([{ id: alert?.id, status: 'open', count: 1 }])
    await hear(id)
    await later(0)
    expect(await alertsOf(id)).toEqual([])
    await limit(91)
  })

  test('a silence closed by the end of an admission is raised again, each time, for a patient admitted and monitored again', async () => {
    const id = await monitor()
    await later(92)
    const [alert] = await alertsOf(id)
    for (let again = 1; again <= 2; again += 1) {
      const discharged = (at: string | null) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('ward_admission')
            .set({ discharged_at: at })
            .where('id', '=', `admission-${id}`)
            .execute(),
        )
      await discharged(new Date(time).toISOString())
      await later(1)
      expect(await alertsOf(id)).toEqual([])
      await discharged(null)
      await later(92)
      expect(await alertsOf(id), 'the discharge ended the monitoring').toEqual([])
      await begin(id, `session-${id}-${again}`)
      await later(92)
      expect(await alertsOf(id)).toMatchObject([{ id: alert?.id, status: 'open', count: 1 }])
      await later(1)
      expect(await alertsOf(id)).toMatchObject([{ count: 1 }])
    }
    expect((await actionsOf(id)).filter((action) => action === 'alertReopened')).toHaveLength(2)
  })

  describe('in the next round it is looked at', () => {
    const statusOf = async (patientId: string) =>
      (
        await opened.database.kysely
          .selectFrom('alert')
          .select('status')
          .where('patient_id', '=', patientId)
          .execute()
      ).map(({ status }) => status)

    test('who is on a pathway that waits less from now on', async () => {
      const id = await monitor()
      await later(1)
      const wait = (minutes: number) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('care_pathway')
            .set({ silent_after_minutes: minutes })
            .where('id', '=', 'pathway-w')
            .execute(),
        )
      await wait(31)
      await later(31)
      expect(await statusOf(id)).toEqual(['open'])
      await wait(91)
    })

    test('who was discharged', async () => {
      const id = await monitor()
      await later(92)
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: new Date(time).toISOString() })
          .where('id', '=', `admission-${id}`)
          .execute(),
      )
      await later(1)
      expect(await statusOf(id)).toEqual(['closed'])
    })

    test('whose alert was closed, and not because somebody resolved it', async () => {
      const id = await monitor()
      await later(92)
      await opened.database.asSystem(async (trx) => {
        const closed = {
          status: 'closed',
          closed_at: new Date(time).toISOString(),
          closed_reason: 'discharged',
        } as const
        await trx.updateTable('alert_trigger').set(closed).where('patient_id', '=', id).execute()
        await trx
          .updateTable('alert')
          .set({ ...closed, open_triggers: 0, escalate_due_at: null })
          .where('patient_id', '=', id)
          .execute()
      })
      await later(1)
      expect(await statusOf(id)).toEqual(['open'])
    })
  })

  test('a patient discharged before this monitoring began is still monitored: silence is an alert', async () => {
    const id = await monitor()
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: new Date(time).toISOString() })
        .where('id', '=', `admission-${id}`)
        .execute(),
    )
    time += minute
    await begin(id, `session-${id}-again`)
    await later(92)
    expect(
      await opened.database.kysely
        .selectFrom('alert')
        .select(['status', 'organization_id'])
        .where('patient_id', '=', id)
        .execute(),
    ).toEqual([{ status: 'open', organization_id: 'w' }])
  })

  test('a bucket without a vital is no data: sensors that were never attached are silent, however often their gateway reports the battery', async () => {
    const id = await monitor()
    for (let quarters = 0; quarters < 7; quarters += 1) {
      time += 15 * minute
      await hear(id, [])
    }
    await later(0)
    expect((await alertsOf(id)).map((alert) => alertName(alert, alertTexts('en-GB')))).toEqual([
      'Monitoring data stopped',
    ])
    await hear(id, ['spo2'])
    await later(0)
    expect(await alertsOf(id)).toEqual([])
  })

  test('a server that was just started waits five minutes: what devices could not send comes first', async () => {
    const id = await monitor()
    time += 300 * minute
    const rounds = { asked: 0 }
    const counted = {
      now: () => {
        rounds.asked += 1
        return time
      },
    }
    const stop = startJobs(
      {
        database: opened.database,
        clock: counted,
        asksDatabase: false,
        log: {
          error: (fields) => {
            // Nothing was decided for hours.
            if (fields['event'] !== 'alerts-late') throw new Error(JSON.stringify(fields))
          },
        },
      },
      20,
    )
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds()))
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
    }
    const before = rounds.asked
    await until(() => Promise.resolve(rounds.asked > before + 10))
    expect(await alertsOf(id)).toEqual([])
    for (let look = 0; look < 20; look += 1) {
      const asked = rounds.asked
      time += 15_000
      await until(() => Promise.resolve(rounds.asked > asked + 8))
    }
    await until(async () => (await alertsOf(id)).length === 1)
    await stop()
  })

  describe('two servers at it at the same time', () => {
    test('raise each silence once, and close it once', async () => {
      if (opened.url === null) return
      const servers = await Promise.all(
        [0, 1].map(() => openDatabase({ url: opened.url ?? '', poolSize: 2 })),
      )
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1) ids.push(await monitor())
      const atOnce = () =>
        Promise.all(
          servers.map(async (one) => {
            while ((await decideStopped(one, parts)) > 0);
          }),
        )
      for (let round = 1; round <= 6; round += 1) {
        time += 92 * minute
        await atOnce()
        const triggers = await opened.database.kysely
          .selectFrom('alert_trigger')
          .select(['patient_id', 'source', 'status'])
          .where('patient_id', 'in', ids)
          .execute()
        expect(triggers).toHaveLength(round * ids.length)
        expect(new Set(triggers.map(({ source }) => source)).size).toBe(round * ids.length)
        expect(triggers.filter(({ status }) => status === 'open')).toHaveLength(ids.length)
        for (const id of ids) await hear(id)
        await atOnce()
        const log = await opened.database.kysely
          .selectFrom('action_log')
          .select('entity_id')
          .where('action', '=', 'alertAnswered')
          .where('patient_id', 'in', ids)
          .execute()
        expect(log).toHaveLength(round * ids.length)
      }
      await Promise.all(servers.map((one) => one.close()))
    })
  })
})
