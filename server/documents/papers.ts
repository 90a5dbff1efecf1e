import type { DocumentKind } from '../../src/domain/document/document'
import type { Paper } from '../../src/domain/document/paper'
import { reportPaper, wholeReport } from './report-paper'
import { summaryPaper } from './summary-paper'

/**
 * What a document is drawn from: its kind, and what was frozen when it was asked for, as JSON and
 * page by page. It is read on the thread that draws it.
 */
export interface DocumentSource {
  readonly kind: DocumentKind
  readonly source: string
  readonly parts: readonly string[]
}

const papers: Readonly<
  Record<DocumentKind, (source: unknown, parts: readonly unknown[]) => Paper>
> = {
  'discharge-summary': summaryPaper,
  report: (source, parts) => reportPaper(wholeReport(source, parts)),
}

/** The paper of a document. @throws ZodError where its source is that of another thing */
export const paperOf = ({ kind, source, parts }: DocumentSource): Paper =>
  papers[kind](
    JSON.parse(source),
    parts.map((part): unknown => JSON.parse(part)),
  )
