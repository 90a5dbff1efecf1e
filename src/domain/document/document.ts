/** The kinds of documents that are kept. */
const documentKinds = ['discharge-summary', 'report'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A document that is not drawn after so many tries has failed. */
export const mostTries = 3

/** The wait after the first try that failed, milliseconds; doubled after the second. */
export const triesAfterMs = 5_000

/** The name that a document's file is saved under: its kind and day, and nothing of the patient. */
export const documentFileName = (kind: DocumentKind, createdAt: string): string =>
  `${kind}-${createdAt.slice(0, 10)}.pdf`
