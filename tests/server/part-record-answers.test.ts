import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AdmitPatientToWardDocument } from '../../schema/generated/documents/admission'
import {
  OpenWholeRecordDocument,
  PartRecordsDocument,
  ReleasePartRecordDocument,
} from '../../schema/generated/documents/part-record'
import { runDue } from '../../server/jobs'
import { othersClosed } from '../../src/domain/access/part-record'
import { features } from '../../src/domain/access/permissions'
import { checkNationalIdentifier } from '../../src/domain/identity/national-identifier'
import { codeOf, startServer, type TestServer } from './client'
import { onBothEngines } from './engines'
import { addPatient, buildWorld, now } from './world'

const hourMs = 3_600_000
/** NHS numbers of the range for tests. */
const numbers = Array.from({ length: 400 }, (_, index) => String(9_992_000_000 + index)).filter(
  (number) => checkNationalIdentifier(number).ok,
)
const open30Days = (ms: number): string => new Date(ms - 30 * 24 * hourMs).toISOString()

onBothEngines(buildWorld, (opened) => {
  let server: TestServer
  const clock = { time: now }
  let registered = 0

  beforeAll(async () => {
    server = await startServer(opened.database, { clock: { now: () => clock.time } })
    await opened.database.asSystem(async (trx) => {
      const on = Object.fromEntries(features.map((feature) => [feature, true]))
      await trx
        .updateTable('organization')
        .set({ features: JSON.stringify(on) })
        .where('id', '=', 'w')
        .execute()
    })
  })
  beforeEach(() => {
    // Nobody's admissions of one test count in another.
    clock.time += 48 * hourMs
  })

  /** A patient who is registered at the practice alone. */
  const register = async (): Promise<{ readonly id: string; readonly number: string }> => {
    const number = numbers[(registered += 1)] ?? ''
    const id = `far-${registered}`
    await opened.database.asSystem((trx) =>
      addPatient(trx, { id, of: 'p', first: 'Ada', last: `Far ${registered}`, nhs: number }),
    )
    return { id, number }
  }
  const admit = async (as: string): Promise<string> => {
    const { id, number } = await register()
    const answer = await server.ask(AdmitPatientToWardDocument.text, {
      as,
      variables: {
        registeredElsewhere: { nationalIdentifierValue: number, birthDate: '1940-02-29' },
        wardId: 'ward-A',
        carePathwayId: 'pathway-w',
        spo2Scale2: 'KEEP',
      },
    })
    expect(answer.errors).toEqual([])
    return id
  }
  const linkOf = async (patientId: string) =>
    opened.database.asSystem((trx) =>
      trx
        .selectFrom('patient_organization')
        .select(['others_from', 'held_since'])
        .where('patient_id', '=', patientId)
        .where('organization_id', '=', 'w')
        .executeTakeFirstOrThrow(),
    )
  const listed = async (as: string, patientId: string | null = null) => {
    const answer = await server.ask(PartRecordsDocument.text, { as, variables: { patientId } })
    expect(answer.errors).toEqual([])
    return (
      answer.data as unknown as {
        partRecords: readonly {
          patient: { id: string }
          isOwn: boolean
          heldSince: string | null
        }[]
      }
    ).partRecords
  }
  const listedIds = async (as: string) =>
    (await listed(as)).map(({ patient }) => patient.id).toSorted()
  const openWhole = async (as: string, patientId: string, organizationId = 'w') =>
    codeOf(
      await server.ask(OpenWholeRecordDocument.text, {
        as,
        variables: { patientId, organizationId },
      }),
    )
  const release = async (as: string, patientId: string) =>
    codeOf(await server.ask(ReleasePartRecordDocument.text, { as, variables: { patientId } }))
  const loggedOf = async (patientId: string, action: string) =>
    opened.database.asSystem(async (trx) =>
      (
        await trx
          .selectFrom('action_log')
          .select(['organization_id', 'actor_id'])
          .where('patient_id', '=', patientId)
          .where('action', '=', action)
          .execute()
      )
        .map((row) => `${row.organization_id} ${row.actor_id}`)
        .toSorted(),
    )

  describe('T8 the organisation where a patient is registered', () => {
    test('is told of the admission by identifier, and opens the whole record by one answer, in the log of both', async () => {
      const id = await admit('nurse')
      expect(await listed('gp')).toMatchObject([
        {
          patient: { id },
          isOwn: false,
          heldSince: null,
          organization: { id: 'w' },
          admittedAt: new Date(clock.time).toISOString(),
        },
      ])
      expect(await listed('nurse')).toEqual([])
      expect(await openWhole('gp', id)).toBe('ok')
      expect(await linkOf(id)).toEqual({ others_from: null, held_since: null })
      expect(await loggedOf(id, 'openWholeRecord')).toEqual(['p gp', 'w gp'])
      expect(await listed('gp')).toEqual([])
      expect(await openWhole('gp', id)).toBe('NOT_FOUND')
    })

    test('has the part of one patient by their id, and nobody else has', async () => {
      const [first, second] = [await admit('nurse'), await admit('nurse')]
      const idsOf = async (as: string, patientId: string) =>
        (await listed(as, patientId)).map(({ patient }) => patient.id)
      expect(await idsOf('gp', first)).toEqual([first])
      expect(await idsOf('gp', second)).toEqual([second])
      expect(
        codeOf(
          await server.ask(PartRecordsDocument.text, {
            as: 'gp',
            variables: { patientId: 'nobody' },
          }),
        ),
      ).toBe('NOT_FOUND')
      expect(await idsOf('nurse', first)).toEqual([])
      for (const id of [first, second]) await openWhole('gp', id)
    })

    test('alone opens it: not who was given the part, not a third one, and nothing of one that has no part', async () => {
      const id = await admit('nurse')
      expect(await openWhole('nurse', id)).toBe('NOT_FOUND')
      expect(await openWhole('admin', id)).toBe('NOT_FOUND')
      expect(await openWhole('carer', id)).toBe('FORBIDDEN')
      expect(await openWhole('gp', id, 'p')).toBe('NOT_FOUND')
      expect(await openWhole('gp', id, 'h')).toBe('NOT_FOUND')
      expect(await linkOf(id)).toEqual({
        others_from: open30Days(clock.time),
        held_since: null,
      })
      await openWhole('gp', id)
    })
  })

  describe('T8 from the eleventh admission by identifier of one user in a day', () => {
    test('the patient is admitted, and what it opens waits for an administrator', async () => {
      const first: string[] = []
      for (let count = 0; count < 10; count += 1) first.push(await admit('nurse'))
      for (const id of first)
        expect(await linkOf(id)).toEqual({
          others_from: open30Days(clock.time),
          held_since: null,
        })
      const eleventh = await admit('nurse')
      const heldSince = new Date(clock.time).toISOString()
      expect(await linkOf(eleventh)).toEqual({ others_from: othersClosed, held_since: heldSince })
      // Another user's are counted for themselves.
      expect((await linkOf(await admit('manager'))).held_since).toBeNull()
      expect((await listed('admin')).filter(({ isOwn }) => isOwn)).toMatchObject([
        { patient: { id: eleventh }, heldSince },
      ])
      expect(await listedIds('gp')).toContain(eleventh)

      expect(await release('nurse', eleventh)).toBe('FORBIDDEN')
      expect(await release('admin', first[0] ?? '')).toBe('NOT_FOUND')
      clock.time += hourMs
      expect(await release('admin', eleventh)).toBe('ok')
      expect(await linkOf(eleventh)).toEqual({
        others_from: open30Days(clock.time - hourMs),
        held_since: null,
      })
      expect(await loggedOf(eleventh, 'releasePartRecord')).toEqual(['w admin'])
      expect(await release('admin', eleventh)).toBe('NOT_FOUND')

      // Ten are opened again a day after.
      clock.time += 24 * hourMs
      expect((await linkOf(await admit('nurse'))).held_since).toBeNull()
    })

    test('nothing is held any more once the stay has been over for 24 hours', async () => {
      for (let count = 0; count < 10; count += 1) await admit('nurse')
      const id = await admit('nurse')
      expect((await linkOf(id)).held_since).not.toBeNull()
      const endedAt = clock.time
      await opened.database.asSystem((trx) =>
        trx
          .updateTable('ward_admission')
          .set({ discharged_at: new Date(endedAt).toISOString() })
          .where('patient_id', '=', id)
          .execute(),
      )
      const due = (ms: number) =>
        runDue(opened.database, { clock: { now: () => ms }, asksDatabase: false }, false)
      await due(endedAt + 24 * hourMs - 1)
      expect((await linkOf(id)).held_since).not.toBeNull()
      await due(endedAt + 24 * hourMs)
      expect(await linkOf(id)).toEqual({ others_from: othersClosed, held_since: null })
      expect(await listedIds('admin')).not.toContain(id)
    })
  })
})
