import { isOffline, type Runtime } from '../engine/define'

/** So often it is looked whether an answer is missing or old, milliseconds. */
const lookEveryMs = 60_000

/**
 * Keeps ahead what a bedside asks for without a connection and no scope holds (kept-ahead.ts), for
 * whoever is signed in and as long as they are. Returns the way to stop.
 */
export const keepAhead = (
  runtime: Pick<Runtime, 'session' | 'connection' | 'kept' | 'ask' | 'now' | 'keepsNothing'>,
  report: (thrown: unknown, where: string) => void,
): (() => void) => {
  let isBusy = false
  const look = (): void => {
    const { status, principal, awaitsSignIn } = runtime.session.get()
    const isHere = status === 'signed-in' && awaitsSignIn !== true && !runtime.keepsNothing
    // Nobody has heard of the server yet, or it is not there.
    const isThere = runtime.connection.get().lastContactAt !== null
    if (isBusy || !isHere || !isThere || principal === null) return
    if (isOffline(runtime.connection.get()) || document.hidden) return
    isBusy = true
    import('./kept-ahead')
      .then(({ keepAnswersAhead }) => keepAnswersAhead(runtime, principal))
      .catch((thrown: unknown) => report(thrown, 'keep-ahead'))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(look, lookEveryMs)
  const end = runtime.session.subscribe(look)
  return () => {
    clearInterval(timer)
    end()
  }
}
