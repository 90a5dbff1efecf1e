import '../../domain/without-eval'
import { systemClock } from '../../platform/clock'
import { askJson } from '../../platform/rest'
import { clientVersion } from '../client-version'
import { jsonCodec } from '../store'
import { deliverSealed } from './deliver-sealed'
import { lockName } from './leader'

/**
 * Delivers, in the service worker, what waits on this device, unless a page does. Sent twice it would
 * be done once; but a page has the answer for its author at once. Rejects where it may be tried again.
 * @param address of `POST /sync/deliver`
 */
export const deliverInWorker = (address: string): Promise<void> =>
  navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await deliverSealed({
      // Nothing is opened: what is sealed stays so.
      environment: { codec: jsonCodec, indexedDB },
      post: (body) =>
        askJson({ fetch: (url, init) => fetch(url, init), clock: systemClock }, address, body),
      clientVersion,
      clock: systemClock,
      // What failed is tried again by the browser, and told by the page that comes to it.
      report: () => undefined,
    })
  })
