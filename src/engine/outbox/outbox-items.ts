import type { StoredCommand } from '../store'
import { source, type Observable, type OutboxItem, type SessionState } from '../define'
import { isForPerson, isOpen } from './outbox-machine'
import { closedCommand, itemOf, type OpenedCommand, type Opener } from './waiting'

/** The waiting work of one user, opened where a key is here. */
export const createOutboxItems = (options: {
  readonly opener: Opener
  readonly session: Observable<SessionState>
  readonly sending: Observable<ReadonlySet<string>>
  readonly putOff: Observable<ReadonlySet<string>>
  /** How this device shows a subject now; null: it does not. */
  readonly identity: (subjectId: string) => Promise<{ readonly name: string } | null>
  readonly onCounts: (counts: { readonly waiting: number; readonly refused: number }) => void
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const items = source<readonly OutboxItem[]>([])
  let commands: readonly OpenedCommand[] = []
  let turn = 0

  const publish = (): void =>
    items.set(
      commands.map((command) => itemOf(command, options.sending.get(), options.putOff.get())),
    )

  /** Of what cannot be read any more its lane still says whom it is about. */
  const withAbout = async (opening: Promise<OpenedCommand>): Promise<OpenedCommand> => {
    const opened = await opening
    const { row, body } = opened
    if (body.input !== null || row.lane === 'user') return opened
    const known = await options.identity(row.lane).catch(() => null)
    return { ...opened, about: { id: row.lane, name: known?.name ?? null } }
  }

  return {
    items,
    publish,
    /** As it was read last. */
    find: (id: string): OpenedCommand | undefined => commands.find(({ row }) => row.id === id),
    /** One user's commands, as they are now. */
    take: async (all: readonly StoredCommand[]): Promise<void> => {
      const rows = all.filter(({ state }) => isOpen(state) || isForPerson(state))
      const mine = (turn += 1)
      options.onCounts({
        waiting: rows.filter(({ state }) => isOpen(state)).length,
        refused: rows.filter(({ state }) => isForPerson(state)).length,
      })
      try {
        const acting = options.session.get().actingOrganizationId
        const opened = await Promise.all(
          rows.map((row) =>
            row.organization === acting
              ? withAbout(options.opener.toShow(row))
              : closedCommand(row),
          ),
        )
        if (mine !== turn) return
        commands = opened
        publish()
      } catch (thrown) {
        options.report(thrown, 'outbox')
      }
    },
  }
}
