import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isFull } from '../depth'
import { hasPostgres, startOwnCluster } from '../server/postgres'
import { faultlessRun, runKills } from './kills'
import { runMailKills } from './mail-kills'

/** What happens by chance; `KILL_SEED=7` for something else. */
const seed = Number(process.env['KILL_SEED'] ?? 1)

// A few kills of the real server in every run of the tests; the many are `npm run kill`
// (docs/reliability.md has its figures).
describe(`a server killed with SIGKILL while tablets write through it (KILL_SEED=${seed})`, () => {
  let dataDir = ''
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lamplight-killed-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('over PGlite: everything that was acknowledged is there, once and in order', async () => {
    const report = await runKills({ kills: 3, dataDir, seed })
    expect(report).toMatchObject({ ...faultlessRun, serverKills: 3, accepted: report.written })
    expect(report.accepted).toBeGreaterThan(0)
  }, 400_000)

  test.skipIf(!hasPostgres)(
    'over PostgreSQL, which is killed as well: the same',
    async () => {
      const cluster = startOwnCluster()
      try {
        const report = await runKills({ kills: 3, dataDir, cluster, seed })
        expect(report).toMatchObject({
          ...faultlessRun,
          databaseKills: 1,
          accepted: report.written,
        })
        expect(report.accepted).toBeGreaterThan(0)
      } finally {
        cluster.stop()
      }
    },
    400_000,
  )

  test.skipIf(!hasPostgres)(
    'while it sends mails: each arrives, once or again under its own Message-ID, none is lost',
    async () => {
      const cluster = startOwnCluster()
      try {
        const kills = isFull ? 20 : 3
        const report = await runMailKills({ kills, dataDir, url: cluster.newDatabase(), seed })
        expect(report).toMatchObject({ kills, written: 8 * kills, lost: 0, twice: 0 })
        // Killed between the mail server's taking and our noting: it comes again.
        expect(report.repeated).toBeLessThanOrEqual(kills)
        expect(report.repeated).toBeGreaterThan(0)
      } finally {
        cluster.stop()
      }
    },
    1_200_000,
  )
})
