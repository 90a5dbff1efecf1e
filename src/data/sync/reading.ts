import type { Clock } from '../../platform/clock'
import type { Device } from '../../platform/device'
import type { CacheStore } from '../../platform/store'
import type { Identified, Observable, Resource } from '../kit'
import { createPull, type PullAnswer, type PullQuestion } from './pull'
import { createPullAhead } from './pull-ahead'
import { createPullFollow } from './pull-follow'
import { createScreenPull } from './pull-screen'
import { readAnswer } from './refresh'

/** The sync protocol's reading half, wired: what screens ask for, what is followed, what is fetched ahead. */
export const createReading = (options: {
  readonly resources: readonly Resource<never, Identified>[]
  readonly ask: (question: PullQuestion, organizationId: string, once: boolean) => Promise<PullAnswer>
  readonly server: { readonly group: () => Promise<string>; readonly epoch: () => Promise<string>; readonly greet: () => Promise<void> }
  readonly adoptMe: (value: unknown, organizationId: string) => Promise<void>
  readonly store: () => CacheStore | null
  readonly clock: Pick<Clock, 'now' | 'after' | 'sleep'>
  readonly random: () => number
  readonly device: Pick<Device, 'isVisible' | 'channel' | 'onHint'>
  readonly offline: Observable<boolean>
  readonly refused: () => void
  readonly report: (thrown: unknown, where: string) => void
}) => {
  const { clock, device, report, store } = options
  const pull = createPull({
    resources: options.resources,
    ask: options.ask,
    ...options.server,
    me: { entity: 'Me', adopt: options.adoptMe },
    read: (wire, value, where) => readAnswer(wire, value, report, where),
    now: clock.now,
    breathe: () => clock.sleep(0),
  })
  const mayGoOn = (asked: CacheStore): boolean => store() === asked && !asked.isClosed() && follow.leads() && !options.offline.get()
  const ahead = createPullAhead({ pull, clock, mayGoOn })
  const follow = createPullFollow({
    pull, ahead, clock, device, store, report,
    random: options.random,
    scopes: (organizationId) => ({ often: [`ROSTER:${organizationId}`], seldom: [`ME:${organizationId}`] }),
    offline: options.offline,
    refused: options.refused,
  })
  return {
    screen: createScreenPull({ pull, report }),
    firstSync: ahead.firstSync,
    follow,
  }
}
