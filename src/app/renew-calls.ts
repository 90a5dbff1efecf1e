import { registerPush } from '../data/calling'
import { may } from '../domain/access/may'
import { browserSubscriptionSchema } from '../domain/calling/push'
import { mayPass, ProblemError } from '../domain/problem'
import { isOffline, type Observable, type Runtime, type SessionState } from '../engine/define'

/** The wait after the nth refusal, milliseconds. */
const waitMs = (nth: number): number => Math.min(5_000 * 2 ** nth, 10 * 60_000)

/**
 * Who was called in this browser before is called in it by their next sign-in too, and no more by the sign-in of
 * another user; where somebody signs out, the browser gives up its address, whether or not the server hears of the sign-out. Returns the way to stop.
 */
export const renewCalls = (
  {
    session,
    run,
    connection,
  }: { readonly session: Observable<SessionState> } & Pick<Runtime, 'run' | 'connection'>,
  registration: Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | null>,
  report: (thrown: unknown, where: string) => void,
): (() => void) => {
  /** The sign-in of now that is called, or is being asked for; another object for each. */
  let signIn: { readonly userId: string } | null = null
  let before: SessionState['status'] | null = null
  const subscriptionOf = async () =>
    (await (await registration)?.pushManager.getSubscription()) ?? null
  /** Until it is worth another try: after the wait, or where the connection is back. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      let wasCut = isOffline(connection.get())
      const go = (): void => {
        clearTimeout(timer)
        end()
        resolve()
      }
      const timer = setTimeout(go, ms)
      const end = connection.subscribe(() => {
        const isCut = isOffline(connection.get())
        if (wasCut && !isCut) go()
        wasCut = isCut
      })
    })
  const renew = async (of: NonNullable<typeof signIn>, nth = 0): Promise<void> => {
    const subscription = await subscriptionOf()
    if (subscription === null || of !== signIn) return
    const input = browserSubscriptionSchema.parse(subscription.toJSON())
    const result = await run(registerPush, { ...input, renews: true })
    if (result.kind !== 'refused') return
    if (!mayPass(result.problem)) throw new ProblemError(result.problem)
    if (nth === 0) report(new ProblemError(result.problem), 'renew-calls')
    await pause(waitMs(nth))
    await renew(of, nth + 1)
  }
  const leave = async (): Promise<void> => {
    await (await subscriptionOf())?.unsubscribe()
  }
  const look = (): void => {
    const { status, me, principal, awaitsSignIn, ended } = session.get()
    const isIn = status === 'signed-in' && me !== null && awaitsSignIn !== true
    const mayBeCalled = isIn && principal !== null && may(principal, 'call.receive')
    if (!mayBeCalled) signIn = null
    else if (signIn?.userId !== me.id) {
      signIn = { userId: me.id }
      renew(signIn).catch((thrown: unknown) => report(thrown, 'renew-calls'))
    }
    // By a press alone: not where a sign-in is over by itself, which the next one continues, nor where one fails.
    const wasHere = before === 'signed-in' || before === 'locked'
    before = status
    if (status === 'signed-out' && ended === null && wasHere)
      leave().catch((thrown: unknown) => report(thrown, 'renew-calls'))
  }
  const stop = session.subscribe(look)
  look()
  return () => {
    stop()
    signIn = null
  }
}
