import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../server/db/database'
import { openLogKey } from '../../server/db/log-key'
import { verifyLog } from '../../server/db/verify-log'
import { newCheck, type Check } from './check'
import type { Play } from './play'
import { personOf } from './world'

/** The action log is whole, and holds each act once that its author was told is done. */
export const logHoldsAll = async (play: Play, database: Database): Promise<Check> => {
  const check = newCheck('the action log is whole, and holds each act once')
  const folder = mkdtempSync(join(tmpdir(), 'lamplight-week-'))
  try {
    const said: string[] = []
    const whole = await verifyLog({
      database,
      anchor: join(folder, 'anchor'),
      key: openLogKey(folder),
      nowMs: play.now(),
      say: (line) => void said.push(line),
    })
    if (whole === null) check.failures.push(`The log is not whole: ${said.join('; ')}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const acts = new Map<string, number>()
  for (const { by, action, entity } of play.ledger.acts) {
    const key = `${by} ${action} ${entity}`
    acts.set(key, (acts.get(key) ?? 0) + 1)
  }
  const logged = new Map<string, number>()
  const rows = await database.kysely
    .selectFrom('action_log')
    .select(['actor_id', 'action', 'entity_id', 'organization_id'])
    .where('actor_id', 'is not', null)
    .execute()
  for (const row of rows) {
    // What is done for another organisation's patient is in both logs (docs/decisions/0040).
    if (row.organization_id !== personOf(row.actor_id ?? '').organization) continue
    const key = `${row.actor_id} ${row.action} ${row.entity_id}`
    logged.set(key, (logged.get(key) ?? 0) + 1)
  }
  const actions = new Set(play.ledger.acts.map(({ action }) => action))
  for (const key of new Set([...acts.keys(), ...logged.keys()])) {
    if (!actions.has(key.split(' ')[1] ?? '')) continue
    check.judged += 1
    const [done, told] = [acts.get(key) ?? 0, logged.get(key) ?? 0]
    // Who never heard what became of it wrote nothing down.
    const mayBeDone = play.ledger.unheard.filter((one) => one === key).length
    if (told < done || told > done + mayBeDone)
      check.failures.push(`${key}: done ${done} times, in the log ${told} times`)
  }
  return check
}
