import { argon2id } from './argon2'
import type { Bytes, PasswordCost } from './ciphers'

/** What the worker is asked. */
export interface PasswordRequest {
  readonly password: Bytes
  readonly salt: Bytes
  readonly cost: PasswordCost
}

type PasswordAnswer = { readonly hash: Bytes } | { readonly failed: string }

const inWorker = (request: PasswordRequest): Promise<Bytes> =>
  new Promise<Bytes>((resolve, reject) => {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url), {
      type: 'module',
      name: 'lamplight-password',
    })
    const settle = (call: () => void): void => {
      worker.terminate()
      call()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<PasswordAnswer>) =>
      settle(() => {
        if ('hash' in data) resolve(data.hash)
        else reject(new Error(data.failed))
      }),
    )
    worker.addEventListener('error', (event) =>
      settle(() => reject(new Error(event.message || 'The password worker did not start'))),
    )
    worker.postMessage(request, [request.password.buffer])
  })

/** 32 bytes from a password: in a worker where there are workers, else in place. */
export const hashPassword = (request: PasswordRequest): Promise<Bytes> =>
  typeof Worker === 'undefined' || typeof document === 'undefined'
    ? argon2id(request.password, request.salt, request.cost)
    : inWorker(request)
