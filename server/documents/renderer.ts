import { createWorkerThread } from '../worker-thread'
import type { DocumentSource } from './papers'
import type { RenderAnswer } from './render-thread'

/** Makes PDFs of documents. */
export interface DocumentRenderer {
  /**
   * The bytes of a document's PDF, laid out and drawn on a thread: the caller's is not held.
   * @throws Error where it cannot be drawn, takes longer than a minute, or the thread died
   */
  render(document: DocumentSource): Promise<Uint8Array>
  /** Has the thread read what it draws with, so that the first document does not wait for it. */
  warm(): Promise<void>
  /** Ends the thread; what is under way is rejected. */
  close(): Promise<void>
}

/** A document that takes longer is given up, milliseconds. */
const longestMs = 60_000

/** A renderer whose thread starts with the first order, and again after it died. */
export function createDocumentRenderer(limitMs = longestMs): DocumentRenderer {
  const { ask, close } = createWorkerThread<DocumentSource | { kind: 'nothing' }, Uint8Array>(
    new URL('./start-thread.mjs', import.meta.url),
    (message) => {
      const { id, bytes, failure } = message as RenderAnswer
      return { id, failure, value: bytes }
    },
  )
  const limit = () => AbortSignal.timeout(limitMs)
  return {
    render: ({ kind, source, parts }) => ask({ kind, source, parts }, limit()),
    warm: async () => {
      await ask({ kind: 'nothing' }, limit())
    },
    close,
  }
}
