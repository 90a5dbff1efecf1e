import type { Clock } from '../../platform/clock'
import { isEarlierCache, type DeviceStore } from '../store'
import type { Keys } from './keys'

/**
 * How often stores that nobody may open are looked for, milliseconds: an old one knows no
 * revocation.
 */
const everyMs = 300_000

/**
 * Deletes stores of earlier shapes and those locked too long, now and every five minutes. Returns
 * the way to stop.
 */
export const sweepNowAndThen = (options: {
  readonly device: Pick<DeviceStore, 'deleteCaches'>
  readonly keys: Pick<Keys, 'outdated'>
  readonly clock: Pick<Clock, 'after'>
  /** The name of the store that is open. */
  readonly open: () => string | undefined
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const sweep = async (): Promise<void> => {
    const isOutdated = await options.keys.outdated()
    await options.device.deleteCaches(
      ({ name, userId, organizationId }) =>
        isEarlierCache(name) || (name !== options.open() && isOutdated({ userId, organizationId })),
    )
  }
  let cancel = (): void => undefined
  const next = (): void => {
    cancel = options.clock.after(everyMs, next)
    void sweep().catch((thrown: unknown) => options.report(thrown, 'sweep'))
  }
  next()
  return () => cancel()
}
