import type { KeyOwner, KeyShare, SharedKeys } from '../../src/platform/vault'
import type { Device } from './device'
import type { Tab } from './tab'
import type { World } from './world'

/** How long a service worker lives on after it was last spoken to, virtual milliseconds. */
const workerLivesMs = 30_000
const askedAtMostMs = 300

interface Holder {
  readonly tab: Tab
  keys: SharedKeys | null
  readonly listeners: Set<(owner: KeyOwner) => void>
}
interface Kept {
  readonly keys: SharedKeys
  readonly until: number
}

const nameOf = ({ userId, organizationId }: KeyOwner): string => `${userId} ${organizationId}`

/** What the tabs of one device and its service worker hand each other, in memory alone. */
export interface DeviceKeys {
  shareOf(tab: Tab): KeyShare
  /** A page went as pages go (closed, reloaded): it held its keys out once more. */
  left(tab: Tab): void
  forgetTab(tab: Tab): void
  /** The battery is empty: nothing that was in memory is left. */
  losePower(): void
}

export const createDeviceKeys = (world: World, device: () => Device): DeviceKeys => {
  const holders = new Map<Tab, Holder>()
  const worker = new Map<string, Kept>()
  const keep = (keys: SharedKeys | null): void => {
    if (keys !== null) worker.set(nameOf(keys.owner), { keys, until: world.now() + workerLivesMs })
  }
  return {
    left: (tab) => keep(holders.get(tab)?.keys ?? null),
    forgetTab: (tab) => void holders.delete(tab),
    losePower: () => {
      holders.clear()
      worker.clear()
    },
    shareOf: (tab) => {
      const mine: Holder = { tab, keys: null, listeners: new Set() }
      holders.set(tab, mine)
      return {
        ask: (owner) =>
          new Promise((resolve) => {
            const stop = tab.after(askedAtMostMs, 'no keys', () => resolve(null))
            const answer = (keys: SharedKeys): void =>
              void tab.after(world.random.around(3), 'keys', () => {
                stop()
                resolve(keys)
              })
            const kept = worker.get(nameOf(owner))
            if (kept !== undefined && kept.until > world.now()) answer(kept.keys)
            for (const other of holders.values()) {
              if (other.tab === tab) continue
              other.tab.after(world.random.around(3), 'asks keys', () => {
                if (other.keys !== null && nameOf(other.keys.owner) === nameOf(owner))
                  answer(other.keys)
              })
            }
          }),
        offer: (keys) => {
          mine.keys = keys
          keep(keys)
        },
        forget: (owner) => {
          worker.delete(nameOf(owner))
          for (const other of holders.values()) {
            if (other.tab !== tab)
              other.tab.after(world.random.around(3), 'forget keys', () => {
                for (const listener of other.listeners) listener(owner)
              })
          }
          world.note(`${device().name} forgets keys of ${nameOf(owner)}`)
        },
        onForget: (listener) => {
          mine.listeners.add(listener)
          return () => void mine.listeners.delete(listener)
        },
        close: () => void holders.delete(tab),
      }
    },
  }
}
