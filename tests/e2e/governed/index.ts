import { fork } from 'node:child_process'
import { z } from 'zod'

const messageSchema = z.union([
  z.object({ port: z.number() }),
  z.object({ id: z.number(), rows: z.array(z.unknown()) }),
  z.object({ id: z.number(), failure: z.string() }),
])
type Message = z.infer<typeof messageSchema>

/** A real server of a test's own. */
export interface GovernedServer {
  readonly url: string
  /**
   * Changes its database, as an administrator's screen would; rejects with the database's own
   * words.
   */
  govern(text: string): Promise<readonly unknown[]>
  close(): void
}

/** Starts the server in a process of its own, on a free port. */
export const startGoverned = async (): Promise<GovernedServer> => {
  const child = fork('tests/e2e/governed/server.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const heard = (isMeant: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve, reject) => {
      const end = (code: number | null): void => reject(new Error(`The server ended with ${code}`))
      const listen = (raw: unknown): void => {
        const message = messageSchema.parse(raw)
        if (!isMeant(message)) return
        child.off('message', listen).off('exit', end)
        resolve(message)
      }
      child.on('message', listen).once('exit', end)
    })
  let asked = 0
  const ready = await heard((message) => 'port' in message)
  return {
    url: `http://127.0.0.1:${'port' in ready ? ready.port : 0}`,
    govern: async (text) => {
      const id = (asked += 1)
      const answer = heard((message) => 'id' in message && message.id === id)
      child.send({ id, text })
      const message = await answer
      if ('failure' in message) throw new Error(message.failure)
      return 'rows' in message ? message.rows : []
    },
    close: () => child.disconnect(),
  }
}
