import { serve } from '@hono/node-server'

/** Why the server cannot listen, as text for the operator. */
export class ListenError extends Error {}

/**
 * Idle connections stay open longer than at proxies (nginx, AWS: 60 s), so that they close first:
 * else a request can arrive on a closing connection and be lost (ECONNRESET).
 */
const idleConnectionMs = 75_000

export type Listening = ReturnType<typeof serve>

/** Where it listens: the port it was told, or the free one it got for 0. */
export const portOf = (listening: Listening): number => {
  const address = listening.address()
  if (address === null || typeof address === 'string')
    throw new Error('It does not listen on a port')
  return address.port
}

/**
 * Listens on a port; returns once it does.
 * @throws ListenError when the port is taken or not allowed
 */
export const listen = (
  fetch: (request: Request) => Response | Promise<Response>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = serve(
      { fetch, port, hostname: host, serverOptions: { keepAliveTimeout: idleConnectionMs } },
      () => resolve(server),
    )
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new ListenError(
              `Port ${port} is in use. Stop what listens there, or choose another PORT.`,
            )
          : error.code === 'EACCES'
            ? new ListenError(`Port ${port} may not be used by this user. Choose another PORT.`)
            : error,
      ),
    )
  })
