import { browserSubscriptionSchema, type Subscription } from '../../../domain/calling/push'

/** What the browser says of calls. */
export interface OwnBrowser {
  readonly permission: NotificationPermission
  /** Its address at its push service; null: it has none. */
  readonly endpoint: string | null
}

/** Whether the browser knows web push. */
export const knowsPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Undefined also where the browser keeps no workers for this page. */
const registrationOf = () => navigator.serviceWorker.getRegistration().catch(() => undefined)

/** What it says now. */
export const readBrowser = async (): Promise<OwnBrowser> => ({
  permission: Notification.permission,
  endpoint: (await (await registrationOf())?.pushManager.getSubscription())?.endpoint ?? null,
})

/**
 * Asks the user for permission and the push service for an address; by a press alone. `refused`: the user
 * or the browser says no; `notReady`: no service worker is there; `noService`: there is no address.
 */
export const subscribe = async (
  key: string,
): Promise<Subscription | 'refused' | 'notReady' | 'noService'> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused'
  const registration = await registrationOf()
  if (registration === undefined) return 'notReady'
  try {
    // One for another server's key would be of no use.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    })
    return browserSubscriptionSchema.parse(subscription.toJSON())
  } catch {
    return 'noService'
  }
}

/** Gives the address up. */
export const unsubscribe = async (): Promise<void> => {
  await (await (await registrationOf())?.pushManager.getSubscription())?.unsubscribe()
}
