import { parentPort } from 'node:worker_threads'
import type { Paper } from '../../src/domain/document/paper'
import { renderPaper } from './render'

/* Draws papers on a thread of its own: one takes seconds. */

/** What the thread is told, and what it answers. */
export interface RenderOrder {
  readonly id: number
  readonly paper: Paper
}
export interface RenderAnswer {
  readonly id: number
  readonly bytes?: Uint8Array
  readonly failure?: string
}

const answer = (told: RenderAnswer): void => parentPort?.postMessage(told)

parentPort?.on('message', ({ id, paper }: RenderOrder) => {
  renderPaper(paper).then(
    (bytes) => answer({ id, bytes: Uint8Array.from(bytes) }),
    (error: unknown) =>
      answer({ id, failure: error instanceof Error ? error.name : 'No error was thrown' }),
  )
})
