import type { Me } from '../../domain/user/me'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import type { Command } from '../kit'
import { isRefused } from './outbox-machine'

/** Writes commands that travel as the named mutation: unsealed, so that only their author's session sends them. */
export const createNamedWriter = (options: {
  readonly outbox: OutboxStore
  readonly now: () => number
  readonly command: (name: string) => Command<unknown, unknown> | undefined
}) => {
  const write = async (command: Command<unknown, unknown>, input: unknown, id: string, me: Me, capturedAt: number, replaces?: string): Promise<void> => {
    const lane = command.lane(input)
    await options.outbox.add({
      id, author: me.id, organization: me.actingOrganization.id, lane, n: await options.outbox.nextNumber(lane), op: command.name, opVersion: command.version,
      capturedAt, sessionId: '', sealed: '', signature: '', value: { input, capturedAt, changes: command.plan(input, { id, now: capturedAt, me }), patient: null },
    }, replaces)
  }
  return {
    save: (command: Command<unknown, unknown>, input: unknown, id: string, me: Me): Promise<void> => write(command, input, id, me, options.now()),
    replace: async (row: StoredCommand, input: unknown, me: Me): Promise<string> => {
      const command = options.command(row.op)
      if (command === undefined) throw new Error(`No command is called ${row.op}`)
      await write(command, input, row.id, me, options.now(), row.id)
      return row.id
    },
    // Under the same key: this server keeps no refusals, so another id could be done beside the old one.
    resend: (row: StoredCommand): Promise<void> =>
      options.outbox.move([row.id], (kept) => isRefused(kept.state) ? { ...kept, state: 'WAITING', code: null, answer: null } : kept).then(() => undefined),
  }
}
