import type { Column, Content, TableCell } from 'pdfmake/interfaces'
import type {
  Block,
  FactsBlock,
  ObservationsBlock,
  Points,
  TableBlock,
  TrendBlock,
} from '../../src/domain/document/paper'
import { drawTrend, sampleOf, styleOf } from './chart'

/** Shades of points, which differ in lightness, and so in print without colour. */
export const pointShade = { 0: '#ffffff', 1: '#f3ead0', 2: '#d9b77c', 3: '#7d1f1f' } as const
/** The colour of a text on a shade. */
export const pointInk = (points: Points): string => (points === 3 ? '#ffffff' : '#000000')
const hair = '#8a8a8a'
const line = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => hair,
  vLineColor: () => hair,
}

/**
 * Texts that a row can be kept on one page with. pdfmake drops without an error what is kept
 * together and is higher than a page: a row with a longer text is broken instead.
 */
const [mostLetters, mostLines] = [600, 12]
const isShort = (text: string): boolean =>
  text.length <= mostLetters && text.split('\n').length <= mostLines

const facts = ({ facts: all, columns = 1 }: FactsBlock): Content => {
  const perColumn = Math.ceil(all.length / columns)
  const column = (at: number): Column => ({
    width: '*',
    table: {
      widths: ['38%', '*'],
      dontBreakRows: all.every(({ value }) => isShort(value)),
      body: all
        .slice(at * perColumn, (at + 1) * perColumn)
        .map(({ label, value }) => [{ text: label, color: '#444444' }, { text: value }]),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingTop: () => 1.5,
      paddingBottom: () => 1.5,
    },
  })
  if (all.length === 0) return { text: '' }
  return {
    columns: Array.from({ length: Math.ceil(all.length / perColumn) }, (_, at) => column(at)),
    columnGap: 14,
    margin: [0, 0, 0, 8],
  }
}

const table = ({ columns, rows, empty }: TableBlock, width: number): Content => {
  if (rows.length === 0) return { text: empty, margin: [0, 0, 0, 8] }
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  // Padding and lines are outside of a column's width.
  const room = width - columns.length * 8 - (columns.length + 1) * 0.5
  const cell = (text: string, at: number): TableCell => ({
    text,
    alignment: columns[at]?.align ?? 'left',
  })
  const areShort = rows.every((row) => row.every(isShort))
  return {
    table: {
      headerRows: 1,
      dontBreakRows: areShort,
      keepWithHeaderRows: areShort ? 1 : 0,
      widths: columns.map(({ share = 1 }) => (room * share) / shares),
      body: [
        columns.map(({ label }, at) =>
          Object.assign({}, cell(label, at), { bold: true, fillColor: '#e8e8e8' }),
        ),
        ...rows.map((row): TableCell[] => {
          const [only] = row
          // A row of one text reaches over all columns.
          return row.length === 1 && only !== undefined && columns.length > 1
            ? [
                { text: only, colSpan: columns.length },
                ...columns.slice(1).map(() => ({ text: '' })),
              ]
            : columns.map((_, at) => cell(row[at] ?? '', at))
        }),
      ],
    },
    layout: { ...line, vLineWidth: () => 0, paddingTop: () => 2.5, paddingBottom: () => 2.5 },
    fontSize: 8,
    margin: [0, 0, 0, 10],
  }
}

/** A value with its points, shaded. */
const scored = (
  { text, points }: { readonly text: string; readonly points: Points },
  isTotal: boolean,
): TableCell => ({
  text:
    points === null || isTotal
      ? text
      : [text, { text: ` +${points}`, fontSize: 6.5, bold: points > 0 }],
  alignment: 'center',
  bold: isTotal || (points ?? 0) >= 2,
  ...(points === null ? {} : { fillColor: pointShade[points] }),
  color: pointInk(points),
})

/** Room for the names of rows, and the least for a check-up. Points. */
const [rowHead, leastColumn] = [104, 42]

const observations = (block: ObservationsBlock, width: number): Content => {
  const perBand = Math.max(1, Math.floor((width - rowHead) / leastColumn))
  const columnWidth = (width - rowHead) / perBand - 5.5
  const bands = Array.from({ length: Math.ceil(block.columns.length / perBand) }, (_, at) => at)
  return {
    stack: bands.map((band): Content => {
      const [from, to] = [band * perBand, (band + 1) * perBand]
      const heads = block.columns.slice(from, to)
      return {
        unbreakable: true,
        margin: [0, 0, 0, 8],
        fontSize: 7.5,
        table: {
          widths: [rowHead - 5.5, ...heads.map(() => columnWidth)],
          body: [
            [
              { text: block.corner, bold: true },
              ...heads.map(({ day, time }) => ({
                text: `${day}\n${time}`,
                alignment: 'center' as const,
                fontSize: 6.5,
              })),
            ],
            ...block.rows.map(({ label, cells, isTotal = false }): TableCell[] => [
              { text: label, bold: isTotal },
              ...cells.slice(from, to).map((cell) => scored(cell, isTotal)),
            ]),
          ],
        },
        layout: {
          ...line,
          hLineWidth: (at: number) => (block.rows[at - 1]?.isTotal === true ? 1.2 : 0.5),
          paddingLeft: () => 2.5,
          paddingRight: () => 2.5,
          paddingTop: () => 2,
          paddingBottom: () => 2,
        },
      }
    }),
  }
}

const trend = (block: TrendBlock, width: number): Content => ({
  unbreakable: true,
  margin: [0, 0, 0, 8],
  stack: [
    { text: block.title, bold: true, fontSize: 8.5, margin: [0, 0, 0, 2] },
    { svg: drawTrend(block, width), width },
    ...(block.series.length < 2
      ? []
      : [
          {
            columns: block.series.flatMap(({ name }, at): Column[] => [
              { svg: sampleOf(styleOf(at)), width: 28 },
              { text: name, fontSize: 7, width: 'auto' },
            ]),
            columnGap: 6,
            margin: [42, 0, 0, 0] as [number, number, number, number],
          },
        ]),
  ],
})

/**
 * A block in pdfmake's words.
 * @param width of the page within its margins, points
 */
export function contentOf(block: Block, width: number): Content {
  switch (block.kind) {
    case 'heading':
      return {
        text: block.text,
        bold: true,
        fontSize: block.level === 1 ? 15 : 11,
        margin: block.level === 1 ? [0, 0, 0, 8] : [0, 6, 0, 4],
        headlineLevel: block.level,
      }
    case 'paragraph':
      if (block.tone !== 'boxed')
        return {
          text: block.text,
          margin: [0, 0, 0, 6],
          ...(block.tone === 'quiet' ? { fontSize: 7.5, color: '#444444' } : {}),
        }
      return {
        table: { widths: ['*'], body: [[{ text: block.text, bold: true }]] },
        layout: {
          ...line,
          hLineWidth: () => 1.2,
          vLineWidth: () => 1.2,
          hLineColor: () => '#000000',
          vLineColor: () => '#000000',
        },
        margin: [0, 0, 0, 8],
      }
    case 'facts':
      return facts(block)
    case 'table':
      return table(block, width)
    case 'observations':
      return observations(block, width)
    case 'trend':
      return trend(block, width)
    case 'together':
      // A heading in it stays with what follows without being moved.
      return {
        unbreakable: true,
        stack: block.blocks.map((one) => {
          const content = contentOf(one, width)
          return one.kind === 'heading'
            ? Object.assign({}, content, { headlineLevel: undefined })
            : content
        }),
      }
    case 'page-break':
      return { text: '', pageBreak: 'after' }
  }
}
