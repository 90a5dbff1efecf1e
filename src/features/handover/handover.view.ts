import { knownConditions, knownField, type CriticalField } from '../../domain/critical/information'
import {
  allergiesWords,
  fieldWords,
  namedFieldWords,
  type CriticalPatient,
} from '../../domain/critical/words'
import type { HandoverFacts } from '../../domain/handover/facts'
import type { Sbard } from '../../domain/handover/text'
import type { Edition } from '../../domain/organization/organization'
import { formatStaffName } from '../../domain/identity'
import { openTasks } from '../../domain/task/task'
import { formatDate, formatMoment } from '../../domain/time'
import { unreadSchedules } from '../../domain/virtual-ward/due'
import { ownValues } from '../../domain/virtual-ward/own-values'
import { isGrave } from '../../domain/virtual-ward/shown-score'
import type { VirtualWardPatient } from '../../domain/virtual-ward/virtual-ward'
import { boardTexts } from '../../texts/board'
import { handoverTexts } from '../../texts/handover'
import { alertWithHolder } from '../../ui/alerts'
import { rhythmWords } from '../../ui/clinical'
import { checkupNotes, lackWords, measuredWords, reasonWords } from '../../ui/risk'
import { dueWords, repeatSentences } from '../../ui/schedule'

/** Longest part of the last note that is handed over, characters. */
const noteMost = 120
const shortened = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= noteMost ? line : `${line.slice(0, noteMost - 1).trimEnd()}…`
}

const scoreWords = ({ score }: HandoverFacts, nowMs: number, edition: Edition): string => {
  const t = handoverTexts(edition).facts
  const total =
    score.total !== null
      ? String(score.total)
      : score.atLeast !== null
        ? t.atLeast(score.atLeast)
        : null
  if (total === null)
    return score.notScored === null
      ? t.noScore
      : boardTexts(edition).status.notScored[score.notScored]
  const when = score.measuredAtMs === null ? '' : formatMoment(score.measuredAtMs, nowMs, edition)
  return [
    t.score(total, when),
    ...score.marks.map((mark) => boardTexts(edition).scheme[mark]),
    ...(score.isStale ? [isGrave(score) ? t.measureAgain : t.outOfDate] : []),
  ].join(', ')
}

/** The newest value of each parameter, by check-up and monitoring, with when it was measured. */
const newestWords = (
  patient: VirtualWardPatient,
  nowMs: number,
  edition: Edition,
): readonly string[] => {
  const t = handoverTexts(edition).facts
  const values = ownValues(patient)
  return (['checkup', 'monitoring'] as const).flatMap((source) => {
    const own = values.filter((value) => value.source === source)
    const times = [...new Set(own.map(({ endedAt }) => Date.parse(endedAt)))]
    return times
      .toSorted((a, b) => b - a)
      .map((atMs) =>
        t.values[source](
          formatMoment(atMs, nowMs, edition),
          own
            .filter(({ endedAt }) => Date.parse(endedAt) === atMs)
            .map((value) => measuredWords(value, edition)),
        ),
      )
  })
}

/** What everybody must know, of what is handed over; next of kin and key-safe stay hidden. */
const criticalIn = (
  critical: CriticalPatient,
  nowMs: number,
  edition: Edition,
): readonly string[] => {
  const t = handoverTexts(edition).facts
  const conditions = knownConditions(critical)
  const isTold = (field: CriticalField): boolean => knownField(critical, field).kind === 'value'
  return [
    allergiesWords(critical, edition),
    namedFieldWords(critical, 'resuscitation', nowMs, edition),
    ...(['escalation', 'interpreter'] as const)
      .filter(isTold)
      .map((field) => namedFieldWords(critical, field, nowMs, edition)),
    conditions.kind === 'value'
      ? t.conditions(conditions.list)
      : conditions.kind === 'notRecorded'
        ? t.noConditions
        : fieldWords(critical, 'conditions', edition),
  ]
}

/** The handover of a patient in words, from the record alone; the decision is a person's. */
export const sbardOf = (
  patient: VirtualWardPatient,
  facts: HandoverFacts,
  nowMs: number,
  edition: Edition,
): Sbard => {
  const { sentence, facts: t } = handoverTexts(edition)
  const at = (iso: string): string => formatMoment(Date.parse(iso), nowMs, edition)
  const { totals, lastNote } = facts
  const lack = lackWords(facts.score, edition)
  // Requests are told one by one, and hide nothing of what the pathway or the score asks for.
  const due = dueWords({ ...patient, repeats: [] }, nowMs, edition)
  const repeats = repeatSentences(patient.repeats, nowMs, edition)
  const unread = unreadSchedules(patient)
  const tasks = openTasks(patient).map(({ text, dueAt, assignee }) =>
    t.task(text, at(dueAt), assignee === null ? null : formatStaffName(assignee)),
  )
  return {
    situation: sentence([
      scoreWords(facts, nowMs, edition),
      reasonWords(patient, nowMs, edition),
      facts.alerts.length === 0
        ? ''
        : t.alerts(facts.alerts.map((alert) => alertWithHolder(alert, nowMs, edition))),
      rhythmWords(patient.rhythmEvents, nowMs, edition)?.sentence ?? '',
    ]),
    background: sentence([
      facts.admittedAt === null
        ? t.notAdmitted
        : t.admitted(formatDate(facts.admittedAt, edition), facts.carePathway ?? ''),
      ...(facts.critical === null ? [t.noRecord] : criticalIn(facts.critical, nowMs, edition)),
      facts.flags.length === 0 ? '' : t.flags(facts.flags),
      facts.isScale2 ? t.scale2 : '',
      facts.hasThresholds ? t.thresholds : '',
    ]),
    assessment: sentence([
      ...newestWords(patient, nowMs, edition),
      ...checkupNotes(patient, edition),
      totals.length > 1
        ? t.totals(totals)
        : totals[0] === undefined
          ? t.noTotals
          : t.oneTotal(totals[0]),
      lack ?? '',
      lastNote === null
        ? t.noNote
        : t.note(
            formatStaffName(lastNote.createdBy) || t.unknownAuthor,
            at(lastNote.capturedAt),
            shortened(lastNote.text),
          ),
    ]),
    recommendation: sentence([
      facts.response === null ? '' : t.responses[facts.response],
      due !== null ? t.next(due.said) : repeats.length === 0 ? t.noNext : '',
      ...repeats,
      tasks.length === 0 ? '' : t.tasks(tasks),
      unread.length === 0 ? '' : boardTexts(edition).due.unreadMore(unread),
      facts.expectedDischarge === null
        ? ''
        : t.expected(formatDate(facts.expectedDischarge, edition)),
    ]),
    decision: '',
  }
}
