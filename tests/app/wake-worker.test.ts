import { expect, test, vi } from 'vitest'
import { wakeWorkerToDeliver } from '../../src/app/wake-worker'
import { source, type Connection } from '../../src/engine/define'

const live: Connection = { state: 'live', lastContactAt: 0, waiting: 0, refused: 0 }
const stand = (registration: Parameters<typeof wakeWorkerToDeliver>[1]) => {
  const connection = source<Connection>(live)
  const othersWaiting = source(0)
  const report = vi.fn()
  const stop = wakeWorkerToDeliver(
    { connection, outbox: { othersWaiting } as never },
    registration,
    report,
  )
  return { connection, othersWaiting, report, stop }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('the browser is asked to wake the worker once, when something waits and there is no connection', async () => {
  const register = vi.fn(async () => undefined)
  const { connection, othersWaiting, stop } = stand(Promise.resolve({ sync: { register } }))
  connection.set({ ...live, state: 'waiting', waiting: 1 })
  await settled()
  // Connected, the page sends.
  expect(register).not.toHaveBeenCalled()
  connection.set({ ...live, state: 'offline', waiting: 1 })
  connection.set({ ...live, state: 'offline', waiting: 2 })
  await settled()
  expect(register.mock.calls).toEqual([['lamplight-deliver']])
  connection.set(live)
  connection.set({ ...live, state: 'offline' })
  await settled()
  expect(register).toHaveBeenCalledTimes(1)
  // What another user left is delivered too.
  othersWaiting.set(1)
  await settled()
  expect(register).toHaveBeenCalledTimes(2)
  stop()
})

test('a browser that knows no Background Sync, or refuses it, breaks nothing', async () => {
  const without = stand(Promise.resolve({}))
  without.connection.set({ ...live, state: 'offline', waiting: 1 })
  const refusing = stand(
    Promise.resolve({ sync: { register: () => Promise.reject(new Error('denied')) } }),
  )
  refusing.connection.set({ ...live, state: 'offline', waiting: 1 })
  const none = stand(Promise.resolve(null))
  none.connection.set({ ...live, state: 'offline', waiting: 1 })
  await settled()
  expect(without.report).not.toHaveBeenCalled()
  expect(none.report).not.toHaveBeenCalled()
  expect(refusing.report).toHaveBeenCalledTimes(1)
})
