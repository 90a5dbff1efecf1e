import { parentPort } from 'node:worker_threads'
import type { Paper } from '../../src/domain/document/paper'
import { paperOf, type DocumentSource } from './papers'
import { renderPaper } from './render'

/* Lays documents out and draws them on a thread of its own: one takes seconds. */

/** What the thread is told: a document, or to be ready for one. And what it answers. */
export type RenderOrder = { readonly id: number } & (DocumentSource | { readonly kind: 'nothing' })
export interface RenderAnswer {
  readonly id: number
  readonly bytes?: Uint8Array
  readonly failure?: string
}

/** Drawn once, it has every module and font read. */
const nothing: Paper = {
  title: 'Nothing',
  edition: 'en-GB',
  head: { organization: 'Nobody', person: 'Nobody', facts: [] },
  foot: '',
  pageOf: '{page}',
  blocks: [
    { kind: 'heading', level: 1, text: 'Nothing' },
    { kind: 'table', columns: [{ label: 'Nothing' }], rows: [['0']], empty: '' },
    {
      kind: 'trend',
      title: 'Nothing',
      fromMs: 0,
      toMs: 1,
      range: [0, 1],
      levels: [{ value: 0, label: '0' }],
      marks: [],
      series: [{ name: '', points: [{ atMs: 0, value: 0 }] }],
    },
  ],
}

const draw = async (order: RenderOrder): Promise<Uint8Array> =>
  Uint8Array.from(await renderPaper(order.kind === 'nothing' ? nothing : paperOf(order)))

const answer = (told: RenderAnswer): void => parentPort?.postMessage(told)

parentPort?.on('message', (order: RenderOrder) => {
  const { id } = order
  draw(order).then(
    (bytes) => answer({ id, bytes }),
    (error: unknown) =>
      answer({ id, failure: error instanceof Error ? error.name : 'No error was thrown' }),
  )
})
