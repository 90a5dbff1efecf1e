import type { Me } from '../../domain/user/me'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import type { Command } from '../kit'
import { openCommand } from './waiting'

/** Writes commands that travel as the named mutation: unsealed, so that only their author's session sends them. */
export const createNamedWriter = (options: {
  readonly outbox: OutboxStore
  readonly now: () => number
  readonly newId: () => string
  readonly command: (name: string) => Command<unknown, unknown> | undefined
}) => {
  const write = async (command: Command<unknown, unknown>, input: unknown, id: string, me: Me, capturedAt: number, replaces?: string): Promise<void> => {
    const lane = command.lane(input)
    await options.outbox.add({
      id, author: me.id, organization: me.actingOrganization.id, lane, n: await options.outbox.nextNumber(lane), op: command.name, opVersion: command.version,
      capturedAt, sessionId: '', sealed: '', signature: '', value: { input, capturedAt, changes: command.plan(input, { id, now: capturedAt, me }) },
    }, replaces)
  }
  return {
    save: (command: Command<unknown, unknown>, input: unknown, id: string, me: Me): Promise<void> => write(command, input, id, me, options.now()),
    resend: async (row: StoredCommand, me: Me): Promise<void> => {
      const command = options.command(row.op)
      if (command === undefined) return
      const { body } = await openCommand(options.outbox, row)
      await write(command, body.input, options.newId(), { ...me, actingOrganization: { ...me.actingOrganization, id: row.organization } }, body.capturedAt, row.id)
    },
  }
}
