import { frozenFacts } from '../../src/domain/critical/frozen'
import type { Block, Paper } from '../../src/domain/document/paper'
import { summarySchema, type Summary } from '../../src/domain/document/summary'
import { formatNationalIdentifier, formatPatientName } from '../../src/domain/identity'
import { stayReasonWords } from '../../src/domain/stay/discharge'
import { durationWords, formatDate, formatDateTime } from '../../src/domain/time'
import { alertsBlocks, contactsBlocks, notesBlocks } from './summary-events'
import { chartBlocks, lastBlocks, scoreBlocks, trendBlocks } from './summary-scores'
import { thresholdBlocks } from './summary-thresholds'
import type { Told } from './told'
import { documentWords, type DocumentWords } from './words'

const reasonOf = ({ reason, edition }: Summary): string =>
  [stayReasonWords(reason.type, edition), reason.additionalInfo ?? '']
    .filter((part) => part !== '')
    .join(': ')

const factsOf = ({ summary, words, when }: Told): Block => {
  const { facts: f } = words
  const { edition, patient } = summary
  const list = (items: readonly string[]): string =>
    items.length === 0 ? words.none : items.join('; ')
  const stay = Date.parse(summary.dischargedAt) - Date.parse(summary.admittedAt)
  return {
    kind: 'facts',
    columns: 2,
    facts: [
      { label: f.organization, value: summary.organization },
      { label: f.ward, value: summary.ward },
      { label: f.pathway, value: summary.pathway },
      { label: f.sex, value: words.sex[patient.gender] ?? patient.gender },
      ...(summary.critical === undefined
        ? [{ label: f.conditions, value: list(patient.conditions) }]
        : frozenFacts(
            summary.critical,
            patient.conditions,
            Date.parse(summary.dischargedAt),
            edition,
            summary.zone,
          )),
      {
        label: f.flags,
        value: list(
          summary.flags.map(({ title, description, active }) =>
            [title, description, active ? '' : `(${words.ended})`]
              .filter((part) => part !== '')
              .join(' '),
          ),
        ),
      },
      { label: f.admitted, value: when(summary.admittedAt) },
      { label: f.discharged, value: when(summary.dischargedAt) },
      { label: f.length, value: durationWords(stay, edition) },
      {
        label: f.expected,
        value:
          summary.expectedDischargeDate === null
            ? words.none
            : formatDate(summary.expectedDischargeDate, edition),
      },
      { label: f.author, value: summary.author ?? words.unknown },
      {
        label: f.monitoring,
        value: list(
          summary.monitoring.map(({ from, to }) =>
            words.to(when(from), when(to ?? summary.dischargedAt)),
          ),
        ),
      },
      ...(summary.acuity === null
        ? []
        : [
            {
              label: f.acuity,
              value: [
                `${words.acuity[summary.acuity.score] ?? summary.acuity.score}, ${when(summary.acuity.at)}`,
                summary.acuity.reason ?? '',
              ]
                .filter((part) => part !== '')
                .join(': '),
            },
          ]),
    ],
  }
}

const transferBlocks = ({ summary, words, when }: Told): readonly Block[] => {
  const t = words.transfers
  if (summary.transfers.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: t.heading },
    {
      kind: 'table',
      columns: [{ label: t.at }, { label: t.what }, { label: t.where }, { label: t.author }],
      rows: summary.transfers.map(({ type, at, to, author }) => [
        when(at),
        t.types[type] ?? type,
        to ?? words.none,
        author ?? words.unknown,
      ]),
      empty: '',
    },
  ]
}

const identifierOf = ({ patient: { identifier } }: Summary, words: DocumentWords): string =>
  identifier === null
    ? words.noIdentifier
    : `${words.identifiers[identifier.type] ?? ''} ${formatNationalIdentifier(identifier.value)}`

/**
 * The paper of a discharge summary, in words and units of its organisation's edition.
 * @param source what was frozen at the discharge
 * @throws ZodError where it is none
 */
export function summaryPaper(source: unknown): Paper {
  const summary = summarySchema.parse(source)
  const { edition, zone, patient } = summary
  const words = documentWords(edition)
  const told: Told = { summary, words, when: (iso) => formatDateTime(iso, edition, zone) }
  return {
    title: words.title,
    edition,
    head: {
      organization: summary.organization,
      person: formatPatientName(patient),
      facts: [words.born(formatDate(patient.birthDate, edition)), identifierOf(summary, words)],
    },
    foot: words.foot(told.when(summary.dischargedAt), summary.author ?? ''),
    pageOf: words.pageOf,
    blocks: [
      { kind: 'heading', level: 1, text: words.title },
      {
        kind: 'paragraph',
        tone: 'boxed',
        text: `${words.facts.reason}: ${reasonOf(summary)}`,
      },
      factsOf(told),
      ...(summary.thresholds.spo2Scale === 2
        ? [{ kind: 'paragraph', tone: 'boxed', text: words.thresholds.scale2 } as const]
        : []),
      ...scoreBlocks(told),
      ...lastBlocks(told),
      ...transferBlocks(told),
      ...alertsBlocks(told),
      ...contactsBlocks(told),
      ...chartBlocks(told),
      ...trendBlocks(told),
      ...thresholdBlocks(told),
      ...notesBlocks(told),
    ],
  }
}
