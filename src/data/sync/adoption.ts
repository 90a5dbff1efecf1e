import { z } from 'zod'
import type { Problem } from '../../domain/problem'
import type { Me } from '../../domain/user/me'
import type { OldCommand, OldOutbox } from '../../platform/store'
import type { Command } from '../kit'

/** What that version kept of a command, in the clear. */
export const oldBodySchema = z.object({ input: z.unknown(), capturedAt: z.number() })
const answerSchema = z.object({
  kind: z.string(),
  message: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })),
})

/**
 * What is written anew of an old command: under its own id, at its own time; `refused`: it waits
 * for its author's decision.
 */
export interface Adopted {
  readonly id: string
  readonly command: Command<unknown, unknown>
  readonly input: unknown
  readonly me: Me
  readonly capturedAt: number
  readonly refused: Problem | null
}

/**
 * Moves what the version before left waiting into the sealed outbox, once its author is signed in
 * and this device was introduced. Under its own id, which the server knows from both ways of
 * sending: whatever happens in between, it is done once. What cannot be moved now stays, its lane
 * behind it, and is tried again.
 */
export const createAdoption = (options: {
  readonly old: OldOutbox
  readonly me: () => Me | null
  readonly command: (name: string) => Command<unknown, unknown> | undefined
  /** Resolves when it is safe in the sealed outbox, or was there before. */
  readonly write: (adopted: Adopted) => Promise<void>
  readonly report: (thrown: unknown, where: string) => void
}) => {
  /** Users and organisations whose old work was looked for in this page's life. */
  const looked = new Set<string>()

  const adopt = async (row: OldCommand, me: Me): Promise<void> => {
    const command = options.command(row.op)
    // Of a version that this one does not know: it stays for that one.
    if (command === undefined || !command.waits || row.opVersion > command.version) return
    const { input, capturedAt } = oldBodySchema.parse(JSON.parse(row.body))
    const refused =
      row.state !== 'refused' || row.answer === null
        ? null
        : (answerSchema.parse(JSON.parse(row.answer)) as Problem)
    await options.write({ id: row.id, command, input, me, capturedAt, refused })
    await options.old.remove(row.id)
  }

  return async (): Promise<void> => {
    const me = options.me()
    if (me === null) return
    const owner = `${me.id} ${me.actingOrganization.id}`
    if (looked.has(owner)) return
    const waits = new Set<string>()
    for (const row of await options.old.of(me.id, me.actingOrganization.id)) {
      if (waits.has(row.lane)) continue
      try {
        await adopt(row, me)
      } catch (thrown) {
        options.report(thrown, 'old outbox')
        waits.add(row.lane)
      }
    }
    if (waits.size === 0) looked.add(owner)
  }
}
