import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { closeTriggers } from '../../../server/areas/alert/close'
import { callKind } from '../../../server/areas/calling'
import { raiseAlerts, type RaisedTrigger } from '../../../server/areas/alert/raise'
import { queueMail } from '../../../server/db/outgoing'
import { nextRevision } from '../../../server/db/revision'
import { workOff, type Kind } from '../../../server/queue'
import { PatientAlertsDocument } from '../../../schema/generated/documents/alert'
import {
  UnreachedWardsDocument,
  WardCallingsDocument,
} from '../../../schema/generated/documents/calling'
import { patientAlerts } from '../../../src/data/alert'
import { unreachedWards, wardCallings } from '../../../src/data/calling'
import { checkPatientKey } from '../../../src/domain/alerts/check-patient'
import { silenceKey } from '../../../src/domain/alerts/silence'
import { startServer, type TestServer } from '../client'
import { onBothEngines } from '../engines'
import type { Database } from '../../../server/db/database'
import { addPatient, buildWorld } from '../world'

const minute = 60_000
/** A night in winter: by the clock of London 03:00. */
const three = Date.parse('2026-03-02T03:00:00.000Z')
const never = (): Promise<never> => new Promise(() => undefined)

/** On ward A, besides those of the world. */
const others = ['s1', 's2', 's3', 's4', 's5', 's6']
const buildMore = async (database: Database): Promise<void> => {
  await buildWorld(database)
  await database.asSystem(async (trx) => {
    for (const id of others)
      await addPatient(trx, { id, of: 'w', first: id, last: 'Storm', ward: 'A' })
  })
}

onBothEngines(buildMore, (opened) => {
  let server: TestServer
  let time = three
  let serial = 0
  const clock = { now: () => time }
  const iso = (ms = time): string => new Date(ms).toISOString()
  const kind = callKind({
    mailer: {
      send: ({ to, subject, text }, trx) =>
        queueMail(trx, { id: randomUUID(), to, subject, sealed: text }, iso()),
    },
    link: (page) => `https://portal.example/${page}`,
  })
  const parts = () => ({
    database: opened.database,
    clock,
    asksDatabase: false,
    log: { warn: () => undefined, error: () => undefined },
  })
  const work = (as: Kind = kind) => workOff(parts(), as)
  beforeAll(async () => {
    server = await startServer(opened.database, { clock })
  })
  beforeEach(async () => {
    time = three
    await opened.database.asSystem(async (trx) => {
      for (const table of [
        'calling_step',
        'calling',
        'on_call_plan',
        'outgoing',
        'alert_trigger',
        'alert',
        'job',
      ] as const)
        await trx.deleteFrom(table).execute()
    })
    await plan(['nurse', 'multi'])
  })

  /** Every hour of every day these are on call on ward A, in this order. */
  const plan = (line: readonly string[], at = iso()) =>
    opened.database.asSystem((trx) =>
      sql`insert into on_call_plan (ward_id, organization_id, slots, minutes_of_severity4, minutes_of_severity3, changed_at, changed_by)
        values ('ward-A', 'w', ${JSON.stringify([
          {
            days: [1, 2, 3, 4, 5, 6, 7],
            from: '00:00',
            until: '00:00',
            line: line.map((id) =>
              id.includes('@')
                ? { userId: null, provider: { name: 'Night Service', email: id } }
                : { userId: id, provider: null },
            ),
          },
        ])}::jsonb, 5, 10, ${at}::timestamptz, 'admin')
        on conflict (ward_id) do update set slots = excluded.slots`.execute(trx),
    )
  const raise = (severity = 4, more: Partial<RaisedTrigger> = {}) =>
    opened.database.asSystem(async (trx) =>
      raiseAlerts(
        trx,
        'w',
        [
          {
            organizationId: 'w',
            patientId: 'a1',
            type: 'PatientCallbackRequest',
            key: 'callback',
            source: `source ${(serial += 1)}`,
            occurredAt: iso(),
            severity,
            escalateAfterMinutes: null,
            ...more,
          },
        ],
        iso(),
        await nextRevision(trx, 'w'),
      ),
    )
  const alertIds = async () =>
    (
      await opened.database.kysely
        .selectFrom('alert')
        .select('id')
        .where('patient_id', '=', 'a1')
        .orderBy('severity', 'desc')
        .execute()
    ).map(({ id }) => id)
  const act = async (mutation: (id: string) => string, as = 'nurse') => {
    for (const id of await alertIds())
      expect(
        (await server.ask(`mutation { ${mutation(id)} { id } }`, { as, in: 'w' })).errors,
      ).toEqual([])
  }
  const takeOn = (as = 'nurse') =>
    act((id) => `acknowledgeAlert(id: "${id}", isAcknowledged: true)`, as)
  /** Whom and when, minutes after three. */
  const called = async () =>
    (
      await opened.database.kysely
        .selectFrom('calling_step')
        .select(['user_id', 'provider', 'called_at'])
        .where('patient_id', '=', 'a1')
        .orderBy('called_at')
        .orderBy('step')
        .execute()
    ).map(({ user_id, provider, called_at }) => [
      user_id ?? (provider as { name: string } | null)?.name,
      (Date.parse(called_at) - three) / minute,
    ])
  const mails = async () =>
    (
      await opened.database.kysely
        .selectFrom('outgoing')
        .select(['to_address', 'subject', 'sealed'])
        .orderBy('created_at')
        .orderBy('to_address')
        .execute()
    ).map(({ to_address, subject, sealed }) => ({ to: to_address, subject, text: sealed ?? '' }))
  const logged = async () =>
    (
      await opened.database.kysely
        .selectFrom('action_log')
        .select(['action', 'details', 'at'])
        .where('action', 'in', ['callUser', 'callProvider', 'answerCall', 'reachNobody'])
        .where('at', '>=', iso(three))
        .orderBy('seq')
        .execute()
    ).map(({ action, details }) => [action, details])
  const told = async (as = 'nurse') => {
    const answer = await server.ask(PatientAlertsDocument.text, {
      as,
      in: 'w',
      variables: { patientId: 'a1' },
    })
    expect(answer.errors).toEqual([])
    return patientAlerts.wire(answer.data).callings
  }
  /** Works off what is due, minute by minute. */
  const pass = async (minutes: number) => {
    for (let n = 0; n < minutes; n += 1) {
      time += minute
      await work()
    }
  }

  test('at 03:00 the first in line is mailed at once, the next five minutes later, who answers; told with the alert and in the log', async () => {
    await raise()
    await work()
    await pass(5)
    time += minute
    await takeOn('multi')
    await work()
    await pass(30)
    expect(await called()).toEqual([
      ['nurse', 0],
      ['multi', 5],
    ])
    expect((await mails()).map(({ to }) => to)).toEqual([
      'nurse@example.test',
      'multi@example.test',
    ])
    const [one, ...more] = await told()
    expect(more).toEqual([])
    expect(one).toMatchObject({
      alertIds: await alertIds(),
      calls: [
        { user: { id: 'nurse' }, calledAt: iso(three) },
        { user: { id: 'multi' }, calledAt: iso(three + 5 * minute) },
      ],
      answeredBy: { id: 'multi' },
      answeredAt: iso(three + 6 * minute),
      endedAt: iso(three + 6 * minute),
      nobodyAt: null,
    })
    const ends = (await logged()).slice(-3)
    expect(ends).toEqual([
      ['callUser', { userId: 'nurse' }],
      ['callUser', { userId: 'multi' }],
      ['answerCall', { userId: 'multi' }],
    ])
  })

  test('the handover of a ward reads the same of all its patients; of a ward that is not theirs nobody reads it', async () => {
    await raise()
    await raise(4, { patientId: 'a2' })
    await raise(4, { patientId: 'b1' })
    await work()
    const read = (wardId: string) =>
      server.ask(WardCallingsDocument.text, { as: 'nurse', in: 'w', variables: { wardId } })
    const ofWard = wardCallings.wire((await read('ward-A')).data)
    expect(new Set(ofWard.map(({ patientId }) => patientId))).toEqual(new Set(['a1', 'a2']))
    expect(ofWard.find(({ patientId }) => patientId === 'a1')).toEqual((await told())[0])
    expect((await read('ward-B')).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  test('a mail to who is called has a link, and no name, number or ward', async () => {
    await raise()
    await work()
    const [mail] = await mails()
    expect(mail?.text).toContain('https://portal.example/patient/a1')
    const all = `${mail?.subject} ${mail?.text}`
    for (const word of ['Zoë', 'O’Neill', "O'Neill", '9434765919', 'Ward A', 'West Ward'])
      expect(all).not.toContain(word)
  })

  test('of severity 3 the first is called after ten minutes unheld, the next after ten more', async () => {
    await raise(3)
    await work()
    await pass(45)
    expect(await called()).toEqual([
      ['nurse', 10],
      ['multi', 20],
    ])
  })

  test('who is on it in time is not called, nor is anybody while it is put off', async () => {
    await raise(3)
    await work()
    await pass(9)
    await act((id) => `snoozeAlert(id: "${id}", minutes: 15)`)
    await work()
    await pass(24)
    expect(await called()).toEqual([])
    // The snooze ended 24 minutes after three: ten later.
    await pass(1)
    expect(await called()).toEqual([['nurse', 34]])
  })

  test('of who was discharged the line of their last ward is called of what came too late, not of what was left open; of who died nobody is', async () => {
    const discharge = (reason: string) =>
      opened.database.asSystem(async (trx) => {
        await sql`update ward_admission set discharged_at = ${iso()}::timestamptz where patient_id = 'a1'`.execute(
          trx,
        )
        await sql`insert into admission_event (id, admission_id, patient_id, organization_id, type, effective_at, created_at, reason, revision)
          select ${`left-${reason}-${(serial += 1)}`}, id, patient_id, organization_id, 'Discharge', ${iso()}::timestamptz, ${iso()}::timestamptz, ${JSON.stringify({ type: reason, additionalInfo: null })}::jsonb, 1
          from ward_admission where patient_id = 'a1'`.execute(trx)
      })
    const readmit = () =>
      opened.database.asSystem(async (trx) => {
        await sql`delete from admission_event where id like 'left-%'`.execute(trx)
        await sql`update ward_admission set discharged_at = null where patient_id = 'a1'`.execute(
          trx,
        )
      })
    await raise()
    time += minute
    await discharge('TreatmentCompleted')
    await work()
    expect(await called()).toEqual([])
    time += minute
    await raise(4, { type: 'AlertRule', key: checkPatientKey })
    await work()
    expect(await called()).toEqual([['nurse', 2]])
    expect((await told())[0]?.alertIds).toHaveLength(1)
    await readmit()
    await opened.database.asSystem(async (trx) => {
      for (const table of ['calling_step', 'calling', 'alert_trigger', 'alert', 'job'] as const)
        await trx.deleteFrom(table).execute()
    })
    await discharge('Expired')
    time += minute
    await raise(4, { type: 'AlertRule', key: checkPatientKey })
    await work()
    expect(await called()).toEqual([])
    await readmit()
  })

  test('several alerts of a patient are one call at a time', async () => {
    await raise(4)
    await raise(4, { type: 'AlertRule', key: checkPatientKey })
    await work()
    await raise(4, { type: 'AlertRule', key: silenceKey('monitoring', 91) })
    await pass(3)
    expect(await called()).toEqual([['nurse', 0]])
    await pass(2)
    expect(await called()).toEqual([
      ['nurse', 0],
      ['multi', 5],
    ])
    expect((await told())[0]?.alertIds.length).toBe(3)
  })

  test('what is resolved by a person is answered by them; what is over by itself by nobody', async () => {
    await raise()
    await work()
    await act(
      (id) => `setAlertStatus(alerts: [{ id: "${id}", status: closed, outcome: rang }])`,
      'multi',
    )
    await work()
    expect(await told()).toMatchObject([{ answeredBy: { id: 'multi' } }])
    time += minute
    await raise()
    await work()
    await opened.database.asSystem(async (trx) => {
      const alert = await trx.selectFrom('alert').selectAll().executeTakeFirstOrThrow()
      await closeTriggers(
        trx,
        alert,
        null,
        { at: iso(), by: null, reason: 'ended' },
        await nextRevision(trx, 'w'),
      )
    })
    await work()
    expect((await told())[0]).toMatchObject({ answeredBy: null, endedAt: iso() })
  })

  test('nobody answers: that is told once, with why, and mailed to the administrators; who comes on call is called', async () => {
    await plan(['nurse', 'night@service.example'])
    await raise()
    await work()
    await pass(10)
    expect(await called()).toEqual([
      ['nurse', 0],
      ['Night Service', 5],
    ])
    expect(await told()).toMatchObject([
      { nobodyAt: iso(three + 10 * minute), nobodyReason: 'notAnswered', endedAt: null },
    ])
    await pass(20)
    expect((await mails()).map(({ to }) => to)).toEqual([
      'nurse@example.test',
      'night@service.example',
      'admin@example.test',
    ])
    await plan(['multi'])
    await pass(5)
    expect((await called()).at(-1)?.[0]).toBe('multi')
    expect((await told())[0]?.nobodyAt).toBeNull()
  })

  test.each([
    ['noPlan', null],
    ['nobodyOnCall', ['gone']],
  ])('without anybody to call it is told at once why: %s', async (reason, line) => {
    await opened.database.asSystem((trx) => trx.deleteFrom('on_call_plan').execute())
    if (line !== null) await plan(line)
    await raise()
    await work()
    expect(await told()).toMatchObject([{ calls: [], nobodyAt: iso(), nobodyReason: reason }])
    expect((await mails()).map(({ to }) => to)).toEqual(['admin@example.test'])
  })

  test('administrators are mailed that nobody can be reached once an hour, however often it is so: who was not mailed of one patient is mailed of the next', async () => {
    await plan(['nurse'])
    const toAdministrators = async () =>
      (await mails()).filter(({ to }) => to === 'admin@example.test').length
    await raise()
    await work()
    await pass(6)
    expect(await toAdministrators()).toBe(1)
    await pass(34)
    await raise(4, { patientId: 'a2' })
    await work()
    await pass(10)
    expect(await toAdministrators()).toBe(1)
    await pass(25)
    await raise(4, { patientId: 's1' })
    await work()
    await pass(10)
    expect(await toAdministrators()).toBe(2)
  })

  test('that nobody can be reached is told on every board of the organisation, and to internal staff, until somebody deals with it', async () => {
    const onBoards = async (as: string, of = 'w') => {
      const answer = await server.ask(UnreachedWardsDocument.text, { as, in: of })
      expect(answer.errors).toEqual([])
      return unreachedWards.wire(answer.data)
    }
    const anywhere = async () => {
      const answer = await server.ask(
        '{ unreachedAnywhere { organization ward since reason patients } }',
        { as: 'staff', path: '/Prod/graphql-internal' },
      )
      expect(answer.errors).toEqual([])
      return answer.data?.['unreachedAnywhere']
    }
    expect([await onBoards('nurse'), await anywhere()]).toEqual([[], []])
    await opened.database.asSystem((trx) => trx.deleteFrom('on_call_plan').execute())
    await raise()
    await raise(4, { patientId: 'b1' })
    await work()
    time += minute
    await raise(4, { patientId: 'a2' })
    await work()
    const [a, b] = ['A', 'B'].map((name) => ({
      ward: { id: `ward-${name}`, name: `Ward ${name}` },
      since: iso(three),
      reason: 'noPlan',
      patients: name === 'A' ? 2 : 1,
    }))
    // Who is on ward A alone reads of ward B, too; another organisation reads nothing.
    expect(await onBoards('nurse')).toEqual([a, b])
    expect(await onBoards('carer', 'h')).toEqual([])
    expect(await anywhere()).toEqual(
      [a, b].map((one) => ({ ...one, organization: 'West Ward', ward: one?.ward.name })),
    )
    await takeOn()
    await work()
    expect(await onBoards('nurse')).toEqual([{ ...a, since: iso(), patients: 1 }, b])
  })

  const raiseAll = async (patients: readonly string[], severity = 4) => {
    for (const patientId of patients) await raise(severity, { patientId })
  }
  const calledAbout = async () =>
    (
      await opened.database.kysely
        .selectFrom('calling_step')
        .select(['patient_id', 'user_id', 'called_at'])
        .orderBy('called_at')
        .orderBy('patient_id')
        .execute()
    ).map(({ patient_id, user_id, called_at }) => [
      patient_id,
      user_id,
      (Date.parse(called_at) - three) / minute,
    ])
  const takeOnOf = async (patientId: string, as = 'nurse') => {
    const { id } = await opened.database.kysely
      .selectFrom('alert')
      .select('id')
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow()
    const answer = await server.ask(
      `mutation { acknowledgeAlert(id: "${id}", isAcknowledged: true) { id } }`,
      { as, in: 'w' },
    )
    expect(answer.errors).toEqual([])
  }

  test('five of one kind within five minutes are one call, whose answer speaks for all as long as a hold', async () => {
    await raiseAll(others)
    await work()
    const [[leader = ''] = []] = (await calledAbout()) as string[][]
    await pass(6)
    expect(await calledAbout()).toEqual([
      [leader, 'nurse', 0],
      [leader, 'multi', 5],
    ])
    const all = await mails()
    expect(all.map(({ to }) => to)).toEqual(['nurse@example.test', 'multi@example.test'])
    expect(all[0]?.text).toContain('several patients have alerts of one kind, of severity 4')
    expect(all[0]?.text).toContain('https://portal.example/virtual-ward?display=alerts')
    await takeOnOf(leader, 'multi')
    await work()
    await pass(50)
    expect(await calledAbout()).toHaveLength(2)
    const other = others.find((id) => id !== leader) ?? ''
    const answer = await server.ask(PatientAlertsDocument.text, {
      as: 'nurse',
      variables: { patientId: other },
    })
    expect(patientAlerts.wire(answer.data).callings).toMatchObject([
      {
        calls: [{ user: { id: 'nurse' } }, { user: { id: 'multi' } }],
        answeredBy: { id: 'multi' },
      },
    ])
    // An hour after the answer nobody is on the others: again one call of all.
    await pass(11)
    const again = (await calledAbout()).slice(2)
    expect(again).toEqual([[again[0]?.[0], 'nurse', 66]])
    expect(again[0]?.[0]).not.toBe(leader)
  })

  test('of a storm that nobody answers all patients are told as one, and nobody is called again of each', async () => {
    await raiseAll(others)
    await work()
    await pass(40)
    expect(await calledAbout()).toHaveLength(2)
    const answer = await server.ask(UnreachedWardsDocument.text, { as: 'nurse' })
    expect(unreachedWards.wire(answer.data)).toMatchObject([
      { ward: { id: 'ward-A' }, since: iso(three + 10 * minute), patients: others.length },
    ])
  })

  test('four of one kind are four calls, and so are five of several kinds, or of two wards', async () => {
    const ofKind = { type: 'AlertRule', key: checkPatientKey } as const
    for (const patientId of ['s1', 's2', 's3', 's4', 'b1']) await raise(4, { ...ofKind, patientId })
    await raise(4, { ...ofKind, patientId: 's5', key: silenceKey('monitoring', 91) })
    await work()
    expect((await calledAbout()).map(([id]) => id)).toEqual(['s1', 's2', 's3', 's4', 's5'])
  })

  test('where the one who is called of all is over by itself, another one is called of', async () => {
    await raiseAll(others)
    await work()
    const [[leader = ''] = []] = (await calledAbout()) as string[][]
    time += minute
    await opened.database.asSystem(async (trx) => {
      const alert = await trx
        .selectFrom('alert')
        .selectAll()
        .where('patient_id', '=', leader)
        .executeTakeFirstOrThrow()
      await closeTriggers(
        trx,
        alert,
        null,
        { at: iso(), by: null, reason: 'ended' },
        await nextRevision(trx, 'w'),
      )
    })
    await work()
    const now = await calledAbout()
    expect(now.map(([, who, at]) => [who, at])).toEqual([
      ['nurse', 0],
      ['nurse', 1],
    ])
    expect(now[1]?.[0]).not.toBe(leader)
  })

  test('who left the ward or whose account ended is passed by', async () => {
    await plan(['selfcare', 'nurse', 'multi'])
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('user_account')
        .set({ deleted_at: iso() })
        .where('id', '=', 'nurse')
        .execute(),
    )
    await raise()
    await work()
    expect(await called()).toEqual([['multi', 0]])
    await opened.database.asSystem((trx) =>
      trx.updateTable('user_account').set({ deleted_at: null }).where('id', '=', 'nurse').execute(),
    )
  })

  test('a server that is killed at any point: each is called once, and none is left out', async () => {
    for (const point of ['before', 'after'] as const) {
      const killed: Kind = {
        ...kind,
        leaseMs: 50,
        work: async (...asked) => {
          if (point === 'after') await kind.work(...asked)
          return never()
        },
      }
      await raise()
      await work(killed)
      // Another server takes what was left once the lease and the wait are over.
      await pass(5)
      await pass(5)
      expect((await called()).map(([who]) => who)).toEqual(['nurse', 'multi'])
      expect((await mails()).map(({ to }) => to)).toEqual(
        ['nurse', 'multi', 'admin']
          .map((id) => `${id}@example.test`)
          .slice(0, (await mails()).length),
      )
      await opened.database.asSystem(async (trx) => {
        for (const table of [
          'calling_step',
          'calling',
          'outgoing',
          'alert_trigger',
          'alert',
          'job',
        ] as const)
          await trx.deleteFrom(table).execute()
      })
      time = three
    }
  })

  test('of several servers at once one calls', async () => {
    await raise()
    await Promise.all([work(), work(), work()])
    time += 5 * minute
    await Promise.all([work(), work(), work()])
    expect(await called()).toEqual([
      ['nurse', 0],
      ['multi', 5],
    ])
    expect(await mails()).toHaveLength(2)
  })

  test('what is undone with its transaction calls nobody', async () => {
    const undone = opened.database.asSystem(async (trx) => {
      await raiseAlerts(
        trx,
        'w',
        [
          {
            organizationId: 'w',
            patientId: 'a1',
            type: 'PatientCallbackRequest',
            key: 'callback',
            source: 'undone',
            occurredAt: iso(),
            severity: 4,
            escalateAfterMinutes: null,
          },
        ],
        iso(),
        await nextRevision(trx, 'w'),
      )
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect([await work(), await called()]).toEqual([0, []])
  })

  test('of a patient who is on no ward nobody is called; who is discharged is sought no longer', async () => {
    await raise(4, { patientId: 'n1' })
    await work()
    expect(await mails()).toEqual([])
    await raise()
    await work()
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: iso(), revision: 99 })
        .where('patient_id', '=', 'a1')
        .execute(),
    )
    await pass(10)
    expect((await called()).map(([who]) => who)).toEqual(['nurse'])
    await opened.database.asSystem((trx) =>
      trx
        .updateTable('ward_admission')
        .set({ discharged_at: null, revision: 100 })
        .where('patient_id', '=', 'a1')
        .execute(),
    )
  })
})
