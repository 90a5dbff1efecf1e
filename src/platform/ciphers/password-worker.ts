import { argon2id } from './argon2'
import type { PasswordRequest } from './password'

/* One password, one answer; then the page ends this worker and its 64 MiB. */
self.addEventListener('message', (event: MessageEvent<PasswordRequest>) => {
  const { password, salt, cost } = event.data
  argon2id(password, salt, cost).then(
    (hash) => self.postMessage({ hash }, { transfer: [hash.buffer] }),
    (thrown: unknown) =>
      self.postMessage({ failed: thrown instanceof Error ? thrown.message : 'Argon2id failed' }),
  )
})
