import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import { secretBox } from '../../../server/secret-box'
import { currentEpoch, keepEpoch } from '../../../server/engine/epoch'
import { startServer } from '../client'
import type { TestServer } from '../client'
import { onBothEngines } from '../engines'
import { at, buildWorld, now } from '../world'
import { createPuller } from './puller'
import { createTablet } from './tablet'
import { openMemory } from '../memory'

const clock = { now: () => now }
const secrets = secretBox(new Uint8Array(32))

/**
 * Everything that came after the backup is taken away, as a restore does; org_version goes back
 * with it.
 */
const restoreTo = (database: Database, backup: Backup) =>
  database.asSystem(async (trx) => {
    for (const [organizationId, version] of backup.versions) {
      await trx
        .deleteFrom('patient_note')
        .where('organization_id', '=', organizationId)
        .where('revision', '>', version)
        .execute()
      await trx
        .deleteFrom('change')
        .where('organization_id', '=', organizationId)
        .where('v', '>', version)
        .execute()
      await trx
        .updateTable('org_version')
        .set({ version })
        .where('organization_id', '=', organizationId)
        .execute()
    }
    await trx.deleteFrom('sync_mutation').where('id', 'not in', backup.answers).execute()
    await trx.deleteFrom('sync_session').where('id', 'not in', backup.sessions).execute()
    await trx.deleteFrom('cvr').execute()
  })

interface Backup {
  readonly versions: ReadonlyMap<string, number>
  readonly answers: readonly string[]
  readonly sessions: readonly string[]
}
const backUp = async ({ kysely }: Database): Promise<Backup> => ({
  versions: new Map(
    (await kysely.selectFrom('org_version').selectAll().execute()).map((row) => [
      row.organization_id,
      row.version,
    ]),
  ),
  answers: (await kysely.selectFrom('sync_mutation').select('id').execute()).map(({ id }) => id),
  sessions: (await kysely.selectFrom('sync_session').select('id').execute()).map(({ id }) => id),
})

describe('the mark beside the database', () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lamplight-epoch-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
  const mark = (): { epoch: string; reached: number } =>
    JSON.parse(readFileSync(join(dataDir, 'epoch.json'), 'utf8')) as {
      epoch: string
      reached: number
    }

  test('a database that goes on keeps its epoch, one that is behind its mark or has another epoch begins a new one', async () => {
    const database = await openMemory()
    const keep = async (): Promise<string> => {
      await keepEpoch({ database, clock, dataDir })
      expect(mark().epoch).toBe(await currentEpoch(database, clock))
      return mark().epoch
    }
    const first = await keep()
    await buildWorld(database)
    expect(await keep()).toBe(first)
    expect(mark().reached).toBeGreaterThan(0)

    await database.asSystem((trx) => trx.updateTable('org_version').set({ version: 1 }).execute())
    const second = await keep()
    expect(second).not.toBe(first)
    expect(await keep()).toBe(second)

    writeFileSync(join(dataDir, 'epoch.json'), JSON.stringify({ ...mark(), epoch: first }))
    const third = await keep()
    expect(new Set([first, second, third])).toHaveLength(3)

    // A PGlite directory that was put back without its mark.
    rmSync(join(dataDir, 'epoch.json'))
    expect(await keep()).not.toBe(third)
    await database.close()
  })
})

onBothEngines(buildWorld, (opened) => {
  test('a PostgreSQL without a mark is only new to this server', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lamplight-epoch-'))
    const epoch = await currentEpoch(opened.database, clock)
    await keepEpoch({ database: opened.database, clock, dataDir })
    expect((await currentEpoch(opened.database, clock)) === epoch).toBe(
      opened.database.engine === 'postgres',
    )
    rmSync(dataDir, { recursive: true })
  })

  test('restored from an older backup: a cursor that is ahead proves it, and what was accepted since is applied again, once', async () => {
    const server: TestServer = await startServer(opened.database, { secrets })
    const tablet = createTablet(
      () => server,
      () => at(0),
    )
    const nurse = await tablet.signIn('nurse')
    const kept = await nurse.note('a1', 'in the backup')
    await tablet.push(nurse, kept)
    const backup = await backUp(opened.database)
    const care = await tablet.signIn('care')
    const lost = await nurse.note('a1', 'after the backup', { prev: kept.id })
    const hers = await care.note('a1', 'after the backup, by another', { prev: lost.id })
    expect(await tablet.said(nurse, lost, hers)).toEqual(['APPLIED', 'APPLIED'])
    let epoch = nurse.hello.epoch
    const puller = createPuller(tablet, 'nurse', () => epoch)
    await puller.pull(['PATIENT:a1', 'ROSTER:w'])

    await restoreTo(opened.database, backup)
    // A server that starts after a restore, with the same secrets.
    const restored: TestServer = await startServer(opened.database, { secrets })
    const after = createTablet(
      () => restored,
      () => at(0),
      tablet.group,
    )
    const revived = createPuller(after, 'nurse', () => epoch)
    revived.cursors.set('PATIENT:a1', puller.cursors.get('PATIENT:a1') ?? '')
    const answer = await revived.peek(['PATIENT:a1'])
    expect(answer.epoch).not.toBe(epoch)
    expect(answer).toMatchObject({ scopes: [], resetScopes: ['PATIENT:a1'] })
    epoch = answer.epoch
    expect(await after.said(nurse, lost)).toEqual(['EPOCH'])

    // Only the nurse says hello; the other author's session is known by its signed id.
    const again = await after.signIn('nurse', undefined, nurse.key)
    expect(again.hello.epoch).toBe(epoch)
    const retained = [{ ...kept, prev: null }, lost, hers]
    const resent = (await after.push(again, ...retained)).results
    expect(resent.map(({ class: it, replay }) => [it, replay])).toEqual([
      ['APPLIED', true],
      ['APPLIED', false],
      ['APPLIED', false],
    ])
    expect(
      (await after.push(again, ...retained)).results.map(({ class: it, replay }) => [it, replay]),
    ).toEqual(retained.map(() => ['APPLIED', true]))
    const notes = await opened.database.kysely
      .selectFrom('patient_note')
      .select(['id', 'created_by'])
      .where('id', 'in', [kept.id, lost.id, hers.id])
      .execute()
    expect(notes.map(({ id, created_by }) => [id, created_by]).toSorted()).toEqual(
      [
        [kept.id, 'nurse'],
        [lost.id, 'nurse'],
        [hers.id, 'care'],
      ].toSorted(),
    )
    await revived.pull(['PATIENT:a1'])
  })
})
