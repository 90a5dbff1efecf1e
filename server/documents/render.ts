import { createRequire } from 'node:module'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import type { Paper } from '../../src/domain/document/paper'
import { contentOf } from './blocks'
import { fontFiles, inFonts, isPartlyPrinted, printedLength } from './scripts'

/* Draws a paper as PDF. It takes seconds of a processor: only a thread of its own imports it. */

interface PdfMake {
  setFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void
  setUrlAccessPolicy(allows: (url: string) => boolean): void
  setLocalAccessPolicy(allows: (path: string) => boolean): void
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)

let made: PdfMake | null = null
const pdfMake = (): PdfMake => {
  if (made !== null) return made
  const maker = require('pdfmake') as PdfMake
  maker.setFonts(
    Object.fromEntries(
      Object.entries(fontFiles).map(([name, { normal, bold }]) => [
        name,
        { normal, bold, italics: normal, bolditalics: bold },
      ]),
    ),
  )
  const files = Object.values(fontFiles).flatMap(({ normal, bold }) => [normal, bold])
  // What a document says never makes the server read a file or ask another one.
  maker.setUrlAccessPolicy(() => false)
  maker.setLocalAccessPolicy((path) => files.some((file) => file === path))
  made = maker
  return maker
}

/** The same content with each text in the fonts that have its letters. */
const withFonts = <Node>(node: Node): Node => {
  if (Array.isArray(node)) return node.map((one: unknown) => withFonts(one)) as Node
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]: [string, unknown]) => [
      key,
      key !== 'text'
        ? withFonts(value)
        : typeof value === 'string'
          ? inFonts(value)
          : Array.isArray(value)
            ? value.map((part: unknown) =>
                typeof part === 'string' ? { text: inFonts(part) } : withFonts(part),
              )
            : value,
    ]),
  ) as Node
}

/** A4 in points. */
const [short, long] = [595.28, 841.89]
const [side, footRoom] = [36, 40]
const factsText = ({ facts }: Paper['head']): string => facts.join('   ')
/**
 * A long name takes several lines of about 52 letters, each 13 points high. Where the name is not
 * printed whole, the other facts are what the patient is known by, and are as large as it.
 */
const headRoomOf = (head: Paper['head']): number =>
  49 +
  13 * Math.ceil(printedLength(head.person) / 52) +
  (isPartlyPrinted(head.person) ? 13 * Math.ceil(factsText(head).length / 70) : 0)

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
    header: withFonts<Content>({
      margin: [side, 18, side, 0],
      stack: [
        {
          columns: [
            { text: paper.head.person, bold: true, fontSize: 11, width: '*' },
            { text: paper.head.organization, alignment: 'right', fontSize: 8, width: '38%' },
          ],
          columnGap: 10,
        },
        {
          text: factsText(paper.head),
          ...(isPartlyPrinted(paper.head.person)
            ? { bold: true, fontSize: 11 }
            : { fontSize: 8.5 }),
        },
        rule(3),
      ],
    }),
    footer: (page, pages): Content =>
      withFonts({
        margin: [side, 8, side, 0],
        stack: [
          rule(0),
          {
            columns: [
              { text: paper.foot, width: '*' },
              {
                text: paper.pageOf
                  .replace('{page}', String(page))
                  .replace('{pages}', String(pages)),
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
    content: withFonts(withoutTail(paper.blocks.map((block) => contentOf(block, width)))),
  }
}

/**
 * The PDF of a paper. Takes processor time: about 1 s for 100 rows, 5 s for 1,000.
 * @throws Error where it cannot be drawn
 */
export const renderPaper = (paper: Paper): Promise<Buffer> =>
  pdfMake().createPdf(definitionOf(paper)).getBuffer()
