import { toProblem } from '../../domain/problem'
import type { Clock } from '../../platform/clock'
import type { Fetch } from '../../platform/graphql'
import { askJson } from '../../platform/rest'

/** A device whose requests hang must say so soon, long before an exchange gives up. */
const lookAtMostMs = 8_000

/**
 * True when the server answers at all. Silence is reported (`askedAt`: epoch ms); an answer proves
 * no session.
 */
export const createReachability =
  (options: {
    readonly fetch: Fetch
    readonly clock: Clock
    readonly address: string
    readonly unreachable: (askedAt: number) => void
  }) =>
  async (): Promise<boolean> => {
    const { fetch, clock } = options
    const askedAt = clock.now()
    try {
      await askJson({ fetch, clock, timeoutMs: lookAtMostMs }, options.address)
      return true
    } catch (thrown) {
      const { kind } = toProblem(thrown)
      const silent = kind === 'network' || kind === 'timeout'
      if (silent) options.unreachable(askedAt)
      return !silent
    }
  }
