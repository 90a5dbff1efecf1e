import {
  browserSubscriptionSchema,
  calledPage,
  movedPath,
  pushedCallSchema,
  receivedPath,
  testCallPage,
  type PushedCall,
} from '../src/domain/calling/push'
import { pushedCallTexts } from '../src/texts/pushed-call'

/** What a call asks of its worker. */
export interface CalledParts {
  /** The address of the API. */
  readonly api: string
  readonly post: (address: string, body: object) => Promise<unknown>
  readonly show: ServiceWorkerRegistration['showNotification']
  /** Pages of the portal, the one that was seen last first. */
  readonly pages: () => Promise<readonly WindowClient[]>
  readonly open: (page: string) => Promise<unknown>
  readonly subscribe: (options: PushSubscriptionOptionsInit) => Promise<PushSubscription>
}

const readCall = (data: PushMessageData | null): PushedCall | null => {
  try {
    return pushedCallSchema.parse(data?.json())
  } catch {
    return null
  }
}

const textOf = (call: PushedCall | null): string => {
  if (call === null) return pushedCallTexts.unread
  if (call.isEnding === true) return pushedCallTexts.ending
  return call.severity === null ? pushedCallTexts.test : pushedCallTexts.text(call.severity)
}

/** Shows a call, then says that it is shown. A call that comes again is shown in place of itself. */
export const showCall = async (
  { api, post, show }: CalledParts,
  data: PushMessageData | null,
): Promise<void> => {
  const call = readCall(data)
  await show(call?.isEnding === true ? pushedCallTexts.endingTitle : pushedCallTexts.title, {
    body: textOf(call),
    tag: call?.id ?? 'call',
    icon: '/icon-192.png',
    requireInteraction: true,
    data: call === null ? '/' : call.severity === null ? testCallPage : calledPage(call.id),
  })
  // Where it does not arrive the call is told as not received.
  if (call !== null)
    await post(`${api}${receivedPath}`, { id: call.id, token: call.token }).catch(() => undefined)
}

/** Leads to what a call is about: in a page of the portal that is open, or in a new one. */
export const openCall = async (
  { pages, open }: CalledParts,
  notification: Pick<Notification, 'close' | 'data'>,
): Promise<void> => {
  notification.close()
  const page = typeof notification.data === 'string' ? notification.data : '/'
  const [seen] = await pages()
  if (seen === undefined) {
    await open(page)
    return
  }
  await seen.focus()
  await seen.navigate(page)
}

/** The browser is called at another address from now on, which its push service gave it. */
export const moveCalls = async (
  { api, post, subscribe }: CalledParts,
  before: PushSubscription | null,
  after: PushSubscription | null,
): Promise<void> => {
  // A page that opens next tells of the new one, where the browser does not say what it was.
  if (before === null) return
  const { applicationServerKey } = before.options
  const subscription = after ?? (await subscribe({ userVisibleOnly: true, applicationServerKey }))
  const [from, to] = [before, subscription].map((one) =>
    browserSubscriptionSchema.parse(one.toJSON()),
  )
  await post(`${api}${movedPath}`, { from, to })
}
