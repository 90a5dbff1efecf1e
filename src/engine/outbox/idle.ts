import type { Device } from '../../platform/device'
import type { OutboxStore } from '../store'
import type { Observable, SessionState } from '../define'
import type { OutboxSender } from './outbox-sender'
import { isOpen } from './outbox-machine'

/** Nobody is signed in to the server here, and nobody is just signing in. */
export const isIdle = ({ status, awaitsSignIn }: SessionState): boolean =>
  status === 'signed-out' || status === 'locked' || awaitsSignIn === true

/**
 * Sends, where nobody is signed in, what waits here or is to be told (docs/decisions/0016): when
 * the page comes to that, and when the line may be back. Fetches nothing for nothing. Returns the
 * way to stop.
 */
export const sendWhileIdle = (options: {
  readonly session: Observable<SessionState>
  readonly device: Pick<Device, 'onHint'>
  readonly outbox: Pick<OutboxStore, 'all'>
  readonly hasToTell: () => Promise<boolean>
  readonly outboxSender: Pick<OutboxSender, 'poke'>
  readonly report: (thrown: unknown, where: string) => void
}): (() => void) => {
  const look = async (): Promise<void> => {
    if (
      isIdle(options.session.get()) &&
      ((await options.outbox.all()).some(({ state }) => isOpen(state)) ||
        (await options.hasToTell()))
    )
      options.outboxSender.poke()
  }
  const wake = (): void => void look().catch((thrown: unknown) => options.report(thrown, 'idle'))
  const ends = [options.session.subscribe(wake), options.device.onHint(wake)]
  wake()
  return () => {
    for (const end of ends) end()
  }
}
