import type { Edition } from '../../domain/organization/organization'
import { formatDateTime } from '../../domain/time'
import { foreignZone, zoneName } from '../../domain/time/wall'
import { printTexts } from '../../texts/print'
import { uiTexts } from '../../texts/ui'
import type { PaperFrame, PaperPart } from './paper-part'

/** A text as a CSS string. */
const quoted = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  `"${text.replace(/["\\<\u0000-\u001f\u007f]/g, (one) => `\\${one.charCodeAt(0).toString(16)} `)}"`

/** The four corners of a sheet in words. */
export interface PaperWords {
  readonly subject: string
  readonly organization: string
  /** Who printed it, when, and of when the data is. */
  readonly printed: string
  /** Around page number and page count. */
  readonly page: readonly [string, string, string]
}

/** What a sheet says at its edges when it is printed at `nowMs`, epoch milliseconds. */
export const paperWords = (
  frame: PaperFrame,
  part: PaperPart | null,
  nowMs: number,
  edition: Edition,
): PaperWords => {
  const t = printTexts(edition)
  const at = (ms: number): string => formatDateTime(new Date(ms).toISOString(), edition)
  const asOf = part === null ? [] : [part.asOf === null ? t.notKnown : t.asOf(at(part.asOf))]
  const zone = foreignZone(nowMs)
  const told = zone === null ? [] : [uiTexts(edition).zone.told(zoneName(zone))]
  return {
    subject: part?.subject ?? '',
    organization: frame.organization,
    printed: [t.printed(frame.printedBy, at(nowMs)), ...asOf, ...told].join('. '),
    page: t.page,
  }
}

const corner = (name: string, content: string, more: string): string =>
  `@${name} { content: ${content}; font: 8pt 'Inter Variable', sans-serif; color: #000; vertical-align: middle; ${more} }`

/** The rule that puts the words into the margins of each page of A4. */
export const pageRule = (words: PaperWords, landscape: boolean): string => {
  const [before, between, after] = words.page
  const page = `${quoted(before)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}`
  return `@page { size: A4 ${landscape ? 'landscape' : 'portrait'}; margin: 15mm 11mm 14mm; ${[
    corner('top-left', quoted(words.subject), 'width: 70%; font-weight: 700; text-align: left;'),
    corner('top-right', quoted(words.organization), 'width: 30%; text-align: right;'),
    corner('bottom-left', quoted(words.printed), 'width: 80%; text-align: left;'),
    corner('bottom-right', page, 'width: 20%; text-align: right;'),
  ].join(' ')} }`
}
