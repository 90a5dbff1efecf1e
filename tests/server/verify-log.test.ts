import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendAction } from '../../server/db/action-log'
import { verifyLog } from '../../server/db/verify-log'
import { onPglite } from './engines'
import { at, buildWorld } from './world'

onPglite(buildWorld, (opened) => {
  let folder = ''
  let said: string[] = []
  const anchor = () => join(folder, 'anchor')
  const verify = async () => {
    said = []
    return verifyLog(opened.database, anchor(), (line) => said.push(line))
  }
  const append = async (organizationId: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      await opened.database.asSystem((trx) =>
        appendAction(trx, { organizationId, at: at(n), actorId: 'nurse', action: `act-${n}` }),
      )
  }
  /** As somebody with the owner's rights would, past the triggers. */
  const tamper = (statement: string) =>
    opened.database.asSystem(async (trx) => {
      await sql`alter table action_log disable trigger user`.execute(trx)
      await sql.raw(statement).execute(trx)
      await sql`alter table action_log enable trigger user`.execute(trx)
    })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'verify-log-'))
    await tamper('delete from action_log')
    await append('w', 5)
    await append('h', 2)
    expect(await verify()).toBe(true)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('a whole log moves the anchor to its end', async () => {
    expect(said.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'whole h 2',
      'whole w 5',
    ])
    await append('w', 3)
    expect(await verify()).toBe(true)
    expect(readFileSync(anchor(), 'utf8')).toMatch(/^whole w 8 [0-9a-f]{64}$/m)
    expect(existsSync(`${anchor()}.new`)).toBe(false)
  })

  for (const [what, statement, broken] of [
    ['action', `update action_log set action = 'x' where organization_id = 'w' and seq = 3`, 3],
    ['actor', `update action_log set actor_id = 'x' where organization_id = 'w' and seq = 2`, 2],
    [
      'time',
      `update action_log set at = at - interval '1 hour' where organization_id = 'w' and seq = 4`,
      4,
    ],
    [
      'detail',
      `update action_log set details = '{"a":1}' where organization_id = 'w' and seq = 1`,
      1,
    ],
  ] as const)
    test(`a changed ${what} is found at its entry`, async () => {
      await tamper(statement)
      expect(await verify()).toBe(false)
      expect(said).toContain(`BROKEN w at ${broken}`)
    })

  test('an entry taken from the middle is found', async () => {
    await tamper(`delete from action_log where organization_id = 'w' and seq = 3`)
    expect(await verify()).toBe(false)
    expect(said).toContain('BROKEN w at 3')
  })

  test('an end that was cut off is found by the anchor', async () => {
    await tamper(`delete from action_log where organization_id = 'w' and seq = 5`)
    expect(await verify()).toBe(false)
    expect(said).toContain('BROKEN w at 5')
  })

  test('an end that was written anew is found by the anchor', async () => {
    await tamper(`delete from action_log where organization_id = 'w' and seq = 5`)
    await append('w', 2)
    expect(await verify()).toBe(false)
    expect(said).toContain('BROKEN w at 5')
  })

  test('a log that is gone as a whole is found by the anchor', async () => {
    await tamper(`delete from action_log where organization_id = 'h'`)
    expect(await verify()).toBe(false)
    expect(said).toContain('BROKEN h at 1')
  })

  test('the anchor of a broken log stays, so that the next check finds it too', async () => {
    const before = readFileSync(anchor(), 'utf8')
    await tamper(`delete from action_log where organization_id = 'w' and seq = 5`)
    expect(await verify()).toBe(false)
    expect(readFileSync(anchor(), 'utf8')).toBe(before)
    expect(await verify()).toBe(false)
  })

  test('the log of one organisation does not hide that of another', async () => {
    await tamper(`update action_log set action = 'x' where organization_id = 'h' and seq = 1`)
    expect(await verify()).toBe(false)
    expect(said.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'BROKEN h',
      'whole w',
    ])
  })

  test('an anchor that this check did not write is refused, not taken for none', async () => {
    const { writeFileSync } = await import('node:fs')
    writeFileSync(anchor(), 'nonsense\n')
    await expect(verify()).rejects.toThrow('Not a line')
  })
})
