import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a receiver answers: a status, with words or a place to go to; or not at all. */
export type Answering =
  { readonly status: number; readonly body?: string; readonly location?: string } | 'hang' | 'close'

/** What came to it. */
export interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Another system on this machine, with a real socket. */
export interface Receiver {
  readonly url: string
  readonly arrived: Arrived[]
  /** Of the next requests, one after the other; the last counts for all that follow. */
  answers: readonly Answering[]
  close(): Promise<void>
}

/** Starts one; it takes everything unless told otherwise. */
export const startReceiver = async (): Promise<Receiver> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const nth = receiver.arrived.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      })
      const { answers } = receiver
      const answer = answers[Math.min(nth, answers.length) - 1] ?? { status: 201 }
      if (answer === 'hang') return
      if (answer === 'close') return void response.destroy()
      response.writeHead(answer.status, {
        'Content-Type': 'application/json',
        ...(answer.location === undefined ? {} : { Location: answer.location }),
      })
      response.end(answer.body ?? '{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    arrived: [],
    answers: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
