import type { Observable, Runtime } from '../../engine/define'
import type { Device } from '../../platform/device'
import { openWork } from '../../ui/work'
import type { LastActivity } from '../notices/last-activity'
import { createTabs, type Work } from './tabs'
import { createUpdate, type Update } from './update'
import { createUpdater, takeOverMs, type UpdateHost } from './updater'

/** The update of the running portal: what it is busy with, its tabs, its worker. */
export const portalUpdate = ({
  runtime,
  host,
  device,
  activity,
  newId,
  installed,
}: {
  readonly installed: Observable<boolean | null>
  readonly runtime: Pick<Runtime, 'typing' | 'unkept' | 'connection' | 'session' | 'pause'>
  readonly host: UpdateHost
  readonly device: Pick<Device, 'channel'>
  readonly activity: LastActivity
  readonly newId: () => string
}): Update => {
  const work = (): Work | null => {
    const { state } = runtime.connection.get()
    if (runtime.typing.get()) return 'typing'
    return openWork() ?? (state === 'saving' || state === 'sending' ? 'sending' : null)
  }
  // Whoever asked may never come to reload (its worker was taken back): then work goes on here.
  const pauseForAWhile = async (): Promise<void> => {
    const goOn = await runtime.pause()
    host.after(takeOverMs, goOn)
  }
  const tabs = createTabs({
    id: newId(),
    channel: (listener) => device.channel('lamplight-update', listener),
    title: () => document.title,
    work,
    onPrepare: pauseForAWhile,
    after: host.after,
  })
  return createUpdate({
    tabs,
    installed,
    updater: (held) => createUpdater(host, runtime.pause, { isUnkept: runtime.unkept, held }),
    isUnkept: runtime.unkept,
    work,
    pause: runtime.pause,
    now: () => Date.now(),
    lastUsedAt: () => activity.read(Date.now()),
    isReached: () => runtime.connection.get().state === 'live',
    // A wall display is not signed out (decisions, Inactivity), nor is a page without a user.
    isUnattended: () => {
      const { status, principal } = runtime.session.get()
      return (
        status === 'signed-out' ||
        (status === 'signed-in' &&
          principal?.kind === 'user' &&
          !principal.features.has('automaticLogoutAlert'))
      )
    },
  })
}
