import { beforeAll, describe, expect, test } from 'vitest'
import { WardActivityDocument } from '../../schema/generated/documents/ward-activity'
import { enrolSchedules } from '../../server/areas/checkup/enrol-schedules'
import { decideMissed } from '../../server/jobs'
import type { WardDay } from '../../src/data/ward-activity'
import { codeOf, startServer, type Ask, type TestServer } from './client'
import { onBothEngines } from './engines'
import { buildWorld } from './world'

const hour = 3_600_000
const day = 24 * hour
/** The clocks of London go forward on 29 March. */
const now = Date.parse('2026-04-10T12:00:00.000Z')
const since = Date.parse('2026-03-10T00:00:00.000Z')
const iso = (ms: number): string => new Date(ms).toISOString()
/** Independent of the server's calendar and of the portal's. */
const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const dayIn = (ms: number): string => format.format(ms)

const minute = 60_000
const clockOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})
/** When a check-up is due: at 00:30 and 16:30 of London, an hour early or 20 minutes late. */
const dues: readonly number[] = Array.from(
  { length: (now - since) / (30 * minute) },
  (_, n) => since + n * 30 * minute,
).filter((ms) => ['00:30', '16:30'].includes(clockOf.format(ms)))
const [early, late] = [60 * minute, 20 * minute]

interface Stay {
  readonly id: string
  readonly wards: readonly { readonly ward: string; readonly at: number }[]
  readonly left: number | null
  readonly alerts: readonly { readonly at: number; readonly acknowledged: number | null }[]
}
/** Stays whose hours fall on every hour of the day, midnight and the lost hour among them. */
const stays: readonly Stay[] = Array.from({ length: 48 }, (_, n) => {
  const begins = since + ((n * 37) % 700) * hour
  const moves = begins + 20 * hour + (n % 5) * 7 * hour
  const ends = moves + (n % 7) * 11 * hour + hour
  return {
    id: `s${n}`,
    wards: [
      { ward: n % 2 === 0 ? 'ward-A' : 'ward-B', at: begins },
      ...(n % 3 === 0 ? [{ ward: n % 2 === 0 ? 'ward-B' : 'ward-A', at: moves }] : []),
    ],
    left: n % 4 === 0 || ends > now ? null : ends,
    alerts: [{ at: begins + (n % 9) * hour, acknowledged: n % 2 === 0 ? (n + 1) * 60_000 : null }],
  }
})
const wardAt = (stay: Stay, ms: number): string | null =>
  ms < (stay.wards[0]?.at ?? Infinity) || (stay.left !== null && ms >= stay.left)
    ? null
    : (stay.wards.findLast(({ at }) => at <= ms)?.ward ?? null)
/** The last millisecond of a day in London. */
const lastOf = (name: string): number => {
  let ms = Date.parse(`${name}T20:00:00.000Z`)
  while (dayIn(ms + hour) === name) ms += hour
  return ms + hour - 1
}
/** The dues of a stay that ran out while it lasted. */
const duesOf = ({ wards: [first], left }: Stay): readonly number[] =>
  dues.filter((ms) => ms > (first?.at ?? Infinity) && ms + late < (left ?? now))
interface Done {
  readonly patient: string
  readonly at: number
  readonly type: string | null
  /** Received after it was decided that it is missing. */
  readonly isBelated: boolean
}
/** Of each five: one at either end of its tolerances, one belated, one too early, one of another kind. */
const done: readonly Done[] = stays.flatMap((stay, n) =>
  duesOf(stay).flatMap((due, at) => {
    const [on, type] = (
      [
        [due - early, 'twice'],
        [due + late, null],
        [due + minute, 'twice'],
        [due - early - 1, 'twice'],
        [due, 'other'],
      ] as const
    )[(n + at) % 5] ?? [due, 'twice']
    return [{ patient: stay.id, at: on, type, isBelated: (n + at) % 5 === 2 }]
  }),
)
const isDone = (stay: Stay, due: number): boolean =>
  done.some(
    ({ patient, at, type }) =>
      patient === stay.id && type !== 'other' && at >= due - early && at <= due + late,
  )
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  return (low + high) / 2
}
const expected = (ward: string, name: string) => {
  const gone = stays.filter(
    (stay) => stay.left !== null && dayIn(stay.left) === name && stay.wards.at(-1)?.ward === ward,
  )
  const raised = stays.flatMap((stay) =>
    stay.alerts.filter(({ at }) => dayIn(at) === name && wardAt(stay, at) === ward),
  )
  const asked = stays.flatMap((stay) =>
    duesOf(stay)
      .filter((due) => dayIn(due) === name && wardAt(stay, due) === ward)
      .map((due) => isDone(stay, due)),
  )
  return {
    due: asked.length,
    done: asked.filter(Boolean).length,
    occupancy: stays.filter((stay) => wardAt(stay, Math.min(lastOf(name), now)) === ward).length,
    admissions: stays.filter(
      ({ wards: [first] }) => first?.ward === ward && dayIn(first.at) === name,
    ).length,
    transfersIn: stays.filter(
      ({ wards: [, moved] }) => moved?.ward === ward && dayIn(moved.at) === name,
    ).length,
    discharges: gone.length,
    hours:
      gone.length === 0
        ? null
        : gone.reduce((sum, { left, wards }) => sum + ((left ?? 0) - (wards[0]?.at ?? 0)), 0) /
          gone.length /
          hour,
    alerts: raised.length,
    minutes: median(
      raised.flatMap(({ acknowledged }) => (acknowledged === null ? [] : [acknowledged / 60_000])),
    ),
  }
}

/** The capacity of ward A: from a day on, and another from the first half hour of a later one. */
const capacities = [
  { capacity: 10, since: '2026-03-20T10:00:00.000Z' },
  { capacity: 12, since: '2026-03-30T23:30:00.000Z' },
] as const

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => now } })
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      await trx.deleteFrom('admission_event').execute()
      await trx.deleteFrom('ward_admission').execute()
      for (const { id, wards } of stays) {
        const [first] = wards
        const last = wards.at(-1)
        if (first === undefined || last === undefined) continue
        const common = { patient_id: id, organization_id: 'w', care_pathway_id: 'pathway-w' }
        await trx
          .insertInto('patient')
          .values({
            id,
            organization_id: 'w',
            first_name: 'Pat',
            last_name: id,
            gender: 'female',
            birth_date: '1940-02-29',
            pre_existing_conditions: '[]',
            created_at: iso(since),
            revision: 1,
          })
          .execute()
        await trx
          .insertInto('patient_organization')
          .values({ patient_id: id, organization_id: 'w', linked_at: iso(since) })
          .execute()
        await trx
          .insertInto('ward_admission')
          .values({
            ...common,
            id,
            ward_id: last.ward,
            admitted_at: iso(first.at),
            created_at: iso(first.at),
            discharged_at: null,
            revision: 1,
          })
          .execute()
        for (const { ward, at } of wards)
          await trx
            .insertInto('admission_event')
            .values({
              ...common,
              id: `${id} ${at}`,
              admission_id: id,
              ward_id: ward,
              type: at === first.at ? 'Admission' : 'WardTransfer',
              effective_at: iso(at),
              created_at: iso(at),
              revision: 1,
            })
            .execute()
      }
    })
    await live()
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('alert_trigger').execute()
      await trx.deleteFrom('alert').execute()
      for (const { id, alerts } of stays)
        for (const { at, acknowledged } of alerts)
          await trx
            .insertInto('alert')
            .values({
              id: `${id} ${at}`,
              organization_id: 'w',
              patient_id: id,
              type: 'AlertRule',
              source_key: id,
              alert_rule_id: 'rule-w',
              status: 'closed',
              started_at: iso(at),
              latest_at: iso(at),
              severity: 2,
              open_triggers: 0,
              triggers: 1,
              closed_at: iso(at + day),
              closed_reason: 'ended',
              acknowledged_at: acknowledged === null ? null : iso(at + acknowledged),
              created_at: iso(at),
              revision: 1,
            })
            .execute()
    })
  })
  const addCheckups = (all: readonly Done[]): Promise<unknown> =>
    opened.database.asSystem((trx) =>
      trx
        .insertInto('checkup')
        .values(
          all.map(({ patient, at, type }) => ({
            id: `${patient} ${at} ${type}`,
            organization_id: 'w',
            patient_id: patient,
            source_id: `${patient} ${at} ${type}`,
            type: 'new_checkup',
            checkup_type: type === null ? null : JSON.stringify({ id: type, name: type }),
            started_at: iso(at),
            ended_at: iso(at),
            received_at: iso(at),
            readings: '{}',
            payload_hash: 'x',
            revision: 1,
          })),
        )
        .execute(),
    )
  const decide = async (ms: number): Promise<void> => {
    const parts = { clock: { now: () => ms }, asksDatabase: false }
    while ((await decideMissed(opened.database, parts)) > 0);
  }
  /** The job decides as time goes by; whoever leaves is asked for nothing more. */
  const live = async (): Promise<void> => {
    await addCheckups(done.filter(({ isBelated }) => !isBelated))
    await opened.database.asSystem(async (trx) => {
      for (const [id, schedule] of [
        [
          'twice',
          JSON.stringify({
            rrule: 'FREQ=DAILY;BYHOUR=0,16;BYMINUTE=30',
            tolerance: { early: early / 1000, late: late / 1000 },
          }),
        ],
        ['other', null],
      ] as const)
        await trx
          .insertInto('checkup_type')
          .values({
            id,
            organization_id: 'w',
            care_pathway_id: 'pathway-w',
            name: id,
            heading: id,
            description: '',
            schedule,
            tiles: '{}',
            updated_at: iso(since),
            revision: 1,
          })
          .execute()
      await enrolSchedules(trx, since)
    })
    for (const { id, left } of stays.toSorted((a, b) => (a.left ?? now) - (b.left ?? now))) {
      await decide(left ?? now)
      if (left !== null)
        await opened.database.asSystem((trx) =>
          trx
            .updateTable('ward_admission')
            .set({ discharged_at: iso(left) })
            .where('id', '=', id)
            .execute(),
        )
    }
    await addCheckups(done.filter(({ isBelated }) => isBelated))
    for (const { capacity, since: updated_at } of capacities)
      await opened.database.asSystem((trx) =>
        trx.updateTable('ward').set({ capacity, updated_at }).where('id', '=', 'ward-A').execute(),
      )
  }
  const ask = (from: string | null, to: string | null, options: Ask = {}) =>
    server.ask(WardActivityDocument.text, { as: 'manager', variables: { from, to }, ...options })
  const activity = async (from: string | null, to: string | null): Promise<readonly WardDay[]> => {
    const answer = await ask(from, to)
    expect(answer.errors).toEqual([])
    return answer.data?.['wardActivity'] as WardDay[]
  }

  describe('30 days with a change of the clocks', () => {
    let rows: readonly WardDay[] = []
    beforeAll(async () => {
      rows = await activity('2026-03-11', '2026-04-10')
    })
    const told = (read: (row: WardDay) => unknown) =>
      rows.map((row) => [row.ward.id, row.day, read(row)])
    const counted = (read: (of: ReturnType<typeof expected>) => unknown) =>
      rows.map((row) => [row.ward.id, row.day, read(expected(row.ward.id, row.day))])
    const rounded = (value: number | null) => (value === null ? null : Number(value.toFixed(6)))

    test('every ward has every day, newest first', () => {
      expect(rows.length).toBe(62)
      expect(rows[0]?.day).toBe('2026-04-10')
      expect(rows.at(-1)?.day).toBe('2026-03-11')
    })
    test('occupancy at the end of each day', () => {
      expect(told((row) => row.occupancy)).toEqual(counted((of) => of.occupancy))
    })
    test('admissions', () => {
      expect(told((row) => row.admissions)).toEqual(counted((of) => of.admissions))
    })
    test('transfers in', () => {
      expect(told((row) => row.transfersIn)).toEqual(counted((of) => of.transfersIn))
    })
    test('discharges, of the ward that they left from', () => {
      expect(told((row) => row.discharges)).toEqual(counted((of) => of.discharges))
    })
    test('the mean stay of those who were discharged', () => {
      expect(told((row) => rounded(row.lengthOfStayHours))).toEqual(
        counted((of) => rounded(of.hours)),
      )
    })
    test('alerts, of the ward that the patient was on', () => {
      expect(told((row) => row.alerts)).toEqual(counted((of) => of.alerts))
    })
    test('the median time to somebody who deals with them', () => {
      expect(told((row) => rounded(row.minutesToAcknowledge))).toEqual(
        counted((of) => rounded(of.minutes)),
      )
    })
    test('the capacity of a ward, as it was at the end of each day', () => {
      const capacityOf = (name: string): number | null =>
        name < '2026-03-20' ? null : name < '2026-03-31' ? 10 : 12
      expect(told((row) => row.capacity)).toEqual(
        rows.map((row) => [
          row.ward.id,
          row.day,
          row.ward.id === 'ward-A' ? capacityOf(row.day) : null,
        ]),
      )
    })
    test('scheduled check-ups that were due, of the ward that the patient was on', () => {
      expect(told((row) => row.checkupsDue)).toEqual(counted((of) => of.due))
    })
    test('and those that were done: at the ends of their tolerances, belated, of no kind', () => {
      expect(told((row) => row.checkupsDone)).toEqual(counted((of) => of.done))
    })
    test('and none of these figures is always nothing', () => {
      for (const read of [
        (row: WardDay) => row.occupancy,
        (row: WardDay) => row.admissions,
        (row: WardDay) => row.transfersIn,
        (row: WardDay) => row.lengthOfStayHours,
        (row: WardDay) => row.minutesToAcknowledge,
        (row: WardDay) => row.checkupsDone,
        (row: WardDay) => row.checkupsDue - row.checkupsDone,
      ])
        expect(rows.filter((row) => (read(row) ?? 0) > 0).length).toBeGreaterThan(5)
    })
  })

  test('no day is told before it begins', async () => {
    expect((await activity('2026-04-09', '2026-04-20')).map((row) => row.day)).toEqual([
      '2026-04-10',
      '2026-04-10',
      '2026-04-09',
      '2026-04-09',
    ])
  })

  test('without days the last 30 are told, today of the organisation’s zone the last', async () => {
    const daysIn = async (zone: string) => {
      await opened.database.asSystem((trx) =>
        trx.updateTable('organization').set({ time_zone: zone }).where('id', '=', 'w').execute(),
      )
      return [...new Set((await activity(null, null)).map((row) => row.day))]
    }
    const far = await daysIn('Pacific/Kiritimati')
    const near = await daysIn('Europe/London')
    expect([far.length, far[0], far.at(-1)]).toEqual([30, '2026-04-11', '2026-03-13'])
    expect([near.length, near[0], near.at(-1)]).toEqual([30, '2026-04-10', '2026-03-12'])
  })

  for (const [what, from, to] of [
    ['that end before they begin', '2026-04-02', '2026-04-01'],
    ['of more than a month', '2026-03-01', '2026-04-01'],
  ] as const)
    test(`days ${what} are refused at their end`, async () => {
      const answer = await ask(from, to)
      expect(codeOf(answer)).toBe('BAD_USER_INPUT')
      expect(answer.errors[0]?.extensions?.argErrors?.[0]?.path).toBe('to')
    })

  test('a ward that was deleted is named for the days on which it was there, and no day after', async () => {
    const deleted = async (at: string | null) =>
      await opened.database.asSystem((trx) =>
        trx.updateTable('ward').set({ deleted_at: at }).where('id', '=', 'ward-B').execute(),
      )
    const before = (await activity('2026-03-28', '2026-04-02')).filter(
      ({ ward, day: on }) => ward.id === 'ward-B' && on <= '2026-03-31',
    )
    // In London that is half an hour into 31 March.
    const at = '2026-03-30T23:30:00.000Z'
    await deleted(at)
    try {
      const told = (await activity('2026-03-28', '2026-04-02')).filter(
        ({ ward }) => ward.id === 'ward-B',
      )
      expect(told.map((row) => row.day)).toEqual(
        ['31', '30', '29', '28'].map((on) => `2026-03-${on}`),
      )
      expect(told).toEqual(before.map((row) => ({ ...row, wardDeletedAt: at })))
      expect(told[0]?.ward.name).toBe('Ward B')
    } finally {
      await deleted(null)
    }
  })

  test('another organisation reads nothing of it', async () => {
    const answer = await ask('2026-04-01', '2026-04-02', { as: 'multi', in: 'h' })
    expect(codeOf(answer)).toBe('FORBIDDEN')
  })
})
