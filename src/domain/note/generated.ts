import { z } from 'zod'
import { summariseSoftSigns, softSignWords } from '../checkup/soft-signs'
import { checkupSchema } from '../checkup/checkup'
import { toldCheckupSchema, toldValues, totalWords } from '../ehr-integration/summary'
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
  checkupSchema.pick({ id: true, softSigns: true, symptoms: true }).shape,
)
export type NotedCheckup = z.infer<typeof notedCheckupSchema>

/** What NEWS2 counts, by the names of toldValues, in its order. */
const counted = [
  'Respiratory rate',
  'SpO2',
  'Systolic blood pressure',
  'Pulse',
  'Consciousness (ACVPU)',
  'Temperature',
] as const

export interface Recorded {
  /** Of the period, in any order. */
  readonly checkups: readonly NotedCheckup[]
  /** That were open in the period. */
  readonly alerts: readonly (Pick<ReportAlert, 'id' | 'type' | 'openedAt' | 'isOpen'> & {
    readonly alertRule?: { readonly name: string } | null
    readonly scheduleName?: string | null
    readonly closedAt?: string | null
  })[]
  /** ISO 8601, as is `to`. */
  readonly from: string
  readonly to: string
}

const plural = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const alertWords = ({ type, alertRule, scheduleName }: Recorded['alerts'][number]): string => {
  if (type === 'CheckupScheduleEvent')
    return scheduleName == null ? 'Missed check-up' : `Missed check-up: ${scheduleName}`
  return type === 'PatientCallbackRequest'
    ? 'The patient asked for a call'
    : (alertRule?.name ?? 'Alert')
}

/**
 * Makes a note of what was recorded of a patient in a period: by rules alone, each section with its
 * sources, and 'not measured' where there is none. Nothing is concluded from the values.
 * @param zone in whose time its hours are told
 */
export const generateNote = (
  { checkups, alerts, from, to }: Recorded,
  edition: Edition,
  zone: string,
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
  const told = newest.map((checkup) => ({
    checkup,
    values: toldValues(checkup, edition).map((value) => {
      const shown =
        value.code === 'temperature' && checkup.temperature !== null
          ? showTemperature(checkup.temperature.value, edition)
          : value.code === 'weight' && checkup.weight !== null
            ? showWeight(checkup.weight.value, edition)
            : null
      return shown === null ? value : { ...value, value: shown.value, shownUnit: ` ${shown.unit}` }
    }),
  }))

  const ofValue = (name: string): GeneratedSection => {
    const measured = told.flatMap(({ checkup, values }) => {
      const value = values.find((one) => one.name === name)
      return value === undefined ? [] : [{ checkup, value }]
    })
    const [last] = measured
    if (last === undefined) return { heading: name, value: 'Not measured', sources: [] }
    const { value, shownUnit, remark } = last.value
    const numbers = measured.map((one) => Number(one.value.value))
    const range =
      measured.length > 1 && numbers.every((number) => !Number.isNaN(number))
        ? `; lowest ${measured[numbers.indexOf(Math.min(...numbers))]?.value.value}, highest ${measured[numbers.indexOf(Math.max(...numbers))]?.value.value} of ${measured.length}`
        : ''
    const remarks = remark === undefined ? '' : ` (${remark})`
    return {
      heading: name,
      value: `${value}${shownUnit}${remarks}, ${at(last.checkup.endedAt)}${range}`,
      sources: measured.map(({ checkup }) => sourceOf(checkup)),
    }
  }

  const scored = newest.flatMap((checkup) => {
    const words = totalWords(checkup)
    return words === null ? [] : [{ checkup, words, total: checkup.ewsScores?.totalScore ?? 0 }]
  })
  const [lastScored] = scored
  const highest = scored.toSorted((a, b) => b.total - a.total)[0]
  const score: GeneratedSection = {
    heading: 'Early warning score',
    value:
      lastScored === undefined
        ? 'Not scored'
        : `${lastScored.words}, ${at(lastScored.checkup.endedAt)}${
            highest === undefined || highest.total <= lastScored.total
              ? ''
              : `; highest ${highest.words}, ${at(highest.checkup.endedAt)}`
          }`,
    sources: scored.map(({ checkup }) => sourceOf(checkup)),
  }

  const signed = newest.flatMap((checkup) => {
    const { signs } = summariseSoftSigns(checkup)
    return signs.length === 0 ? [] : [{ checkup, signs }]
  })
  const doubtful = newest.filter(({ doubts }) => doubts.length > 0)
  const others = [...new Set(told.flatMap(({ values }) => values.map(({ name }) => name)))].filter(
    (name) => !counted.some((one) => one === name),
  )
  const sections: GeneratedSection[] = [
    {
      heading: 'Period',
      value: `${formatDateTime(from, edition, zone)} to ${formatDateTime(to, edition, zone)}; ${plural(newest.length, 'check-up')}${
        doubtful.length === 0 ? '' : `, ${doubtful.length} to be checked before it is believed`
      }`,
      sources: newest.map(sourceOf),
    },
    score,
    ...counted.map(ofValue),
    ...others.map(ofValue),
    {
      heading: 'Symptoms and soft signs',
      value:
        newest.length === 0
          ? 'Not asked'
          : signed
              .map(
                ({ checkup, signs }) =>
                  `${at(checkup.endedAt)}: ${signs.map(({ key }) => softSignWords(key, edition)).join(', ')}`,
              )
              .join('; ') || 'None reported',
      sources: (signed.length === 0 ? newest : signed.map(({ checkup }) => checkup)).map(sourceOf),
    },
    {
      heading: 'Alerts',
      value:
        alerts
          .map(
            (alert) =>
              `${alertWords(alert)}, raised ${at(alert.openedAt)}, ${
                alert.isOpen
                  ? 'open'
                  : alert.closedAt == null
                    ? 'closed'
                    : `closed ${at(alert.closedAt)}`
              }`,
          )
          .join('; ') || 'None',
      sources: alerts.map(({ id, openedAt }) => ({ kind: 'alert' as const, id, at: openedAt })),
    },
  ]
  const isMeasured = (name: string): boolean =>
    told.some(({ values }) => values.some((value) => value.name === name))
  const status =
    newest.length === 0 && alerts.length === 0
      ? 'noData'
      : counted.every(isMeasured)
        ? 'complete'
        : 'partial'
  return { status, sections }
}

/** A generated note as the text of a note, one section a line. */
export const generatedText = ({ sections }: Pick<GeneratedNote, 'sections'>): string =>
  sections.map(({ heading, value }) => `${heading}: ${value}`).join('\n')
