import type { OldCommand, OldOutbox } from '../../platform/store'
import type { OutboxItem, SeenIdentity } from '../kit'
import { oldBodySchema } from './adoption'

/** Work of the version before that is not in the sealed outbox yet. */
export interface OlderWork {
  readonly author: string
  readonly item: OutboxItem
}

/** Whom a lane is about, where it is a patient's; `user` is its author's own. */
const ownLane = 'user'

/** When an id was made, epoch milliseconds (RFC 9562, version 7). */
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/**
 * What the version before left here, of everybody, in the order of writing. It did not keep whom
 * its author saw: `identity` says whom this device shows now, null where it does not. What cannot
 * be read is still told of, without its words.
 */
export const readOlder = async (
  old: OldOutbox,
  identity: (patientId: string) => Promise<SeenIdentity | null>,
  report: (thrown: unknown, where: string) => void,
): Promise<readonly OlderWork[]> => {
  const bodyOf = (row: OldCommand): { readonly input: unknown; readonly capturedAt: number } => {
    try {
      return oldBodySchema.parse(JSON.parse(row.body))
    } catch (thrown) {
      report(thrown, 'old outbox')
      return { input: null, capturedAt: timeOf(row.id) }
    }
  }
  return await Promise.all(
    (await old.all()).map(async (row): Promise<OlderWork> => {
      const { input, capturedAt } = bodyOf(row)
      const seen = row.lane === ownLane ? null : await identity(row.lane).catch(() => null)
      return {
        author: row.author,
        item: {
          id: row.id,
          op: row.op,
          organizationId: row.organization,
          capturedAt,
          state: 'held-older',
          input,
          problem: null,
          expiresAt: null,
          code: null,
          conflict: null,
          mayBeDone: false,
          isPutOff: false,
          isLost: false,
          about: null,
          patient:
            seen === null
              ? null
              : {
                  id: row.lane,
                  name: seen.name,
                  birthDate: seen.birthDate,
                  identifierLast4: seen.identifierLast4,
                },
        },
      }
    }),
  )
}
