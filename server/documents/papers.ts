import type { DocumentKind } from '../../src/domain/document/document'
import type { Paper } from '../../src/domain/document/paper'
import { reportPaper } from './report-paper'
import { summaryPaper } from './summary-paper'

/** What a document is drawn from: its kind, and what was frozen when it was asked for. */
export interface DocumentSource {
  readonly kind: DocumentKind
  readonly source: unknown
}

const papers: Readonly<Record<DocumentKind, (source: unknown) => Paper>> = {
  'discharge-summary': summaryPaper,
  report: reportPaper,
}

/** The paper of a document. @throws ZodError where its source is that of another thing */
export const paperOf = ({ kind, source }: DocumentSource): Paper => papers[kind](source)
