import { toProblem } from '../../domain/problem'
import type { Sender } from '../../platform/graphql'
import type { OutboxStore, StoredCommand } from '../../platform/store'
import type { Command } from '../kit'
import { outcomeOf, type Outcome } from './outcome'
import { readAnswer } from './refresh'
import { openCommand } from './waiting'

/**
 * Delivers a waiting command as the specification's named mutation, under the command's id as idempotency key: how other
 * clients do it, and the simulation's server until it speaks the sync protocol. The portal's way is push-delivery.ts.
 */
export const createNamedMutationDelivery = (options: {
  readonly sender: Sender
  readonly outbox: OutboxStore
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  readonly report: (thrown: unknown, where: string) => void
}) => async (row: StoredCommand): Promise<Outcome> => {
  const command = options.command(row.op)
  // Written by a newer version of the portal: it waits for that version, it is never dropped.
  if (command === undefined || row.opVersion > command.version) {
    return { kind: 'held', as: 'upgrade', problem: { kind: 'unknown', message: 'Waits for an update of this app', fields: [] } }
  }
  try {
    const { body } = await openCommand(options.outbox, row)
    const request = command.request(body.input, { id: row.id, capturedAt: body.capturedAt })
    const answer = await options.sender.send({ ...request, organizationId: row.organization, userId: row.author })
    return { kind: 'accepted', epoch: '', settled: readAnswer((value) => command.wire(value), answer, options.report, row.op) }
  } catch (thrown) {
    options.report(thrown, row.op)
    return outcomeOf(toProblem(thrown))
  }
}
