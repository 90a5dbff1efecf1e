import type { Device } from '../../platform/device'
import type { Observable, StorageState } from '../define'

/**
 * Tells the server how many records the browser took away with this device's databases: once in the
 * page's life, tried whenever it may be reached, since a sign-in page does not know whether it can.
 * It asks for no credential. Returns the way to stop.
 */
export const tellLoss = (options: {
  readonly storage: Observable<Pick<StorageState, 'evicted'>>
  readonly offline: Observable<boolean>
  readonly device: Pick<Device, 'onHint'>
  readonly tell: (count: number) => Promise<unknown>
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const { storage, offline } = options
  let isTold = false
  let isTelling = false
  const look = async (): Promise<void> => {
    const count = storage.get().evicted?.waiting ?? 0
    if (count === 0 || isTold || isTelling) return
    isTelling = true
    try {
      await options.tell(count)
      isTold = true
    } catch (thrown) {
      options.report(thrown, 'evicted')
    } finally {
      isTelling = false
    }
  }
  const ends = [storage, offline].map((one) => one.subscribe(() => void look()))
  ends.push(options.device.onHint(() => void look()))
  void look()
  return () => {
    for (const end of ends) end()
  }
}
