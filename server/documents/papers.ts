import type { DocumentKind } from '../../src/domain/document/document'
import type { Paper } from '../../src/domain/document/paper'
import { summaryPaper } from './summary-paper'

/** What a document is drawn from: its kind, and what was frozen when it was asked for. */
export interface DocumentSource {
  readonly kind: DocumentKind
  readonly source: unknown
}

const papers: Readonly<Record<DocumentKind, (source: unknown) => Paper>> = {
  'discharge-summary': summaryPaper,
  // A report is kept as the paper that it was shown as.
  report: (source) => source as Paper,
}

/** The paper of a document. @throws ZodError where its source is that of another thing */
export const paperOf = ({ kind, source }: DocumentSource): Paper => papers[kind](source)
