import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Paper } from '../../src/domain/document/paper'
import { contentOf } from './blocks'

/* Draws a paper as PDF. It takes seconds of a processor: only a thread of its own imports it. */

interface PdfMake {
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)
const fontFiles = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf')

const normal = join(fontFiles, 'DejaVuSansCondensed.ttf')
const bold = join(fontFiles, 'DejaVuSansCondensed-Bold.ttf')

let made: PdfMake | null = null
/** One whole family: it has the letters of every name in Latin, Greek and Cyrillic script. */
const pdfMake = (): PdfMake => {
  if (made !== null) return made
  const maker = require('pdfmake') as PdfMake
  maker.setFonts({ Paper: { normal, bold, italics: normal, bolditalics: bold } })
  // What a document says never makes the server read a file or ask another one.
  maker.setUrlAccessPolicy(() => false)
  maker.setLocalAccessPolicy((path) => path === normal || path === bold)
  made = maker
  return maker
}

/** A4 in points. */
const [short, long] = [595.28, 841.89]
const [side, footRoom] = [36, 40]
/** A long name takes several lines of about 52 letters, each 13 points high. */
const headRoomOf = ({ person }: Paper['head']): number => 49 + 13 * Math.ceil(person.length / 52)

/** Room below the last block would begin an empty page where the block ends a full one. */
const withoutTail = (content: readonly Content[]): Content[] =>
  content.map((one, at) => {
    if (at < content.length - 1 || typeof one !== 'object' || Array.isArray(one)) return one
    return {
      ...one,
      ...('stack' in one ? { stack: withoutTail(one.stack ?? []) } : {}),
      ...('margin' in one && Array.isArray(one.margin)
        ? { margin: [0, one.margin[1] ?? 0, 0, 0] }
        : {}),
    } as Content
  })

const definitionOf = (paper: Paper): TDocumentDefinitions => {
  const pageWidth = paper.orientation === 'landscape' ? long : short
  const width = pageWidth - 2 * side
  const rule = (
    y: number,
  ): {
    canvas: [{ type: 'line'; x1: number; y1: number; x2: number; y2: number; lineWidth: number }]
  } => ({
    canvas: [{ type: 'line', x1: 0, y1: y, x2: width, y2: y, lineWidth: 0.8 }],
  })
  return {
    pageSize: 'A4',
    pageOrientation: paper.orientation ?? 'portrait',
    pageMargins: [side, headRoomOf(paper.head), side, footRoom],
    version: '1.7',
    tagged: false,
    displayTitle: true,
    language: paper.edition,
    info: { title: paper.title, creator: 'Lamplight', producer: 'Lamplight' },
    defaultStyle: { font: 'Paper', fontSize: 9, lineHeight: 1.15 },
    header: {
      margin: [side, 18, side, 0],
      stack: [
        {
          columns: [
            { text: paper.head.person, bold: true, fontSize: 11, width: '*' },
            { text: paper.head.organization, alignment: 'right', fontSize: 8, width: '38%' },
          ],
          columnGap: 10,
        },
        { text: paper.head.facts.join('   '), fontSize: 8.5 },
        rule(3),
      ],
    },
    footer: (page, pages) => ({
      margin: [side, 8, side, 0],
      stack: [
        rule(0),
        {
          columns: [
            { text: paper.foot, width: '*' },
            {
              text: paper.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages)),
              alignment: 'right',
              width: 90,
            },
          ],
          columnGap: 10,
          fontSize: 7.5,
          margin: [0, 4, 0, 0],
        },
      ],
    }),
    // A heading is never the last thing on a page.
    pageBreakBefore: (node) =>
      node.headlineLevel !== undefined && node.startPosition.verticalRatio > 0.88,
    content: withoutTail(paper.blocks.map((block) => contentOf(block, width))),
  }
}

/**
 * The PDF of a paper. Takes processor time: about 1 s for 100 rows, 5 s for 1,000.
 * @throws Error where it cannot be drawn
 */
export const renderPaper = (paper: Paper): Promise<Buffer> =>
  pdfMake().createPdf(definitionOf(paper)).getBuffer()
