import type { SessionState } from '../engine/define'

interface Page {
  requestAnimationFrame(call: () => void): unknown
  setTimeout(call: () => void, ms: number): unknown
}

/** A page that draws nothing (hidden, minimised) waits no longer than this, milliseconds. */
const undrawnMs = 500

/**
 * Requests to the server wait until the first screen of a signed-in user is drawn. `session` is
 * handed in once it is there.
 */
export const createAfterFirstScreen = (page: Page) => {
  let drawn: Promise<void> | null = null
  return {
    follow: (session: {
      get(): Pick<SessionState, 'status'>
      subscribe(listener: () => void): () => void
    }): void => {
      const stop = session.subscribe(() => {
        if (session.get().status !== 'signed-in') return
        stop()
        drawn = new Promise((resolve) => {
          page.setTimeout(resolve, undrawnMs)
          page.requestAnimationFrame(() => page.setTimeout(resolve, 0))
        })
      })
    },
    /** The same function, which waits. */
    wait:
      <Given extends readonly unknown[], Value>(call: (...given: Given) => Promise<Value>) =>
      async (...given: Given): Promise<Value> => {
        if (drawn !== null) await drawn
        return await call(...given)
      },
  }
}
