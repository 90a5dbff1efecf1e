import { levelsOf, timeMarks } from '../../src/domain/document/marks'
import type { Block, Points, TrendBlock } from '../../src/domain/document/paper'
import { scoredParameters, type ScoredParameter } from '../../src/domain/alerts/rule'
import type { Observed } from '../../src/domain/document/summary'
import type { Edition } from '../../src/domain/organization/organization'
import { formatDate, formatTime } from '../../src/domain/time'
import {
  type ShownQuantity,
  celsiusToFahrenheit,
  showGlucose,
  showTemperature,
  showWeight,
} from '../../src/domain/units'
import type { Told } from './told'

const temperatureUnit = ({ summary }: Told): string => showTemperature(37, summary.edition).unit

const parameterName = (parameter: ScoredParameter, told: Told): string => {
  const p = told.words.parameters
  return parameter === 'temperature' ? p.temperature(temperatureUnit(told)) : p[parameter]
}

/** A reading as it stands in a cell; an empty text where it was not taken. */
const cellOf = (one: Observed, parameter: ScoredParameter, { summary, words }: Told): string => {
  switch (parameter) {
    case 'onOxygen':
      return one.onOxygen === null
        ? ''
        : `${one.onOxygen ? words.oxygen : words.air}${one.oxygenFromFlag ? words.scores.flag : ''}`
    case 'consciousness':
      return one.consciousness ?? ''
    case 'temperature':
      return one.temperature === null ? '' : showTemperature(one.temperature, summary.edition).value
    case 'spO2':
      return one.spO2 === null
        ? one.signal === 'failed'
          ? words.scores.failed
          : ''
        : `${one.spO2}${one.signal === 'poor' ? words.scores.poor : ''}`
    default:
      return one[parameter] === null ? '' : String(one[parameter])
  }
}

const totalOf = (one: Observed, { words }: Told): string =>
  one.notScored !== null
    ? words.scores.notScored[one.notScored]
    : one.total === null
      ? words.scores.noTotal
      : one.missing > 0
        ? words.scores.partial(one.total, one.missing)
        : String(one.total)

/** First, highest and last score with what they are made of. */
export const scoreBlocks = (told: Told): readonly Block[] => {
  const { summary, words, when } = told
  const s = words.scores
  const last = summary.checkups.at(-1) ?? null
  const shown = [
    [s.rows.first, summary.first],
    [s.rows.highest, summary.highest],
    [s.rows.last, last],
  ] as const
  if (last === null)
    return [
      { kind: 'heading', level: 2, text: s.heading },
      { kind: 'paragraph', text: s.none },
    ]
  const withPoints = (one: Observed, parameter: ScoredParameter): string => {
    const text = cellOf(one, parameter, told)
    const points = one.points[parameter]
    return text === '' ? words.none : points === null ? text : `${text} +${points}`
  }
  const columns = shown.flatMap(([name, one]) => (one === null ? [] : [{ name, one }]))
  return [
    {
      kind: 'together',
      blocks: [
        { kind: 'heading', level: 2, text: `${s.heading}: ${s.count(summary.checkupCount)}` },
        {
          kind: 'table',
          columns: [{ label: s.when }, ...columns.map(({ name }) => ({ label: name }))],
          rows: [
            [s.corner, ...columns.map(({ one }) => when(one.at))],
            [s.total, ...columns.map(({ one }) => totalOf(one, told))],
            ...scoredParameters.map((parameter) => [
              parameterName(parameter, told),
              ...columns.map(({ one }) => withPoints(one, parameter)),
            ]),
            [
              s.scale,
              ...columns.map(
                ({ one }) => `${one.scheme}, ${words.thresholds.scale(one.spo2Scale)}`,
              ),
            ],
          ],
          empty: s.none,
        },
        { kind: 'paragraph', tone: 'quiet', text: s.legend },
      ],
    },
  ]
}

/** The newest reading of each vital sign, with its time. */
export const lastBlocks = (told: Told): readonly Block[] => {
  const { summary, words, when } = told
  const { edition } = summary
  const measured = [...summary.earlier, ...summary.checkups]
  const t = words.last
  const quantity = ({ value, unit }: ShownQuantity): string => `${value} ${unit}`
  const counted = (value: number | null, unit: string): string | null =>
    value === null ? null : `${value} ${unit}`
  const shown = (
    value: number | null,
    show: (value: number, edition: Edition) => ShownQuantity,
  ): string | null => (value === null ? null : quantity(show(value, edition)))
  const rows: readonly (readonly [string, (one: Observed) => string | null])[] = [
    [t.respiratoryRate, (one) => counted(one.respiratoryRate, '/min')],
    [t.spO2, (one) => counted(one.spO2, one.signal === 'poor' ? `%${words.scores.poor}` : '%')],
    [
      t.onOxygen,
      (one) =>
        one.onOxygen === null
          ? null
          : [cellOf(one, 'onOxygen', told), one.oxygenFlow ?? '']
              .filter((part) => part !== '')
              .join(', '),
    ],
    [
      t.pressure,
      (one) =>
        one.systolic === null ? null : `${one.systolic}/${one.diastolic ?? words.none} mmHg`,
    ],
    [t.pulse, (one) => counted(one.pulse, '/min')],
    [
      t.consciousness,
      (one) => (one.consciousness === null ? null : words.consciousness[one.consciousness]),
    ],
    [t.temperature, (one) => shown(one.temperature, showTemperature)],
    [t.weight, (one) => shown(one.weight, showWeight)],
    [t.glucose, (one) => shown(one.glucose, showGlucose)],
    [t.peakFlow, (one) => counted(one.peakFlow, 'L/min')],
  ]
  return [
    {
      kind: 'together',
      blocks: [
        { kind: 'heading', level: 2, text: t.heading },
        {
          kind: 'table',
          columns: [{ label: t.what }, { label: t.value, share: 2 }, { label: t.at, share: 2 }],
          rows: rows.map(([label, read]) => {
            const one = measured.findLast((checkup) => read(checkup) !== null)
            return one === undefined
              ? [label, words.notMeasured, '']
              : [label, read(one) ?? '', when(one.at)]
          }),
          empty: '',
        },
      ],
    },
  ]
}

/** So many check-ups are in the chart; the trends hold more. */
const mostColumns = 27

/** The points of a total: as the colour of its risk. */
const totalPoints = ({ total, notScored }: Observed): Points =>
  total === null || notScored !== null ? null : total >= 7 ? 3 : total >= 5 ? 2 : total >= 1 ? 1 : 0

/** The NEWS2 chart of the newest check-ups. */
export const chartBlocks = (told: Told): readonly Block[] => {
  const { summary, words } = told
  const { edition, zone } = summary
  const s = words.scores
  const shown = summary.checkups.slice(-mostColumns)
  if (shown.length === 0) return []
  // Each mark that occurs.
  const legend = [
    ...(shown.some((one) => one.oxygenFromFlag) ? [s.byFlag] : []),
    ...(shown.some((one) => one.signal === 'failed') ? [s.byFailed] : []),
    ...(shown.some((one) => one.signal === 'poor') ? [s.byPoor] : []),
    ...(shown.some((one) => one.doubts > 0) ? [s.byDoubt] : []),
  ]
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 2, text: s.chart },
    ...(shown.length < summary.checkupCount
      ? [
          {
            kind: 'paragraph',
            tone: 'quiet',
            text: s.shown(shown.length, summary.checkupCount),
          } as const,
        ]
      : []),
    {
      kind: 'observations',
      corner: s.corner,
      columns: shown.map(({ at, doubts }) => ({
        day: formatDate(at, edition, zone),
        time: `${formatTime(at, edition, zone)}${doubts > 0 ? s.doubt : ''}`,
      })),
      rows: [
        ...scoredParameters.map((parameter) => ({
          label: parameterName(parameter, told),
          cells: shown.map((one) => ({
            text: cellOf(one, parameter, told),
            points: one.points[parameter],
          })),
        })),
        {
          label: s.heading,
          isTotal: true,
          cells: shown.map((one) => ({
            text:
              one.total === null || one.notScored !== null
                ? words.none
                : `${one.total}${one.missing > 0 ? '*' : ''}`,
            points: totalPoints(one),
          })),
        },
      ],
    },
    ...(legend.length === 0
      ? []
      : [{ kind: 'paragraph', tone: 'quiet', text: legend.join(' ') } as const]),
  ]
  return [{ kind: 'together', blocks }]
}

interface Curve {
  readonly title: string
  readonly least: number
  readonly places?: number
  readonly series: readonly {
    readonly name: string
    readonly read: (one: Observed) => number | null
  }[]
}

/** Vital signs and the total over the whole stay, as vectors. */
export const trendBlocks = (told: Told): readonly Block[] => {
  const { summary, words } = told
  const { edition, zone, checkups } = summary
  const t = words.trends
  // One measurement is no trend.
  if (checkups.length < 2) return []
  const fromMs = Date.parse(summary.admittedAt)
  // The clock of a device may have been ahead of the discharge.
  const toMs = Math.max(
    ...[summary.dischargedAt, ...checkups.map(({ at }) => at)].map((iso) => Date.parse(iso)),
  )
  const axis = { fromMs, toMs, marks: timeMarks(fromMs, toMs, edition, zone) }
  const isUs = edition === 'en-US'
  const one = (parameter: 'respiratoryRate' | 'spO2' | 'pulse', least: number): Curve => ({
    title: words.parameters[parameter],
    least,
    series: [{ name: '', read: (checkup) => checkup[parameter] }],
  })
  const curves: readonly Curve[] = [
    one('respiratoryRate', 8),
    one('spO2', 8),
    {
      title: t.pressure,
      least: 40,
      series: [
        { name: t.systolic, read: ({ systolic }) => systolic },
        { name: t.diastolic, read: ({ diastolic }) => diastolic },
      ],
    },
    one('pulse', 20),
    {
      title: parameterName('temperature', told),
      least: isUs ? 4 : 2,
      places: 1,
      series: [
        {
          name: '',
          read: ({ temperature }) =>
            temperature === null || !isUs ? temperature : celsiusToFahrenheit(temperature),
        },
      ],
    },
  ]
  const draw = ({ title, least, places = 0, series }: Curve): readonly TrendBlock[] => {
    const drawn = series.map(({ name, read }) => ({
      name,
      points: checkups.map((checkup) => ({ atMs: Date.parse(checkup.at), value: read(checkup) })),
    }))
    const values = drawn.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []))
    if (values.length === 0) return []
    return [
      {
        kind: 'trend',
        title,
        ...axis,
        ...levelsOf(values, { least, places }),
        series: drawn,
        height: 92,
      },
    ]
  }
  const totals = checkups.map((checkup) => ({
    atMs: Date.parse(checkup.at),
    // A partial sum is no score.
    value: checkup.missing > 0 || checkup.notScored !== null ? null : checkup.total,
  }))
  const highest = totals.reduce((most, { value }) => Math.max(most, value ?? 0), 0)
  const top = Math.max(10, Math.ceil(highest / 5) * 5)
  const [chart, ...others]: readonly Block[] = [
    ...(totals.some(({ value }) => value !== null)
      ? [
          {
            kind: 'trend',
            title: t.total,
            ...axis,
            range: [0, top],
            levels: Array.from({ length: top / 5 + 1 }, (_, at) => ({
              value: at * 5,
              label: String(at * 5),
            })),
            bands: [
              { from: 5, to: 7, shade: 1 },
              { from: 7, to: top, shade: 2 },
            ],
            series: [{ name: '', points: totals }],
          } as const,
        ]
      : []),
    ...curves.flatMap(draw),
  ]
  if (chart === undefined) return []
  const head: readonly Block[] = [
    { kind: 'heading', level: 2, text: t.heading },
    ...(checkups.length < summary.checkupCount
      ? [
          {
            kind: 'paragraph',
            tone: 'quiet',
            text: t.limited(checkups.length, summary.checkupCount),
          } as const,
        ]
      : []),
  ]
  return [{ kind: 'together', blocks: [...head, chart] }, ...others]
}
