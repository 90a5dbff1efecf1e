import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { AdmitPatientToWardDocument } from '../../schema/generated/documents/admission'
import { runDue } from '../../server/jobs'
import { features } from '../../src/domain/access/permissions'
import { encodeWaveform } from '../../src/domain/ecg/waveform-binary'
import { namedQueries, withFragments } from './by-name'
import { codeOf, startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addBucket } from './monitored'
import { createPuller, type Puller } from './sync/puller'
import { createTablet, type SignedIn } from './sync/tablet'
import { addCheckup, addPatient, at, buildWorld, now } from './world'

/** When all that is old was measured: 51 days before the admission. Nothing else is of that minute. */
const oldAt = '2026-01-10T03:01:00.000Z'
const oldMinute = '2026-01-10T03:01'
const recentAt = at(5 * 24 * 60)
/** What the old monitoring measured. */
const spo2 = /\b94\b/
const dayMs = 86_400_000

interface Asked {
  readonly name: string
  readonly text: string
}

/** What a device asks of a scope by name. */
const olderQuery = withFragments(
  'query ($in: OlderIn!) { syncOlder(in: $in) { rows { ...PulledRow } } }',
)
const older: readonly { readonly name: string; readonly wanted: object }[] = [
  ...['Checkup', 'PatientNote', 'MonitoringChunk', 'ChatMessage'].map((type) => ({
    name: `SyncOlder of ${type}`,
    wanted: { type, before: '2026-03-03T00:00:00.000Z' },
  })),
  { name: 'SyncOlder of one check-up', wanted: { type: 'Checkup', ids: ['checkup-old'] } },
  { name: 'SyncOlder of one note', wanted: { type: 'PatientNote', ids: ['note-old'] } },
]

/** Every query of the portal, and of the contract, that names a patient, or one thing of a patient. */
async function recordQueries(): Promise<readonly Asked[]> {
  const folder = join(import.meta.dirname, '../../schema/generated/documents')
  const found: Asked[] = []
  for (const file of readdirSync(folder)) {
    const all = Object.values((await import(join(folder, file))) as Record<string, unknown>)
    for (const one of all as readonly (Asked & { readonly operation: string })[])
      if (one.operation === 'query' && /\$(patientId|checkupId)\b/.test(one.text)) found.push(one)
  }
  return [...found, ...namedQueries.filter(({ name }) => name !== 'VirtualWardPatients')]
}

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  let carer: SignedIn
  let puller: Puller
  const clock = { time: now }
  const scopes = ['PATIENT:away']

  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => clock.time } })
    await opened.database.asSystem(async (trx) => {
      const on = Object.fromEntries(features.map((feature) => [feature, true]))
      await trx
        .updateTable('organization')
        .set({ features: JSON.stringify(on) })
        .execute()
      await addPatient(trx, { id: 'away', of: 'h', first: 'Ada', last: 'Way', nhs: '9991239006' })
      for (const [id, text, written] of [
        ['note-old', 'SAFEGUARDING', oldAt],
        ['note-new', 'SAFEGUARDING too', recentAt],
      ] as const)
        await trx
          .insertInto('patient_note')
          .values({
            id,
            organization_id: 'h',
            patient_id: 'away',
            text,
            captured_at: written,
            created_at: written,
            created_by: 'carer',
            revision: 9000,
          })
          .execute()
      const checkup = { organizationId: 'h', patientId: 'away', total: 3, risk: 1 }
      await addCheckup(trx, { ...checkup, id: 'checkup-old', endedAt: oldAt })
      await addCheckup(trx, { ...checkup, id: 'checkup-recent', endedAt: recentAt })
      for (const [id, endedAt] of [
        ['bucket-old', oldAt],
        ['bucket-recent', recentAt],
      ] as const)
        await addBucket(trx, {
          id,
          organizationId: 'h',
          patientId: 'away',
          endedAt,
          scores: [0, 0, 0, 0],
        })
      await trx
        .insertInto('waveform')
        .values({
          id: 'waveform-old',
          organization_id: 'h',
          patient_id: 'away',
          source_id: 'waveform-old',
          kind: 'SingleECG',
          started_at: oldAt,
          ended_at: '2026-01-10T03:01:01.000Z',
          received_at: oldAt,
          sample_rate: 100,
          samples: encodeWaveform({
            startedAt: Date.parse(oldAt),
            frequency: 100,
            samples: new Float32Array(100).fill(0.1),
          }),
          payload_hash: 'x',
          revision: 9001,
        })
        .execute()
      await trx
        .insertInto('waveform_event')
        .values({
          id: 'event-old',
          patient_id: 'away',
          kind: 'SingleECG',
          type: 'Pause',
          started_at: oldAt,
          ended_at: oldAt,
          method: 'test 1',
          created_at: oldAt,
        })
        .execute()
    })
    const admitted = await server.ask(AdmitPatientToWardDocument.text, {
      as: 'nurse',
      variables: {
        registeredElsewhere: {
          nationalIdentifierValue: '9991239006',
          birthDate: '1940-02-29',
        },
        wardId: 'ward-A',
        carePathwayId: 'pathway-w',
        spo2Scale2: 'KEEP',
      },
    })
    expect(admitted.errors).toEqual([])
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    carer = await tablet.signIn('admin')
    puller = createPuller(tablet, 'admin', () => carer.hello.epoch)
    await puller.pull(scopes)
  })

  const askOf = async (as: string, checkup: string) => {
    const answers = new Map<string, string>()
    for (const { name, text } of await recordQueries()) {
      const answer = await server.ask(text, {
        as,
        variables: {
          patientId: 'away',
          id: checkup,
          checkupId: checkup,
          type: 'SingleECG',
          from: '2026-01-09T00:00:00.000Z',
          to: '2026-01-12T00:00:00.000Z',
          start: '2026-01-09T23:00:00.000Z',
          end: '2026-01-10T23:00:00.000Z',
          aggregateIntervalHours: 24,
          checkups: true,
          notes: true,
          // No more than ten minutes of a waveform are asked for at once.
          ...(name === 'GetWaveform'
            ? { start: '2026-01-10T02:58:00.000Z', end: '2026-01-10T03:03:00.000Z' }
            : {}),
        },
      })
      const code = codeOf(answer)
      expect(['ok', 'NOT_FOUND'], `${name} ${code} ${JSON.stringify(answer.errors)}`).toContain(
        code,
      )
      answers.set(name, JSON.stringify(answer.data))
    }
    for (const { name, wanted } of older) {
      const answer = await server.ask(olderQuery, {
        as,
        variables: { in: { scope: 'PATIENT:away', ...wanted } },
      })
      expect(codeOf(answer), name).toBe('ok')
      answers.set(name, JSON.stringify(answer.data))
    }
    return answers
  }
  const tells = (answers: ReadonlyMap<string, string>) =>
    [...answers]
      .filter(([, text]) => /SAFEGUARDING|-old/.test(text) || text.includes(oldMinute))
      .map(([name]) => name)
      .toSorted()

  describe('T8 an admission of another organisation’s patient', () => {
    test('opens identity and the last 30 days: no field gives out a note or what is older', async () => {
      const answers = await askOf('admin', 'checkup-old')
      expect(tells(answers)).toEqual([])
      expect(answers.get('PatientRecord')).toContain('COPD')
      expect(answers.get('PatientRecord')).toContain('"othersFrom":"2026-01-31T12:00:00.000Z"')
      expect(answers.get('PatientCheckups')).toContain('checkup-recent')
      expect(answers.get('MonitoringChunks')).not.toMatch(spo2)
    })

    test('the organisation that has the patient sees all of it as before', async () => {
      const { rows } = await opened.database.asOrganization('h', async (trx) => ({
        rows: await Promise.all([
          trx.selectFrom('patient_note').select('id').where('patient_id', '=', 'away').execute(),
        ]),
      }))
      expect(
        rows
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(['note-new', 'note-old'])
    })

    test('a device is given the same, and all of it once a referral opened the record', async () => {
      expect(puller.held('PatientNote')).toEqual([])
      expect(puller.held('Checkup')).toEqual(['checkup-recent'])
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('patient_organization')
          .set({ others_from: null })
          .where('patient_id', '=', 'away')
          .where('organization_id', '=', 'w')
          .execute(),
      )
      expect((await puller.pull(scopes)).flatMap(({ resetScopes }) => resetScopes)).toEqual(scopes)
      await puller.pull(scopes)
      expect(puller.held('PatientNote')).toEqual(['note-new', 'note-old'])
      expect(puller.held('Checkup')).toEqual(['checkup-old', 'checkup-recent'])
      // The same questions find it where it is open.
      const answers = await askOf('admin', 'checkup-old')
      expect(answers.get('MonitoringChunks')).toMatch(spo2)
      expect(tells(answers)).toEqual([
        'CheckupDetail',
        'GetWaveform',
        'GetWaveformEvents',
        'GetWaveformReadingsMetadata',
        'PatientCheckups',
        'PatientNotes',
        'PatientOnBoard',
        'PatientReport',
        'SyncOlder of Checkup',
        'SyncOlder of PatientNote',
        'SyncOlder of one check-up',
        'SyncOlder of one note',
      ])
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('patient_organization')
          .set({ others_from: '2026-01-31T12:00:00.000Z' })
          .where('patient_id', '=', 'away')
          .where('organization_id', '=', 'w')
          .execute(),
      )
      await puller.pull(scopes)
      await puller.pull(scopes)
      expect(puller.held('PatientNote')).toEqual([])
      expect(puller.held('Checkup')).toEqual(['checkup-recent'])
    })

    test('24 hours after the discharge nothing of the other organisation is open', async () => {
      const discharge = (ms: number) =>
        opened.database.asSystem((trx) =>
          trx
            .updateTable('ward_admission')
            .set({ discharged_at: new Date(ms).toISOString() })
            .where('patient_id', '=', 'away')
            .execute(),
        )
      const checkups = async () =>
        (await askOf('admin', 'checkup-recent')).get('PatientCheckups') ?? ''
      const due = (ms: number) =>
        runDue(opened.database, { clock: { now: () => ms }, asksDatabase: false }, false)
      await discharge(now)
      await due(now + dayMs - 1)
      expect(await checkups()).toContain('checkup-recent')
      await due(now + dayMs)
      expect(await checkups()).not.toContain('checkup-recent')
    })
  })
})
