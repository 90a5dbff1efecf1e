import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pokeChannel } from '../../server/pokes/channel'
import { nextRevision } from '../../server/db/revision'
import { analyseDue } from '../../server/waveform-analysis/analyse-due'
import {
  contextOf,
  ownAnalyser,
  type AnalysedEvent,
  type EcgAnalyser,
} from '../../server/waveform-analysis/analyser'
import { slotMs } from '../../src/domain/ecg/analyse-slot'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { readBeats, readSignal } from '../fixtures/ecg/records'
import { startServer } from './client'
import type { TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld, now } from './world'

const iso = (ms: number): string => new Date(ms).toISOString()
const record = readSignal('119', 300)
/** Begins on the border of a slot, an hour ago. */
const begin = Math.floor((now - 3_600_000) / slotMs) * slotMs
const document = `query ($patientId: ID!, $start: DateTime!, $end: DateTime!) { waveformEvents(patientId: $patientId, type: SingleECG, start: $start, end: $end) { type start end method } }`

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let serial = 0
  let patientId = ''
  const failures: unknown[] = []
  const parts = (analyser: EcgAnalyser = ownAnalyser) => ({
    database: opened.database,
    clock: { now: () => now },
    log: {
      error: (fields: unknown) => {
        failures.push(fields)
      },
    },
    analyser,
  })
  beforeAll(async () => {
    await opened.database.asSystem((trx) =>
      sql`update organization set features = features || '{"continuousMonitoring": true, "ecgWaveformAnalysis": true}'::jsonb where id = 'w'`.execute(
        trx,
      ),
    )
    server = await startServer(opened.database)
  })
  beforeEach(async () => {
    patientId = `an-${(serial += 1)}`
    failures.length = 0
    await opened.database.asSystem(async (trx) => {
      await trx.deleteFrom('waveform_slot').execute()
      await addPatient(trx, { id: patientId, of: 'w', first: 'Ana', last: 'Lyse', ward: 'A' })
    })
  })
  /** Seconds of the record as one waveform. */
  const addRun = (from: number, to: number, of = patientId) =>
    opened.database.asOrganization('w', async (trx) => {
      const id = `ar-${(serial += 1)}`
      const samples = record.subarray(from * 360, to * 360)
      await trx
        .insertInto('waveform')
        .values({
          id,
          organization_id: 'w',
          patient_id: of,
          source_id: id,
          kind: 'SingleECG',
          started_at: iso(begin + from * 1000),
          ended_at: iso(begin + to * 1000),
          received_at: iso(now),
          sample_rate: 360,
          samples: encodeWaveform({ startedAt: begin + from * 1000, frequency: 360, samples }),
          payload_hash: id,
          revision: await nextRevision(trx, 'w'),
        })
        .execute()
    })
  const events = async (from = 0, to = 300) => {
    const answer = await server.ask(document, {
      as: 'nurse',
      variables: { patientId, start: iso(begin + from * 1000), end: iso(begin + to * 1000) },
    })
    return answer.data?.['waveformEvents'] as {
      readonly type: string
      readonly start: string
      readonly end: string
      readonly method: string
    }[]
  }
  const due = async () =>
    (await opened.database.asSystem((trx) => trx.selectFrom('waveform_slot').selectAll().execute()))
      .length
  const marks = readBeats('119')
    .filter(({ isVentricular, sample }) => isVentricular && sample < 300 * 360)
    .map(({ sample }) => begin + (sample * 1000) / 360)

  describe('the analysis of what came in', () => {
    test('C496 finds what cardiologists marked, once, and GetWaveformEvents answers it', async () => {
      for (let second = 0; second < 300; second += 60) await addRun(second, second + 60)
      expect(await due()).toBeGreaterThan(0)
      await analyseDue(parts())
      expect([await due(), failures]).toEqual([0, []])
      const found = (await events()).filter(
        ({ type }) => type === 'PrematureVentricularContraction',
      )
      expect(found).toHaveLength(marks.length)
      for (const [index, { start, end, method }] of found.entries()) {
        const mark = marks[index] ?? 0
        expect([Date.parse(start) <= mark + 75, Date.parse(end) >= mark - 75, method]).toEqual([
          true,
          true,
          'lamplight-ecg 6',
        ])
      }
      // Nothing is due, nothing changes.
      expect(await analyseDue(parts())).toBe(0)
    })

    test('what comes is noted for every slot that reads it, and for no other', async () => {
      const [from, to] = [begin + 61_000, begin + 130_000]
      await addRun(61, 130)
      const noted = await opened.database.asSystem((trx) =>
        trx.selectFrom('waveform_slot').select('slot').orderBy('slot').execute(),
      )
      const first = begin / slotMs
      const reading = Array.from({ length: 12 }, (_, index) => first - 6 + index).filter((slot) => {
        const context = contextOf(slot)
        return context.from < to && context.to > from
      })
      expect(noted.map(({ slot }) => Number(slot))).toEqual(reading)
    })

    test('in any order, late, in pieces and by two servers at once: the same events', async () => {
      await addRun(0, 300)
      await analyseDue(parts())
      const whole = await events()
      patientId = `an-${(serial += 1)}`
      await opened.database.asSystem((trx) =>
        addPatient(trx, { id: patientId, of: 'w', first: 'Ana', last: 'Lyse', ward: 'A' }),
      )
      for (const [from, to] of [
        [200, 300],
        [0, 37],
        [90, 200],
      ] as const) {
        await addRun(from, to)
        await Promise.all([analyseDue(parts()), analyseDue(parts())])
      }
      expect(await events()).not.toEqual(whole)
      await addRun(37, 90)
      await Promise.all([analyseDue(parts()), analyseDue(parts())])
      expect(await events()).toEqual(whole)
      expect([await due(), failures]).toEqual([0, []])
    })

    test('what lasts over the border of slots is one event, from its beginning also where the window begins later', async () => {
      const lasting: EcgAnalyser = {
        method: 'lasting 1',
        analyse: async (_runs, start) => [
          {
            type: 'AtrialFibrillation',
            start: Math.max(start, begin + 50_000),
            end: Math.min(start + slotMs, begin + 250_000),
          },
        ],
      }
      await addRun(0, 300)
      await analyseDue(parts(lasting))
      const one = {
        type: 'AtrialFibrillation',
        start: iso(begin + 50_000),
        end: iso(begin + 250_000),
        method: 'lasting 1',
      }
      expect(await events()).toEqual([one])
      expect(await events(245, 300)).toEqual([one])
      expect(await events(251, 300)).toEqual([])
    })

    test('the newest rhythm event of each type is on the card of whoever sees it, moves the roster, and goes with it; noise is none', async () => {
      const card = async (as: string) => {
        const answer = await server.ask(
          `{ virtualWardPatients(take: 50, skip: 0, sort: [], nameOrNhsNumber: "Lyse") { patients { id rhythmEvents { type start end } } } }`,
          { as },
        )
        const board = answer.data?.['virtualWardPatients'] as
          { patients: { id: string; rhythmEvents: object[] }[] } | undefined
        return board?.patients.find(({ id }) => id === patientId)?.rhythmEvents
      }
      const rosters = () =>
        opened.database.asSystem(
          async (trx) =>
            (
              await sql<{
                version: number
              }>`select version from roster_version where organization_id = 'w'`.execute(trx)
            ).rows[0]?.version ?? 0,
        )
      const by = (...found: readonly (readonly [type: string, at: number])[]): EcgAnalyser => ({
        method: 'heart watch 1',
        analyse: async (_runs, slot) =>
          found
            .map(([type, at]) => ({
              type,
              start: begin + at * 1000,
              end: begin + at * 1000 + 3500,
            }))
            .filter(({ start }) => start >= slot && start < slot + slotMs),
      })
      const at = (type: string, second: number) => ({
        type,
        start: iso(begin + second * 1000),
        end: iso(begin + second * 1000 + 3500),
      })
      expect(await card('nurse')).toEqual([])
      await addRun(0, 60)
      await analyseDue(parts(by(['Pause', 5], ['Pause', 10], ['Asystole', 30], ['Noise', 50])))
      expect(await card('nurse')).toEqual([at('Asystole', 30), at('Pause', 10)])
      const before = await rosters()
      await addRun(180, 190)
      await analyseDue(parts(by(['Noise', 185])))
      expect([await card('nurse'), await rosters()]).toEqual([
        [at('Asystole', 30), at('Pause', 10)],
        before,
      ])
      await addRun(60, 61)
      await analyseDue(parts(by(['Pause', 10])))
      expect(await card('nurse')).toEqual([at('Pause', 10)])
      expect(await rosters()).toBeGreaterThan(before)
      await addRun(61, 62)
      await analyseDue(parts(by()))
      expect([await card('nurse'), failures]).toEqual([[], []])
    })

    test('no rhythm event is told where the organisation has no analysis of the ECG', async () => {
      const feature = (on: boolean) =>
        opened.database.asSystem((trx) =>
          sql`update organization set features = features || jsonb_build_object('ecgWaveformAnalysis', ${on}::boolean) where id = 'w'`.execute(
            trx,
          ),
        )
      await addRun(0, 60)
      await analyseDue(parts())
      const told = async () => {
        const answer = await server.ask(
          `{ virtualWardPatients(take: 50, skip: 0, sort: [], nameOrNhsNumber: "Lyse") { patients { id rhythmEvents { type } } } }`,
          { as: 'nurse' },
        )
        const board = answer.data?.['virtualWardPatients'] as
          { patients: { id: string; rhythmEvents: object[] }[] } | undefined
        return board?.patients.find(({ id }) => id === patientId)?.rhythmEvents
      }
      expect(await told()).not.toEqual([])
      await feature(false)
      try {
        expect(await told()).toEqual([])
      } finally {
        await feature(true)
      }
    })

    test('an external analyser that fails is asked three times and then left until new data comes; nothing of the others is lost', async () => {
      let asked = 0
      const failing: EcgAnalyser = {
        method: 'failing 1',
        analyse: async () => {
          asked += 1
          throw new Error('out of order')
        },
      }
      await addRun(0, 60)
      await analyseDue(parts(failing))
      const slots = await due()
      expect([asked, failures.length, slots]).toEqual([3, 3, 1])
      await addRun(60, 100)
      await analyseDue(parts())
      expect([await due(), (await events()).length > 0]).toEqual([0, true])
    })

    test('an analyser that takes its time holds up no reading, and what it found of less than there is now is not written', async () => {
      const waiting: ((events: readonly AnalysedEvent[]) => void)[] = []
      const slow: EcgAnalyser = {
        method: 'slow 1',
        analyse: (runs) =>
          new Promise((resolve) => {
            waiting.push((events) =>
              resolve(events.map((one) => ({ ...one, type: `of ${runs.length}` }))),
            )
          }),
      }
      const found: AnalysedEvent = { type: '', start: begin + 1000, end: begin + 2000 }
      const asked = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count), 30_000)
      await addRun(0, 60)
      const analysis = analyseDue(parts(slow))
      await asked(1)
      // On PostgreSQL it would wait for the row, on PGlite for the only connection.
      await addRun(60, 70)
      waiting[0]?.([found])
      await asked(2)
      expect(await events()).toEqual([])
      waiting[1]?.([found])
      await analysis
      expect((await events()).map(({ type }) => type)).toEqual(['of 2'])
      expect([await due(), failures]).toEqual([0, []])
    })

    test('a claimed slot is not analysed twice; one whose analyser does not answer, or whose server stops, is done by the next round', async () => {
      let asked = 0
      const silent: EcgAnalyser = {
        method: 'silent 1',
        analyse: () => {
          asked += 1
          return new Promise(() => undefined)
        },
      }
      await addRun(0, 60)
      const stopping = new AbortController()
      const first = analyseDue({ ...parts(silent) }, stopping.signal)
      await vi.waitFor(() => expect(asked).toBe(1), 30_000)
      const slot = Math.floor(begin / slotMs)
      await analyseDue(parts())
      expect(
        await opened.database.asSystem((trx) =>
          trx.selectFrom('waveform_slot').select(['slot', 'failures']).execute(),
        ),
      ).toEqual([{ slot, failures: 0 }])
      stopping.abort()
      await first
      await analyseDue({ ...parts(silent), answerWithinMs: 20 })
      expect(failures).toEqual(
        Array.from({ length: 3 }, () => ({
          event: 'waveform-analysis-failed',
          failure: 'TimeoutError',
        })),
      )
      expect(
        await opened.database.asSystem((trx) =>
          trx.selectFrom('waveform_slot').select(['failures', 'claim']).execute(),
        ),
      ).toEqual([{ failures: 3, claim: null }])
      await addRun(60, 61)
      // As a server leaves it that was killed: taken again when its time is over.
      await opened.database.asSystem((trx) =>
        sql`update waveform_slot set claim = 'of one that was killed', claimed_until = clock_timestamp() + interval '1 hour'`.execute(
          trx,
        ),
      )
      expect(await analyseDue(parts())).toBe(0)
      await opened.database.asSystem((trx) =>
        sql`update waveform_slot set claimed_until = clock_timestamp() - interval '1 second'`.execute(
          trx,
        ),
      )
      await analyseDue(parts())
      expect([await due(), (await events()).length > 0]).toEqual([0, true])
    })

    test('another version of an analyser replaces what the one before found, and leaves that of others', async () => {
      const by = (method: string, ...starts: readonly number[]): EcgAnalyser => ({
        method,
        analyse: async (_runs, slot) =>
          starts
            .filter((at) => begin + at * 1000 >= slot && begin + at * 1000 < slot + slotMs)
            .map((at) => ({
              type: 'Pause',
              start: begin + at * 1000,
              end: begin + at * 1000 + 3500,
            })),
      })
      await addRun(0, 60)
      await analyseDue(parts(by('heart watch 1', 10, 20)))
      await addRun(60, 61)
      await analyseDue(parts(by('heart watch 2.1', 20, 30)))
      await addRun(61, 62)
      await analyseDue(parts(by('heart 2.1', 40)))
      expect(
        (await events()).map(({ start, method }) => [(Date.parse(start) - begin) / 1000, method]),
      ).toEqual([
        [20, 'heart watch 2.1'],
        [30, 'heart watch 2.1'],
        [40, 'heart 2.1'],
      ])
    })

    test('what is found anew is told to who may open the record, and what is found again as before to nobody', async () => {
      const heard: string[] = []
      const stop = opened.database.listen(pokeChannel, {
        heard: (payload) => {
          if (payload.includes('~')) heard.push(payload)
        },
        listening: () => undefined,
      })
      await vi.waitFor(async () => {
        await opened.database.asSystem((trx) =>
          sql`select pg_notify(${pokeChannel}, 'w ~nobody')`.execute(trx),
        )
        expect(heard).toContain('w ~nobody')
      }, 30_000)
      await addRun(0, 60)
      await analyseDue(parts())
      await vi.waitFor(() => expect(heard).toContain(`w ~${patientId}`), 30_000)
      heard.length = 0
      await opened.database.asSystem((trx) =>
        sql`update waveform_slot set failures = 0`.execute(trx),
      )
      await opened.database.asSystem((trx) =>
        trx
          .insertInto('waveform_slot')
          .values({ patient_id: patientId, kind: 'SingleECG', slot: Math.floor(begin / slotMs) })
          .execute(),
      )
      await analyseDue(parts())
      await opened.database.asSystem((trx) =>
        sql`select pg_notify(${pokeChannel}, 'w ~end')`.execute(trx),
      )
      await vi.waitFor(() => expect(heard).toContain('w ~end'), 30_000)
      expect(heard).toEqual(['w ~end'])
      await stop()
    })

    test('nobody but the owner writes events', async () => {
      await expect(
        opened.database.asOrganization('w', (trx) =>
          trx
            .insertInto('waveform_event')
            .values({
              id: 'forged',
              patient_id: patientId,
              kind: 'SingleECG',
              type: 'Pause',
              started_at: iso(now),
              ended_at: iso(now),
              method: 'x',
              created_at: iso(now),
              slot: null,
            })
            .execute(),
        ),
      ).rejects.toThrow(/permission denied/)
    })
  })
})
