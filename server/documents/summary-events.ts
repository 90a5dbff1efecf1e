import { outcomeSaid } from '../../src/domain/alerts/outcome'
import { contactSaid } from '../../src/domain/contact/words'
import type { Block } from '../../src/domain/document/paper'
import { mostOfStay, noteOf, type SummaryAlert } from '../../src/domain/document/summary'
import type { Told } from './told'

const alertName = (alert: SummaryAlert, { words }: Told): string => {
  const t = words.alerts
  const name =
    alert.type === 'CheckupScheduleEvent'
      ? alert.name === null
        ? t.missedRepeat
        : t.missed(alert.name)
      : alert.type === 'PatientCallbackRequest'
        ? t.callback
        : (alert.name ?? (alert.silent === null ? t.rule : (t.silent[alert.silent] ?? t.rule)))
  return alert.count > 1 ? `${name}, ${t.times(alert.count)}` : name
}

const outcomeOf = (alert: SummaryAlert, { summary, words, when }: Told): string => {
  const t = words.alerts
  const { closedAt, closedBy, closedReason, acknowledgedAt, acknowledgedBy, escalatedAt } = alert
  const at = closedAt === null ? words.unknown : when(closedAt)
  const end =
    closedAt === null
      ? t.open
      : closedReason === 'discharged'
        ? t.closed.discharged
        : closedReason === 'answered'
          ? t.closed.answered(at)
          : closedReason === 'ended'
            ? t.closed.ended(at)
            : closedReason === 'struck-out'
              ? t.closed.struckOut(at)
              : t.closed.resolved(closedBy ?? t.somebody, at)
  return [
    acknowledgedAt === null ? '' : t.taken(acknowledgedBy ?? t.somebody, when(acknowledgedAt)),
    escalatedAt === null ? '' : t.escalated(when(escalatedAt)),
    end,
    alert.outcome == null
      ? ''
      : `${outcomeSaid(alert.outcome, alert.outcomeText, summary.edition)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** The alerts of a stay with what became of them. */
export const alertsBlocks = (told: Told): readonly Block[] => {
  const { summary, words, when } = told
  const t = words.alerts
  return [
    { kind: 'heading', level: 2, text: t.heading },
    ...(summary.alertCount > summary.alerts.length
      ? [
          {
            kind: 'paragraph',
            tone: 'quiet',
            text: t.count(summary.alerts.length, summary.alertCount),
          } as const,
        ]
      : []),
    {
      kind: 'table',
      columns: [
        { label: t.raised, share: 2 },
        { label: t.what, share: 3 },
        { label: t.severity },
        { label: t.outcome, share: 4 },
      ],
      rows: summary.alerts.map((alert) => [
        when(alert.startedAt),
        alertName(alert, told),
        t.severities[alert.severity] ?? words.unknown,
        outcomeOf(alert, told),
      ]),
      empty: t.none,
    },
  ]
}

/** Calls and visits of a stay; nothing where none was recorded. */
export const contactsBlocks = ({ summary, words, when }: Told): readonly Block[] => {
  const t = words.contacts
  const { contacts, contactCount: count, edition } = summary
  if (count === 0) return []
  return [
    { kind: 'heading', level: 2, text: t.heading },
    ...(count > contacts.length
      ? [{ kind: 'paragraph', tone: 'quiet', text: t.count(contacts.length, count) } as const]
      : []),
    {
      kind: 'table',
      columns: [
        { label: t.at, share: 2 },
        { label: t.author, share: 2 },
        { label: t.what, share: 3 },
        { label: t.note, share: 3 },
      ],
      rows: contacts.map((one) => [
        when(one.at),
        one.author ?? words.unknown,
        contactSaid(one, edition),
        one.note ?? '',
      ]),
      empty: '',
    },
  ]
}

/** What was written during a stay, in notes and with check-ups, newest first. */
export const notesBlocks = ({ summary, words, when }: Told): readonly Block[] => {
  const t = words.notes
  const ofCheckups = [...summary.earlier, ...summary.checkups].flatMap((one) => {
    const note = noteOf(one)
    return note === null ? [] : [{ at: one.at, author: one.author, text: `${t.ofCheckup}${note}` }]
  })
  const notes = [...summary.notes, ...ofCheckups]
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, mostOfStay.notes)
  const count = summary.noteCount + Math.max(summary.checkupNoteCount, ofCheckups.length)
  return [
    { kind: 'heading', level: 2, text: t.heading },
    ...(count > notes.length
      ? [{ kind: 'paragraph', tone: 'quiet', text: t.count(notes.length, count) } as const]
      : []),
    {
      kind: 'table',
      columns: [
        { label: t.at, share: 2 },
        { label: t.author, share: 2 },
        { label: t.text, share: 6 },
      ],
      rows: notes.map(({ at, author, text }) => [when(at), author ?? words.unknown, text]),
      empty: t.none,
    },
  ]
}
