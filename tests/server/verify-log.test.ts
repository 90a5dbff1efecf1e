import { createPublicKey, verify as isSignedBy } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendAction } from '../../server/db/action-log'
import { openLogKey } from '../../server/db/log-key'
import { verifyLog } from '../../server/db/verify-log'
import { createWitness } from '../../server/jobs/witness'
import type { Mail } from '../../server/identity'
import { onPglite } from './engines'
import { at, buildWorld, now } from './world'

onPglite(buildWorld, (opened) => {
  let folder = ''
  let said: string[] = []
  const anchor = () => join(folder, 'anchor')
  const verify = async (reads: 'all' | 'since-heads' = 'all') => {
    said = []
    const parts = {
      database: opened.database,
      anchor: anchor(),
      key: openLogKey(folder),
      nowMs: now,
      say: (line: string) => void said.push(line),
    }
    return (await verifyLog(parts, reads)) !== null
  }
  const append = async (organizationId: string, count: number, actorId = 'nurse') => {
    for (let n = 0; n < count; n += 1)
      await opened.database.asSystem((trx) =>
        appendAction(trx, { organizationId, at: at(n), actorId, action: `act-${n}` }),
      )
  }
  /** As somebody with the owner's rights would, past the triggers. */
  const tamper = (statement: string) =>
    opened.asOwner(async (trx) => {
      await sql`alter table action_log disable trigger user`.execute(trx)
      await sql.raw(statement).execute(trx)
      await sql`alter table action_log enable trigger user`.execute(trx)
    })
  const openWitness = (auditMail: string | null = 'audit@trust.example') => {
    const mails: Mail[] = []
    const logged: Record<string, unknown>[] = []
    const watch = createWitness({
      database: opened.database,
      clock: { now: () => now },
      log: {
        info: (fields: object) => void logged.push({ ...fields }),
        error: (fields: object) => void logged.push({ level: 'error', ...fields }),
      },
      mailer: { send: async (mail) => void mails.push(mail) },
      key: openLogKey(folder),
      anchor: anchor(),
      auditMail,
    })
    return { mails, logged, watch }
  }
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
    expect(said).toContain('BROKEN w between 1 and 5')
  })

  describe('a chain that was written anew from one entry on, hour by hour watched', () => {
    const writtenAnew = async (from: number, to: number): Promise<void> => {
      await tamper(`delete from action_log where organization_id = 'w' and seq >= ${from}`)
      await append('w', to - from + 1, 'somebody else')
    }
    beforeEach(async () => {
      for (let hour = 6; hour <= 60; hour += 1) {
        await append('w', 1)
        expect(await verify()).toBe(true)
      }
    })

    test('is told by that entry where it is new, and else by the entries between which it is', async () => {
      for (const [from, told] of [
        [60, 'BROKEN w at 60'],
        [57, 'BROKEN w at 57'],
        [48, 'BROKEN w between 48 and 49'],
        [20, 'BROKEN w between 14 and 21'],
        [2, 'BROKEN w between 1 and 5'],
      ] as const) {
        const before = await opened.database.kysely
          .selectFrom('action_log')
          .selectAll()
          .where('organization_id', '=', 'w')
          .where('seq', '>=', from)
          .execute()
        await writtenAnew(from, 62)
        expect(await verify()).toBe(false)
        expect(said, `from ${from}`).toContain(told)
        expect(await verify('since-heads')).toBe(false)
        expect(said, `from ${from}, by the hour`).toContain(told)
        await tamper(`delete from action_log where organization_id = 'w' and seq >= ${from}`)
        await opened.database.asSystem((trx) =>
          trx
            .insertInto('action_log')
            .values(before.map((row) => ({ ...row, details: JSON.stringify(row.details) })))
            .execute(),
        )
        expect(await verify()).toBe(true)
      }
    })

    test('few ends of before are kept, the fewer the longer ago, and no mail or log has them', async () => {
      const kept = readFileSync(anchor(), 'utf8')
      expect(kept.match(/^earlier w /gm)?.length).toBeLessThan(25)
      const { logged, watch } = openWitness()
      await watch()
      expect(logged[0]?.statement).toMatch(/^whole w 60 /m)
      expect(logged[0]?.statement).not.toContain('earlier')
    })
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
    writeFileSync(anchor(), 'nonsense\n')
    await expect(verify()).rejects.toThrow('Not a line')
  })

  test('an anchor whose end was changed, or that another key signed, is refused', async () => {
    const kept = readFileSync(anchor(), 'utf8')
    writeFileSync(anchor(), kept.replace('whole w 5', 'whole w 4'))
    await expect(verify()).rejects.toThrow('The anchor was changed')
    writeFileSync(anchor(), kept)
    rmSync(join(folder, 'action-log-key.pem'))
    await expect(verify()).rejects.toThrow('signed with another key')
  })

  test('one of a release before signatures is taken, and the next one is signed', async () => {
    writeFileSync(anchor(), readFileSync(anchor(), 'utf8').replace(/^signed.*\n/m, ''))
    expect(await verify()).toBe(true)
    expect(readFileSync(anchor(), 'utf8')).toMatch(/^signed /m)
  })

  describe('the witness, hour by hour', () => {
    test('tells the ends signed: every hour to the log, once a day by mail; others can check them', async () => {
      const { mails, logged, watch } = openWitness()
      for (let hour = 0; hour < 25; hour += 1) await watch()
      expect(logged).toHaveLength(25)
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        ['audit@trust.example', 'Lamplight: ends of the action log'],
        ['audit@trust.example', 'Lamplight: ends of the action log'],
      ])
      const statement = logged[3]?.statement as string
      const [, ends = '', at = '', key = '', signature = ''] =
        /^((?:whole .*\n)+)signed (\S+) (\S+) (\S+)\n$/.exec(statement) ?? []
      expect(ends).toMatch(/^whole h 2 .*\nwhole w 5 /)
      const publicKey = createPublicKey({
        key: Buffer.from(key, 'base64'),
        format: 'der',
        type: 'spki',
      })
      const isSigned = (text: string) =>
        isSignedBy(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))
      expect([isSigned(`${ends}${at}`), isSigned(`${ends.replace('w 5', 'w 6')}${at}`)]).toEqual([
        true,
        false,
      ])
      expect(statSync(join(folder, 'action-log-key.pem')).mode & 0o077).toBe(0)
    })

    for (const [what, statement] of [
      ['an end that was cut off', `delete from action_log where organization_id = 'w' and seq = 5`],
      ['a log that is gone', `delete from action_log where organization_id = 'w'`],
      [
        'an entry that was changed since',
        `update action_log set action = 'x' where organization_id = 'w' and seq = 7`,
      ],
    ] as const)
      test(`${what} is told within the hour, and every hour from then on`, async () => {
        const { mails, logged, watch } = openWitness()
        await watch()
        await append('w', 2)
        await tamper(statement)
        await watch()
        await watch()
        const broken = logged.filter(({ level }) => level === 'error')
        expect(broken).toHaveLength(2)
        expect(broken[0]).toMatchObject({ event: 'action-log-broken' })
        expect(mails.slice(1).map(({ subject }) => subject)).toEqual([
          'Lamplight: the action log is broken',
          'Lamplight: the action log is broken',
        ])
        expect(mails[1]?.text).toMatch(/^BROKEN w at \d$/m)
      })

    test('an old entry that was changed is told within the day', async () => {
      const { logged, watch } = openWitness()
      await watch()
      await tamper(`update action_log set action = 'x' where organization_id = 'w' and seq = 2`)
      for (let hour = 1; hour <= 24; hour += 1) await watch()
      expect(logged.map(({ level }) => level)).toEqual([...Array(24).fill(undefined), 'error'])
    })

    test('a chain that was written anew as a whole is told within the hour', async () => {
      const { logged, watch } = openWitness()
      await watch()
      await tamper(`delete from action_log where organization_id = 'w'`)
      await append('w', 6, 'somebody else')
      await watch()
      expect(logged.at(-1)).toMatchObject({ level: 'error', found: ['BROKEN w between 1 and 5'] })
    })

    test('an anchor that was changed is told; nobody is mailed where no address is set', async () => {
      const { mails, logged, watch } = openWitness(null)
      await watch()
      writeFileSync(anchor(), readFileSync(anchor(), 'utf8').replace('whole w 5', 'whole w 4'))
      await watch()
      expect(logged.at(-1)).toMatchObject({
        event: 'action-log-broken',
        found: ['The anchor was changed, or signed with another key'],
      })
      expect(mails).toEqual([])
    })
  })
})
