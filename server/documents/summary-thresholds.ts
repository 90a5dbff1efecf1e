import type { Block } from '../../src/domain/document/paper'
import {
  thresholdParameters,
  type Band,
  type ThresholdParameter,
} from '../../src/domain/ews/thresholds'
import { formatDate } from '../../src/domain/time'
import { showTemperature } from '../../src/domain/units'
import type { Told } from './told'

/** The thresholds that a patient was scored by when they were discharged, as a table of points. */
export const thresholdBlocks = ({ summary, words, when }: Told): readonly Block[] => {
  const t = words.thresholds
  const { edition, thresholds } = summary
  const value = (parameter: ThresholdParameter, number: number): string =>
    parameter === 'temperature' ? showTemperature(number, edition).value : String(number)
  const range = (parameter: ThresholdParameter, { low, high }: Band): string =>
    low === undefined
      ? high === undefined
        ? words.none
        : t.upTo(value(parameter, high))
      : high === undefined
        ? t.from(value(parameter, low))
        : t.between(value(parameter, low), value(parameter, high))
  const cells = (parameter: ThresholdParameter, points: number): string =>
    parameter === 'spO2' && thresholds.spo2Scale === 2
      ? t.byScale
      : (thresholds.bands?.[parameter] ?? [])
          .filter(({ score }) => score === points)
          .map((band) => range(parameter, band))
          .join(', ')
  const labelOf = (parameter: ThresholdParameter): string =>
    parameter === 'temperature'
      ? t.parameters.temperature(showTemperature(37, edition).unit)
      : t.parameters[parameter]
  const facts = [
    ...(thresholds.setAt === null ? [] : [{ label: t.setAt, value: when(thresholds.setAt) }]),
    ...(thresholds.decidedBy === null ? [] : [{ label: t.decidedBy, value: thresholds.decidedBy }]),
    ...(thresholds.reason === null ? [] : [{ label: t.reason, value: thresholds.reason }]),
    ...(thresholds.reviewOn === null
      ? []
      : [{ label: t.review, value: formatDate(thresholds.reviewOn, edition) }]),
  ]
  const whose = thresholds.isPersonal
    ? t.personal
    : thresholds.schemeName === undefined
      ? t.pathway
      : t.of(thresholds.schemeName)
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 2, text: t.heading },
    {
      kind: 'paragraph',
      text: `${whose} ${t.scale(thresholds.spo2Scale)}.`,
    },
    ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
    ...(thresholds.bands === null ? [{ kind: 'paragraph', text: t.unread } as const] : []),
    {
      kind: 'table',
      columns: [
        { label: t.parameter, share: 2 },
        ...[0, 1, 2, 3].map((points) => ({ label: t.points(points), share: 2 })),
      ],
      rows: thresholdParameters.map((parameter) => [
        labelOf(parameter),
        ...[0, 1, 2, 3].map((points) => cells(parameter, points)),
      ]),
      empty: '',
    },
  ]
  return [{ kind: 'together', blocks }]
}
