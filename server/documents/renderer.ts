import type { Paper } from '../../src/domain/document/paper'
import { createWorkerThread } from '../worker-thread'
import type { RenderAnswer, RenderOrder } from './render-thread'

/** Makes PDFs of papers. */
export interface DocumentRenderer {
  /**
   * The bytes of a paper's PDF, drawn on a thread: the caller's is not held.
   * @throws Error where it cannot be drawn, takes longer than a minute, or the thread died
   */
  render(paper: Paper): Promise<Uint8Array>
  /** Ends the thread; what is under way is rejected. */
  close(): Promise<void>
}

/** A paper that takes longer is given up, milliseconds. */
const longestMs = 60_000

/** A renderer whose thread starts with the first paper, and again after it died. */
export function createDocumentRenderer(limitMs = longestMs): DocumentRenderer {
  const { ask, close } = createWorkerThread<Omit<RenderOrder, 'id'>, Uint8Array>(
    new URL('./start-thread.mjs', import.meta.url),
    (message) => {
      const { id, bytes, failure } = message as RenderAnswer
      return { id, failure, value: bytes }
    },
  )
  return { render: (paper) => ask({ paper }, AbortSignal.timeout(limitMs)), close }
}
