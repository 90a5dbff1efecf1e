import { z } from 'zod'
import { checkupSchema } from '../checkup/checkup'
import { notUsableWords } from '../checkup/not-usable-words'
import { spO2Of } from '../checkup/oximeter'
import { summariseSoftSigns } from '../checkup/soft-signs'
import { toldCheckupSchema, toldValues, totalWords } from '../ehr-integration/summary'
import type { NotScored } from '../ews/applies'
import { consciousnessValues } from '../ews/consciousness'
import type { Edition } from '../organization/organization'
import type { ReportAlert } from '../report/report'
import { formatDateTime, formatShortMoment } from '../time'
import { showTemperature, showWeight } from '../units'

/** Of how long before it was asked for a generated note tells, milliseconds. */
export const generatedSpanMs = 24 * 3_600_000

/** complete: every vital sign that NEWS2 counts was measured; partial: some were; noData: nothing is known. */
export const generatedStatuses = ['complete', 'partial', 'noData'] as const
export const generatedSourceKinds = ['checkup', 'alert'] as const

/** Where a section has its value from. `at`: when it was measured, or the alert was raised; ISO 8601. */
const generatedSourceSchema = z.object({
  kind: z.enum(generatedSourceKinds),
  id: z.string(),
  at: z.string(),
})

export const generatedNoteSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.enum(generatedStatuses),
  sections: z.array(
    z.object({
      heading: z.string(),
      value: z.string(),
      /** Empty: nothing is known of it, and the value says so. */
      sources: z.array(generatedSourceSchema),
    }),
  ),
})
/** What was made of a record, for a person to read, change and save as a note (C161, C162). */
export type GeneratedNote = z.infer<typeof generatedNoteSchema>
export type GeneratedSection = GeneratedNote['sections'][number]

/** A check-up, as far as a generated note tells of it. */
export const notedCheckupSchema = toldCheckupSchema.extend(
  checkupSchema.pick({
    id: true,
    softSigns: true,
    symptoms: true,
    notScored: true,
    notUsable: true,
  }).shape,
)
export type NotedCheckup = z.infer<typeof notedCheckupSchema>

const oximetry = 'SpO2'
const consciousness = 'Consciousness (ACVPU)'
/** What NEWS2 counts, by the names of toldValues, in its order. */
const counted = [
  'Respiratory rate',
  oximetry,
  'Systolic blood pressure',
  'Pulse',
  consciousness,
  'Temperature',
] as const

/** Of which values a doubt is; of another doubt: of all. */
const doubted: Readonly<Record<string, readonly string[]>> = {
  'pulse-differs': ['Pulse', oximetry],
  'oximeter-pulse': ['Pulse'],
  'oxygen-flag': [oximetry],
  'weight-differs': ['Weight'],
  'weight-unlikely': ['Weight'],
  'glucose-unlikely': ['Blood glucose'],
  'glucose-left-out': ['Blood glucose'],
  'not-usable': [],
}

const notScored: Readonly<Record<NotScored, string>> = {
  'under-16': 'NEWS2 is not for patients under 16',
  pregnant: 'NEWS2 is not for pregnancy',
}

export interface Recorded {
  /** Of the period, in any order. */
  readonly checkups: readonly NotedCheckup[]
  /** That were open in the period. */
  readonly alerts: readonly (Pick<
    ReportAlert,
    'id' | 'type' | 'severity' | 'openedAt' | 'isOpen'
  > & {
    readonly alertRule?: { readonly name: string } | null
    readonly scheduleName?: string | null
    readonly acknowledgedAt?: string | null
    readonly closedAt?: string | null
  })[]
  /** Continuous monitoring in the period, whose values are not told; null: there was none. */
  readonly monitored: { readonly from: string; readonly to: string } | null
  /** ISO 8601, as is `to`. */
  readonly from: string
  readonly to: string
}

/** A value of one check-up. */
interface Measured {
  readonly checkup: NotedCheckup
  readonly text: string
  readonly number: number
}

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const alertWords = ({ type, alertRule, scheduleName }: Recorded['alerts'][number]): string => {
  if (type === 'CheckupScheduleEvent')
    return scheduleName == null ? 'Missed check-up' : `Missed check-up: ${scheduleName}`
  return type === 'PatientCallbackRequest'
    ? 'The patient asked for a call'
    : (alertRule?.name ?? 'Alert')
}

/** The values of a check-up in units of the edition, each with what must be known to read it. */
const valuesOf = (checkup: NotedCheckup, edition: Edition): ReadonlyMap<string, Measured> =>
  new Map(
    toldValues(checkup, edition).map(({ name, code, value, shownUnit, remark }) => {
      const shown =
        code === 'temperature' && checkup.temperature !== null
          ? showTemperature(checkup.temperature.value, edition)
          : code === 'weight' && checkup.weight !== null
            ? showWeight(checkup.weight.value, edition)
            : null
      const isDoubted = checkup.doubts.some((doubt) => doubted[doubt]?.includes(name) ?? true)
      const remarks = [
        ...(remark === undefined ? [] : [remark]),
        ...(isDoubted ? ['to be checked'] : []),
      ]
      return [
        name,
        {
          checkup,
          number:
            name === consciousness ? consciousnessValues.indexOf(value as 'A') : Number(value),
          text: `${shown === null ? `${value}${shownUnit}` : `${shown.value} ${shown.unit}`}${
            remarks.length === 0 ? '' : ` (${remarks.join(', ')})`
          }`,
        },
      ]
    }),
  )

/**
 * Makes a note of what was recorded of a patient in a period: by rules alone, each section with its
 * sources, and 'not measured' where there is none. Nothing is concluded from the values.
 * @param zone in whose time its hours are told
 * @param signWords the words of a sign's key
 */
export const generateNote = (
  { checkups, alerts, monitored, from, to }: Recorded,
  edition: Edition,
  zone: string,
  signWords: (key: string) => string,
): Pick<GeneratedNote, 'status' | 'sections'> => {
  const toMs = Date.parse(to)
  const at = (instant: string): string =>
    formatShortMoment(Date.parse(instant), toMs, edition, zone)
  const newest = checkups.toSorted((a, b) => Date.parse(b.endedAt) - Date.parse(a.endedAt))
  const sourceOf = ({ id, endedAt }: NotedCheckup) => ({
    kind: 'checkup' as const,
    id,
    at: endedAt,
  })
  const values = newest.map((checkup) => valuesOf(checkup, edition))
  const notMeasured = monitored === null ? 'Not measured' : 'Not measured in a check-up'
  const failed = newest.filter(
    (checkup) => checkup.pulseOxiData !== null && spO2Of(checkup) === null,
  )

  const ofValue = (name: string): GeneratedSection => {
    const measured = values.flatMap((of) => of.get(name) ?? [])
    const failures =
      name === oximetry && failed.length > 0
        ? `the oximeter failed ${failed.map(({ endedAt }) => at(endedAt)).join(', ')}`
        : null
    const [last, ...others] = measured
    if (last === undefined)
      return {
        heading: name,
        value: failures === null ? notMeasured : `${notMeasured}: ${failures}`,
        sources: failures === null ? [] : failed.map(sourceOf),
      }
    const told = ({ text, checkup }: Measured): string => `${text}, ${at(checkup.endedAt)}`
    const lowest = measured.reduce((least, one) => (one.number < least.number ? one : least))
    const highest = measured.reduce((most, one) => (one.number > most.number ? one : most))
    const range =
      name === consciousness
        ? [`worst ${told(highest)}`]
        : [`lowest ${told(lowest)}`, `highest ${told(highest)}`]
    return {
      heading: name,
      value: [
        told(last),
        ...(others.length === 0 ? [] : [...range, `measured ${measured.length} times`]),
        ...(failures === null ? [] : [failures]),
      ].join('; '),
      sources: measured.map(({ checkup }) => sourceOf(checkup)),
    }
  }

  const scored = newest.flatMap((checkup) => {
    const words = totalWords(checkup)
    return words === null ? [] : [{ checkup, words, total: checkup.ewsScores?.totalScore ?? 0 }]
  })
  const [lastScored] = scored
  const highest = scored.toSorted((a, b) => b.total - a.total)[0]
  const reason = newest.find((checkup) => checkup.notScored !== null)?.notScored ?? null
  const score: GeneratedSection = {
    heading: 'Early warning score',
    value:
      lastScored === undefined
        ? `Not scored${reason === null ? '' : `: ${notScored[reason]}`}`
        : `${lastScored.words}, ${at(lastScored.checkup.endedAt)}${
            highest === undefined || highest.total <= lastScored.total
              ? ''
              : `; highest ${highest.words}, ${at(highest.checkup.endedAt)}`
          }`,
    sources: scored.map(({ checkup }) => sourceOf(checkup)),
  }

  /** What some check-ups say, each after its time. */
  const each = (
    heading: string,
    say: (checkup: NotedCheckup) => string | null,
  ): GeneratedSection => {
    const said = newest.flatMap((checkup) => {
      const words = say(checkup)
      return words === null ? [] : [{ checkup, words }]
    })
    return {
      heading,
      value: said.map(({ checkup, words }) => `${at(checkup.endedAt)}: ${words}`).join('; '),
      sources: said.map(({ checkup }) => sourceOf(checkup)),
    }
  }
  const signs = each('Symptoms and soft signs', (checkup) => {
    const found = summariseSoftSigns(checkup).signs
    return found.length === 0
      ? null
      : found
          .map(({ key, rank }) => `${signWords(key)}${rank === 3 ? ' (emergency)' : ''}`)
          .join(', ')
  })
  const leftOut = each('Sent and not usable', ({ notUsable }) =>
    notUsable.length === 0 ? null : notUsable.map((one) => notUsableWords(one, edition)).join(', '),
  )
  const written = each('Written in check-ups', ({ notes }) => notes?.trim() || null)
  const others = [...new Set(values.flatMap((of) => [...of.keys()]))].filter(
    (name) => !counted.some((one) => one === name),
  )
  const sections: GeneratedSection[] = [
    {
      heading: 'Period',
      value: `${formatDateTime(from, edition, zone)} to ${formatDateTime(to, edition, zone)}; ${plural(newest.length, 'check-up')}`,
      sources: newest.map(sourceOf),
    },
    score,
    ...counted.map(ofValue),
    ...others.map(ofValue),
    ...(leftOut.sources.length === 0 ? [] : [leftOut]),
    signs.sources.length === 0 ? { ...signs, value: 'None recorded' } : signs,
    ...(written.sources.length === 0 ? [] : [written]),
    {
      heading: 'Continuous monitoring',
      value:
        monitored === null
          ? 'None'
          : `Recorded from ${at(monitored.from)} to ${at(monitored.to)}; its values are not told here`,
      sources: [],
    },
    {
      heading: 'Alerts',
      value:
        alerts
          .map((alert) => {
            const state = alert.isOpen
              ? alert.acknowledgedAt == null
                ? 'open'
                : `open, first acknowledged ${at(alert.acknowledgedAt)}`
              : alert.closedAt == null
                ? 'closed'
                : `closed ${at(alert.closedAt)}`
            return `${alertWords(alert)}, severity ${alert.severity} of 4, raised ${at(alert.openedAt)}, ${state}`
          })
          .join('; ') || 'None',
      sources: alerts.map(({ id, openedAt }) => ({ kind: 'alert' as const, id, at: openedAt })),
    },
  ]
  const status =
    newest.length === 0 && alerts.length === 0 && monitored === null
      ? 'noData'
      : counted.every((name) => values.some((of) => of.has(name)))
        ? 'complete'
        : 'partial'
  return { status, sections }
}

/** A generated note as the text of a note, one section a line. */
export const generatedText = ({ sections }: Pick<GeneratedNote, 'sections'>): string =>
  sections.map(({ heading, value }) => `${heading}: ${value}`).join('\n')
