import { z } from 'zod'

/** Why a tab should not be replaced. `sending`: something is being saved or sent. */
export type Work = 'typing' | 'journey' | 'dialog' | 'sending'

/** Another tab of this device and what goes on in it; null: nothing. */
export interface TabWork {
  readonly tab: string
  /** Its title, which names a page and never a patient. */
  readonly title: string
  readonly work: Work | null
}

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), from: z.string() }),
  z.object({
    kind: z.literal('work'),
    from: z.string(),
    title: z.string(),
    work: z.enum(['typing', 'journey', 'dialog', 'sending']).nullable(),
  }),
  z.object({ kind: z.literal('prepare'), from: z.string() }),
  z.object({ kind: z.literal('prepared'), from: z.string() }),
])
type Message = z.infer<typeof messageSchema>

/** A tab that is silent for so long is frozen, or too old to answer, milliseconds. */
export const answerMs = 400
/** Longest that others may take to put away what they hold, milliseconds. */
export const prepareMs = 3_000

export interface Tabs {
  /** Asks every other tab what goes on in it; resolves with those that answered. */
  ask(): Promise<readonly TabWork[]>
  /**
   * Has every other tab keep its input and stop sending; resolves when they have, or after a limit.
   */
  prepare(): Promise<void>
  close(): void
}

export interface TabsOptions {
  readonly id: string
  readonly channel: (listener: (message: unknown) => void) => {
    post(message: unknown): void
    close(): void
  }
  readonly title: () => string
  readonly work: () => Work | null
  /** This tab is told to prepare. Never rejects. */
  readonly onPrepare: () => Promise<void>
  /** Milliseconds; returns the way to cancel. */
  readonly after: (ms: number, call: () => void) => () => void
}

/** The tabs of a device agree before a new version takes over (design/sync.md, P6). */
export const createTabs = ({ id, channel, title, work, onPrepare, after }: TabsOptions): Tabs => {
  let known = new Map<string, TabWork>()
  let missing = new Set<string>()
  let allPrepared: () => void = () => undefined
  const hear = (message: Message): void => {
    if (message.kind === 'ask') post({ kind: 'work', from: id, title: title(), work: work() })
    if (message.kind === 'work')
      known.set(message.from, { tab: message.from, title: message.title, work: message.work })
    if (message.kind === 'prepare')
      void onPrepare().then(() => post({ kind: 'prepared', from: id }))
    if (message.kind === 'prepared' && missing.delete(message.from) && missing.size === 0)
      allPrepared()
  }
  const line = channel((received) => {
    const message = messageSchema.safeParse(received)
    if (message.success && message.data.from !== id) hear(message.data)
  })
  const post = (message: Message): void => line.post(message)
  return {
    ask: async () => {
      known = new Map()
      post({ kind: 'ask', from: id })
      await new Promise<void>((resolve) => {
        after(answerMs, resolve)
      })
      return [...known.values()]
    },
    prepare: async () => {
      missing = new Set(known.keys())
      if (missing.size === 0) {
        post({ kind: 'prepare', from: id })
        return
      }
      await new Promise<void>((resolve) => {
        const cancel = after(prepareMs, resolve)
        allPrepared = () => {
          cancel()
          resolve()
        }
        post({ kind: 'prepare', from: id })
      })
    },
    close: () => line.close(),
  }
}
