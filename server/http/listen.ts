import { serve } from '@hono/node-server'

/** Why the server cannot listen, in words for whoever started it. */
export class ListenError extends Error {}

/**
 * How long a connection that nobody uses stays open. Longer than proxies and clients keep one
 * (nginx and AWS load balancers: 60 s): who closes first must be they, or a request leaves on a
 * connection that the server is just closing and is lost (ECONNRESET).
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
 * Listens on a port of a host; returns once it does. @throws ListenError when the port is taken or
 * not allowed.
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
