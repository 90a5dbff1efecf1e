import type { Trx } from '../db/database'
import { nextRevision } from '../db/revision'
import { demonstrationAccounts } from './accounts'
import { organizationOf } from './organizations'
import { demonstrationPatients } from './people'
import { demonstrationId } from './random'

const minuteMs = 60_000
const dayMs = 86_400_000

interface Line {
  /** Whole days before the day of the last message, and the minute of that day (UTC). */
  readonly daysAgo: number
  readonly minute: number
  /** The e-mail of who wrote it; null: the patient. */
  readonly by: string | null
  readonly text: string
}

const at = (hour: number, minute: number): number => hour * 60 + minute
const nurse = 'nurse@riverside.example'

/** By last name of the patient of Riverside; the last of them waits for an answer since the night. */
export const conversations: Readonly<Record<string, readonly Line[]>> = {
  Pendlebury: [
    {
      daysAgo: 2,
      minute: at(9, 4),
      by: null,
      text: 'The new mask leaks a bit when I lie on my side.',
    },
    {
      daysAgo: 2,
      minute: at(9, 31),
      by: nurse,
      text: 'Thank you for telling us. Please tighten the lower strap by one hole. Does it still leak?',
    },
    { daysAgo: 2, minute: at(9, 40), by: null, text: 'Better. Slept through.' },
    {
      daysAgo: 1,
      minute: at(16, 12),
      by: nurse,
      text: 'Good. Your reading of 4 pm is due: can you take it now?',
    },
    { daysAgo: 1, minute: at(16, 20), by: null, text: 'Done.' },
  ],
  Whitcombe: [
    {
      daysAgo: 1,
      minute: at(11, 2),
      by: 'admin@riverside.example',
      text: 'Good morning, Mr Whitcombe. Please sit for a minute before you stand up, and again before you walk.',
    },
    { daysAgo: 1, minute: at(11, 15), by: null, text: 'I will. My daughter is here until Friday.' },
  ],
  'Müller-Hartmann': [
    { daysAgo: 1, minute: at(18, 50), by: nurse, text: 'How is the cough this evening?' },
    { daysAgo: 1, minute: at(19, 5), by: null, text: 'Still there, but less than yesterday.' },
    {
      daysAgo: 0,
      minute: at(2, 14),
      by: null,
      text: 'I woke up coughing and cannot get back to sleep. Should I take another reading?',
    },
  ],
}

const lastMinute = Math.max(
  ...Object.values(conversations).flatMap((lines) =>
    lines.flatMap(({ daysAgo, minute }) => (daysAgo === 0 ? [minute] : [])),
  ),
)

/**
 * The start of the day (unix ms, UTC) of the last message: today, or yesterday where the night is
 * not that far. Each conversation keeps its order.
 */
const lastDayOf = (nowMs: number): number =>
  Math.floor((nowMs - (lastMinute + 1) * minuteMs) / dayMs) * dayMs

/** What is said in the conversations that a demonstration begins with, oldest first. Unix ms. */
export const chatLines = (nowMs: number) =>
  Object.entries(conversations)
    .flatMap(([lastName, lines]) =>
      lines.map(({ daysAgo, minute, by, text }, nth) => ({
        lastName,
        by,
        text,
        id: demonstrationId('chat', lastName, String(nth)),
        ms: lastDayOf(nowMs) - daysAgo * dayMs + minute * minuteMs,
      })),
    )
    .toSorted((a, b) => a.ms - b.ms)

/** Three conversations of Riverside; one of them has a message that nobody answered. */
export const seedChats = async (trx: Trx, nowMs: number): Promise<void> => {
  const organizationId = organizationOf('riverside').id
  for (const { lastName, id, by, text, ms } of chatLines(nowMs)) {
    const patient = demonstrationPatients.find(
      (one) => one.organization === 'riverside' && one.lastName === lastName,
    )
    if (patient === undefined) throw new Error(`No patient ${lastName} to chat with`)
    const author = by === null ? null : demonstrationAccounts.find(({ email }) => email === by)
    const written = new Date(ms).toISOString()
    await trx
      .insertInto('chat_message')
      .values({
        id,
        organization_id: organizationId,
        patient_id: patient.id,
        author_id: author?.id ?? null,
        text,
        captured_at: written,
        created_at: written,
        source_id: by === null ? id : null,
        payload_hash: by === null ? 'demonstration' : null,
        revision: await nextRevision(trx, organizationId),
      })
      .execute()
  }
}
