import { z } from 'zod'

const userSchema = z.object({ id: z.string(), name: z.string().nullable() })
export const actionLogEntrySchema = z.object({
  id: z.string(),
  message: z.string(),
  createdAt: z.string(),
  user: userSchema.nullable(),
  affectedOrganization: z.object({ id: z.string(), name: z.string() }),
  /** Null: the server itself did it. */
  actingOrganization: z.object({ id: z.string(), name: z.string() }).nullable(),
  loggedInAs: userSchema.nullable(),
  messageEntities: z.array(
    z.object({ text: z.string(), type: z.string(), instance: z.string().nullable() }),
  ),
})
/** What was done about a patient (C296). */
export type ActionLogEntry = z.infer<typeof actionLogEntrySchema>

/**
 * The sign of an entry: `alert` where it is about an alert, `alert-closed` where its message sets
 * the status to closed (C167); null: it has none.
 */
export const signOf = (
  entry: Pick<ActionLogEntry, 'message' | 'messageEntities'>,
): 'alert' | 'alert-closed' | null => {
  if (!entry.messageEntities.some(({ type }) => type === 'alert')) return null
  const set = /\bstatus\b/i.exec(entry.message)
  const to = set === null ? '' : entry.message.slice(set.index)
  return /\bto closed\b/i.test(to) ? 'alert-closed' : 'alert'
}

/** A part of a message; `entity`: what it names. */
export interface MessagePart {
  /** Where it begins in the message. */
  readonly at: number
  readonly text: string
  readonly entity: ActionLogEntry['messageEntities'][number] | null
}

/** The message in parts, so that what it names can be a link. */
export const partsOf = ({
  message,
  messageEntities,
}: Pick<ActionLogEntry, 'message' | 'messageEntities'>): readonly MessagePart[] => {
  const parts: MessagePart[] = []
  let at = 0
  for (const entity of messageEntities) {
    const found = entity.text === '' ? -1 : message.indexOf(entity.text, at)
    if (found < 0) continue
    if (found > at) parts.push({ at, text: message.slice(at, found), entity: null })
    parts.push({ at: found, text: entity.text, entity })
    at = found + entity.text.length
  }
  return at === message.length ? parts : [...parts, { at, text: message.slice(at), entity: null }]
}

/**
 * The first page, asked again, before what was loaded earlier. What was loaded is left out where
 * entries may be missing between the two: then the pages are loaded anew.
 * @returns the entries, newest first, each once, and where the next page begins
 */
export const joinPages = <Entry extends { readonly id: string }>(
  first: { readonly entries: readonly Entry[]; readonly next: string | null },
  loaded: { readonly entries: readonly Entry[]; readonly next: string | null } | null,
): { readonly entries: readonly Entry[]; readonly next: string | null } => {
  if (loaded === null) return first
  const oldest = first.entries.at(-1)
  const meet = loaded.entries.findIndex(({ id }) => id === oldest?.id)
  return meet < 0
    ? first
    : { entries: [...first.entries, ...loaded.entries.slice(meet + 1)], next: loaded.next }
}
