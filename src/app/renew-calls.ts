import { registerPush } from '../data/calling'
import { may } from '../domain/access/may'
import { browserSubscriptionSchema } from '../domain/calling/push'
import type { Observable, Runtime, SessionState } from '../engine/define'

/**
 * Who was called in this browser before is called in it by their next sign-in too; where somebody signs
 * out, the browser gives up its address, whether or not the server hears of the sign-out. Returns the way to stop.
 */
export const renewCalls = (
  { session, run }: { readonly session: Observable<SessionState> } & Pick<Runtime, 'run'>,
  registration: Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | null>,
  report: (thrown: unknown, where: string) => void,
): (() => void) => {
  let renewed: string | null = null
  let wasHere = false
  const subscriptionOf = async () =>
    (await (await registration)?.pushManager.getSubscription()) ?? null
  const renew = async (): Promise<void> => {
    const subscription = await subscriptionOf()
    if (subscription === null) return
    const input = browserSubscriptionSchema.parse(subscription.toJSON())
    await run(registerPush, { ...input, renews: true })
  }
  const leave = async (): Promise<void> => {
    await (await subscriptionOf())?.unsubscribe()
  }
  const look = (): void => {
    const { status, me, principal, awaitsSignIn, ended } = session.get()
    const isIn = status === 'signed-in' && me !== null && awaitsSignIn !== true
    if (isIn && me.id !== renewed && principal !== null && may(principal, 'call.receive')) {
      renewed = me.id
      renew().catch((thrown: unknown) => report(thrown, 'renew-calls'))
    }
    if (status === 'signed-in' || status === 'locked') wasHere = true
    // Not where the sign-in is over by itself: the next one goes on.
    if (status === 'signed-out' && ended === null && wasHere) {
      wasHere = false
      renewed = null
      leave().catch((thrown: unknown) => report(thrown, 'renew-calls'))
    }
  }
  const stop = session.subscribe(look)
  look()
  return stop
}
