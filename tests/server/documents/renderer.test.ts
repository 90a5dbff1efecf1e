import { describe, expect, test } from 'vitest'
import { pointInk, pointShade } from '../../../server/documents/blocks'
import { createDocumentRenderer } from '../../../server/documents'
import { drawTrend } from '../../../server/documents/chart'
import { renderPaper } from '../../../server/documents/render'
import { reportPaper } from '../../../server/documents/report-paper'
import { chartBlocks, lastBlocks } from '../../../server/documents/summary-scores'
import { documentWords } from '../../../server/documents/words'
import { levelsOf, timeMarks } from '../../../src/domain/document/marks'
import { storedReadings, type Readings } from '../../../src/domain/checkup/checkup'
import type { Block, Paper, TrendBlock } from '../../../src/domain/document/paper'
import { noReport } from '../../../src/domain/report/device'
import {
  lastSigns,
  observedOf,
  soughtOf,
  stillSought,
  type Observed,
  type Summary,
} from '../../../src/domain/document/summary'
import { timeIn } from '../../../src/domain/time/calendar'
import { aboutPdf, textOfPdf } from './pdf-text'

const pdfOf = (source: Paper): Promise<Uint8Array> => renderPaper(source)

const paper = (blocks: readonly Block[], more: Partial<Paper> = {}): Paper => ({
  title: 'Discharge summary',
  edition: 'en-GB',
  head: {
    organization: 'West Ward',
    person: 'O’BRIEN, Siobhán',
    facts: ['Born 05-Jan-1950', 'NHS number 943 476 5919'],
  },
  foot: 'Discharge summary, as of 12-Jan-2026 09:00',
  pageOf: 'Page {page} of {pages}',
  blocks,
  ...more,
})
const pagesOf = async (blocks: readonly Block[], more: Partial<Paper> = {}) =>
  textOfPdf(await pdfOf(paper(blocks, more)))

const from = Date.parse('2026-01-05T00:00:00.000Z')
const to = Date.parse('2026-01-12T00:00:00.000Z')
const trend = (more: Partial<TrendBlock> = {}): TrendBlock => ({
  kind: 'trend',
  title: 'NEWS2 over the stay',
  fromMs: from,
  toMs: to,
  range: [0, 10],
  levels: [{ value: 5, label: 'five' }],
  marks: timeMarks(from, to, 'en-GB', 'Europe/London'),
  series: [
    {
      name: 'Systolic <b> & "co"',
      points: [
        { atMs: from, value: 1 },
        { atMs: from + 1, value: null },
        { atMs: to, value: 9 },
      ],
    },
    { name: 'Diastolic', points: [{ atMs: from, value: 4 }] },
  ],
  ...more,
})

describe('a paper as PDF', () => {
  test('stands with its patient and page x of y on every page, and no row of a table is lost', async () => {
    const rows = Array.from({ length: 130 }, (_, at) => [`row-${at}`, 'word '.repeat(at % 40)])
    const pages = await pagesOf([
      { kind: 'table', columns: [{ label: 'Which' }, { label: 'What' }], rows, empty: 'None' },
    ])
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, at) => {
      expect(page).toContain('O’BRIEN, Siobhán')
      expect(page).toContain('Born 05-Jan-1950 NHS number 943 476 5919')
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      expect(page).toContain('Which What')
    })
    for (const [name] of rows) expect(pages.join(' ')).toContain(`${name} `)
  })

  // Accents, apostrophes, other scripts, and 35 letters or more.
  const names = [
    'Siobhán O’Brien',
    "D'Arcy O'Neill",
    'Łucja Zieliński',
    'Őrs Szűcs',
    'Žofie Dvořáková',
    'Þórður Ægisson',
    'Müller-Lüdenscheidt Jürgen',
    'Nguyễn Thị Hồng',
    'Екатерина Щербакова',
    'Володимир Ґудзь',
    'Αλέξανδρος Παπαδόπουλος',
    'José María Núñez',
    'François L’Hôpital',
    'Bjørn Åkesson',
    'Ștefan Țuțu',
    'Çağla Işık',
    'Ġorġ Ħaż',
    'Ķīrsis Ņeļķe',
    'Wolfeschlegelsteinhausenbergerdorff Hubert',
    'Anastasia-Konstantina Papadopoulou-Christodoulopoulou',
  ]
  test.each([
    ['of one paragraph', 'letters '.repeat(624)],
    ['of a hundred lines', 'a line\n'.repeat(100)],
  ])('a note %s is printed to its end, also as the first row and in landscape', async (_, text) => {
    const table = {
      kind: 'table',
      columns: [{ label: 'When' }, { label: 'Note', share: 4 }],
      empty: 'None',
    } as const
    for (const orientation of ['portrait', 'landscape'] as const) {
      const pages = await pagesOf(
        [
          {
            ...table,
            rows: [
              ['first', `${text} first-end`],
              ['second', `${text} second-end`],
            ],
          },
          { kind: 'facts', facts: [{ label: 'Conditions', value: `${text} third-end` }] },
        ],
        { orientation },
      )
      const all = pages.join(' ')
      for (const word of ['first', 'first-end', 'second', 'second-end', 'third-end'])
        expect(all).toContain(word)
      expect(all.match(/letters|a line/g)?.length).toBe(text.startsWith('a') ? 300 : 3 * 624)
    }
  })

  test('F6 a name of a script that is not drawn rightly is said not to be printed, and the other facts stand larger', async () => {
    const lines = (person: string) =>
      pagesOf(
        Array.from({ length: 60 }, (_, at) => ({ kind: 'paragraph', text: `line ${at}` })),
        {
          head: {
            organization: 'W',
            person,
            facts: ['Born 05-Jan-1950', 'NHS number 943 476 5919'],
          },
        },
      )
    for (const [person, said] of [
      ['王, 芳', '[not printed: Chinese], [not printed: Chinese]'],
      ['SMITH, রহিম', 'SMITH, [not printed: Bengali]'],
      ['王 芳 李 明 张, 伟 娜', '[not printed: Chinese] [not printed: Chinese]'],
      ['ਸਿੰਘ, ਗੁਰਪ੍ਰੀਤ', '[not printed: Punjabi], [not printed: Punjabi]'],
    ] as const)
      for (const page of await lines(person)) {
        expect(page).toContain(said)
        expect(page).toContain('Born 05-Jan-1950 NHS number 943 476 5919')
      }
  })

  test('writes twenty names letter by letter', async () => {
    const pages = await pagesOf(
      names.map((text) => ({ kind: 'paragraph', text })),
      { head: { organization: 'W', person: names[19] ?? '', facts: ['Born'] } },
    )
    for (const name of names) expect(pages.join(' ')).toContain(name)
    for (const page of pages) expect(page).toContain(names[19])
  })

  test('the longest name that can be registered runs into nothing', async () => {
    const person = `${'Wilhelmina '.repeat(9)}, ${'Featherstonehaugh '.repeat(5)}`.trim()
    const [page] = await pagesOf([{ kind: 'heading', level: 1, text: 'Beginning' }], {
      head: { organization: 'W', person, facts: ['Born'] },
    })
    expect(page?.indexOf('Born')).toBeLessThan(page?.indexOf('Beginning') ?? 0)
    expect(page).toContain(person.replaceAll(/\s+/g, ' '))
  })

  test('says its title and language, and who made it, but not whose it is', async () => {
    const about = await aboutPdf(await pdfOf(paper([], { edition: 'en-US' })))
    expect(about).toMatchObject({ Title: 'Discharge summary', Language: 'en-US' })
    expect(JSON.stringify(about)).not.toContain('BRIEN')
  })

  test('words are printed as they are: nothing in them is markup, a file or an address', async () => {
    const text = '<img src="file:///etc/passwd"> {page} https://example.invalid/x.png & "q"'
    const [page] = await pagesOf([
      { kind: 'paragraph', text },
      { kind: 'facts', facts: [{ label: 'image', value: '/etc/hostname' }] },
    ])
    expect(page).toContain(text)
    expect(page).toContain('image /etc/hostname')
  })

  test('a long chart of observations goes on with the names of its rows, and tells points as numbers', async () => {
    const columns = Array.from({ length: 23 }, (_, at) => ({ day: '05-Jan', time: `t${at}.` }))
    const [page] = await pagesOf([
      {
        kind: 'observations',
        corner: 'Time',
        columns,
        rows: [
          {
            label: 'Pulse',
            cells: columns.map((_, at) => ({ text: `p${at}`, points: 3 })),
          },
          {
            label: 'NEWS2',
            isTotal: true,
            cells: columns.map((_, at) => ({ text: `sum${at}`, points: null })),
          },
        ],
      },
    ])
    expect(page?.match(/Pulse/g)).toHaveLength(3)
    for (let at = 0; at < 23; at += 1) {
      expect(page).toContain(`t${at}.`)
      expect(page).toContain(`p${at} +3`)
      expect(page).toContain(`sum${at}`)
    }
  })

  test('every block there is, in landscape and without any content', async () => {
    const pages = await pagesOf(
      [
        { kind: 'heading', level: 2, text: 'Section' },
        { kind: 'paragraph', tone: 'boxed', text: 'Boxed' },
        { kind: 'paragraph', tone: 'quiet', text: 'Quiet' },
        { kind: 'facts', facts: [], columns: 2 },
        { kind: 'table', columns: [{ label: 'A', align: 'right' }], rows: [], empty: 'No rows' },
        { kind: 'observations', corner: 'Time', columns: [], rows: [] },
        trend({ series: [], marks: [], levels: [], fromMs: from, toMs: from }),
        { kind: 'page-break' },
        { kind: 'together', blocks: [{ kind: 'paragraph', text: 'Second page' }] },
      ],
      { orientation: 'landscape' },
    )
    expect(pages).toHaveLength(2)
    for (const word of ['Section', 'Boxed', 'Quiet', 'No rows', 'NEWS2 over the stay'])
      expect(pages[0]).toContain(word)
    expect(pages[1]).toContain('Second page')
  })

  test('a trend is vectors with words that can be searched', async () => {
    const bytes = await pdfOf(paper([trend()]))
    const [page] = await textOfPdf(bytes)
    for (const word of ['five', '06-Jan-2026', 'Systolic <b> & "co"', 'Diastolic'])
      expect(page).toContain(word)
    expect(Buffer.from(bytes).includes('/Subtype /Image')).toBe(false)
  })
})

describe('a trend', () => {
  test('breaks where a value is missing, and marks one that stands alone', () => {
    const drawn = drawTrend(
      trend({
        series: [
          {
            name: 'a',
            points: [
              { atMs: from, value: 1 },
              { atMs: from + 1000, value: 2 },
              { atMs: from + 2000, value: null },
              { atMs: to, value: 3 },
            ],
          },
        ],
      }),
      400,
    )
    expect(drawn.match(/<polyline/g)).toHaveLength(1)
    expect(drawn.match(/<circle/g)).toHaveLength(3)
  })

  test('has a bar from the least to the greatest value of what a point is the mean of', () => {
    const drawn = drawTrend(trend({ ranges: [{ atMs: from, low: 0, high: 10 }] }), 400)
    // The whole height, at the left edge, behind the curve.
    expect(drawn).toContain('M40.50 94.00h3m-1.5 0V6.00m-1.5 0h3')
    expect(drawn.indexOf('<path')).toBeLessThan(drawn.indexOf('<circle'))
    expect(drawTrend(trend(), 400)).not.toContain('<path')
  })

  test('of many values the curve is drawn without a mark on each; lone values keep theirs', () => {
    const points = Array.from({ length: 2_000 }, (_, at) => ({
      atMs: from + at * 300_000,
      value: at === 1_000 || at === 1_002 ? null : at % 10,
    }))
    const drawn = drawTrend(trend({ series: [{ name: 'a', points }] }), 400)
    expect(drawn.match(/<circle/g)).toHaveLength(1)
  })

  test('marks are whole hours within a day and beginnings of days beyond, by the wall of the zone', () => {
    const day = timeMarks(from, from + 12 * 3_600_000, 'en-US', 'America/New_York')
    expect(day.map(({ label }) => label)).toEqual([
      '7:00 PM',
      '9:00 PM',
      '11:00 PM',
      '1:00 AM',
      '3:00 AM',
      '5:00 AM',
      '7:00 AM',
    ])
    // The night in which clocks go forward in London.
    const spring = timeMarks(
      Date.parse('2026-03-27T06:00:00.000Z'),
      Date.parse('2026-04-01T06:00:00.000Z'),
      'en-GB',
      'Europe/London',
    )
    expect(spring.map(({ label }) => label)).toEqual([
      '28-Mar-2026',
      '29-Mar-2026',
      '30-Mar-2026',
      '31-Mar-2026',
      '01-Apr-2026',
    ])
    expect(spring.map(({ atMs }) => new Date(atMs).getUTCHours())).toEqual([0, 0, 23, 23, 23])
    // Over years too, every one begins a day.
    for (const days of [2, 9, 40, 200, 900, 4000]) {
      const marks = timeMarks(from, from + days * 86_400_000, 'en-GB', 'Europe/London')
      expect(marks.length).toBeGreaterThan(0)
      expect(marks.length).toBeLessThanOrEqual(8)
      // As far apart as they are from each other, the last is from the end.
      const [first = 0, second = 0] = marks.map(({ atMs }) => atMs)
      const end = from + days * 86_400_000
      expect(end - (marks.at(-1)?.atMs ?? 0)).toBeLessThanOrEqual(second - first + 3_600_000)
      expect(new Set(marks.map(({ atMs }) => timeIn(atMs, 'Europe/London').hour))).toEqual(
        new Set([0]),
      )
    }
  })

  test('levels are round, few, and hold every value', () => {
    expect(levelsOf([97, 118], { least: 10 })).toMatchObject({ range: [90, 120] })
    expect(
      levelsOf([36.4, 36.9], { least: 1, places: 1 }).levels.map(({ label }) => label),
    ).toEqual(['36.0', '36.5', '37.0'])
    expect(levelsOf([], { least: 10 })).toEqual({ range: [0, 10], levels: [] })
    for (const values of [[0], [1, 300], [-3, 4], [0.1, 0.2]]) {
      const { range, levels } = levelsOf(values, { least: 1 })
      expect(levels.length).toBeLessThanOrEqual(6)
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(range[0])
        expect(value).toBeLessThanOrEqual(range[1])
      }
    }
  })
})

test('points stay apart and legible where a printer knows no colour', () => {
  const grey = (colour: string): number => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
  }
  const contrast = (a: string, b: string): number => {
    const [light = 0, dark = 0] = [grey(a), grey(b)].toSorted((x, y) => y - x)
    return (light + 0.05) / (dark + 0.05)
  }
  for (const points of [0, 1, 2, 3] as const)
    expect(contrast(pointShade[points], pointInk(points))).toBeGreaterThan(7)
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [2, 3],
  ] as const)
    expect(contrast(pointShade[a], pointShade[b])).toBeGreaterThan(1.15)
})

test('what is closed rejects what it drew and draws nothing more', async () => {
  const closed = createDocumentRenderer()
  const under = expect(closed.warm()).rejects.toThrow('Closed')
  await closed.close()
  await under
  await expect(closed.warm()).rejects.toThrow('Closed')
  const own = createDocumentRenderer()
  await own.warm()
  // What was frozen as another thing is told by its failure.
  await expect(own.render({ kind: 'discharge-summary', source: '{}', parts: [] })).rejects.toThrow(
    'ZodError',
  )
  await own.close()
  const short = createDocumentRenderer(1)
  await expect(short.warm()).rejects.toThrow('Given up')
})

test('of older check-ups those are kept which hold a last value, or a note that is still told', () => {
  const seen = (over: Partial<Observed>): Observed => ({
    ...observedOf({
      endedAt: '',
      author: null,
      readings: storedReadings({}),
      ewsScores: null,
    }),
    ...over,
  })
  const newer = [seen({ pulse: 80, notes: ' ' }), seen({ spO2: 95, notes: 'One' })]
  const sought = stillSought(newer, 2)
  expect(sought).toEqual({
    signs: lastSigns.filter((sign) => sign !== 'pulse' && sign !== 'spO2'),
    notes: 1,
  })
  const older = [
    seen({ pulse: 70 }),
    seen({ weight: 70 }),
    seen({ weight: 71, notes: 'Two' }),
    seen({ weight: 72, notes: 'Three' }),
    // A value of zero, and air, are measured.
    seen({ glucose: 0, onOxygen: false }),
  ]
  expect(soughtOf(older, sought)).toEqual([older[1], older[2], older[4]])
  expect(stillSought([seen({ notes: 'a' }), seen({ notes: 'b' })], 1).notes).toBe(0)
})

test('a summary marks poor and failed signals and check-ups to be checked, each explained where it occurs', () => {
  const oximeter = (confidence: string) => ({
    averageSpO2: 93,
    uneditedAverageSpO2: null,
    averageHr: null,
    confidence,
    device: null,
    isManual: false,
  })
  const seen = (readings: Partial<Readings>): Observed =>
    observedOf({
      endedAt: '2026-01-05T08:00:00.000Z',
      author: null,
      readings: storedReadings(readings),
      ewsScores: null,
    })
  const textOf = (checkups: readonly Observed[]): string => {
    const summary = {
      edition: 'en-GB',
      zone: 'Europe/London',
      checkupCount: 9,
      earlier: [],
      checkups,
    }
    const told = {
      summary: summary as unknown as Summary,
      words: documentWords('en-GB'),
      when: (iso: string) => iso,
    }
    return JSON.stringify([chartBlocks(told), lastBlocks(told)])
  }
  const marked = textOf([
    seen({ pulseOxiData: oximeter('FAILED'), doubts: ['sent-twice'] }),
    seen({ pulseOxiData: oximeter('VITAL_UNSTABLE') }),
  ])
  const legend = ['“Failed”: ', '“(poor)”: ', '“?” beside a time: ']
  for (const words of ['"Failed"', '"93 (poor)"', '"93 % (poor)"', '"08:00 ?"', ...legend])
    expect(marked).toContain(words)
  const plain = textOf([seen({ pulseOxiData: oximeter('HIGH') })])
  expect(plain).toContain('"93 %"')
  for (const words of legend) expect(plain).not.toContain(words)
})

test('a report that another release froze is drawn: a check-up in it that lacks a key, or has it in another form, is not measured there', () => {
  const row = { id: 'c', endedAt: '2026-01-05T08:00:00.000Z', respiratoryRate: { value: 19 } }
  const toggles = {
    aggregates: false,
    softSigns: false,
    checkups: true,
    notes: false,
    alerts: false,
    wardAdmissions: false,
  }
  const { blocks } = reportPaper({
    version: 1,
    edition: 'en-GB',
    zone: 'Europe/London',
    organization: 'Riverside Virtual Ward',
    patient: {
      firstName: 'John',
      lastName: 'Smith',
      birthDate: '1944-03-02',
      gender: 'male',
      identifier: null,
    },
    author: null,
    scheme: 'NEWS2',
    start: '2026-01-05T00:00:00.000Z',
    end: '2026-01-06T00:00:00.000Z',
    hours: 8,
    toggles,
    asOf: '2026-01-06T00:00:00.000Z',
    report: { ...noReport, checkups: [row, { ...row, pulseOxiData: 97, symptoms: 'none' }] },
  })
  const [table] = blocks.filter((block) => block.kind === 'table')
  for (const cells of table?.rows ?? []) {
    expect(cells).toContain('19')
    expect(cells.join(' ')).not.toContain('97')
  }
  expect(table?.rows).toHaveLength(2)
})
