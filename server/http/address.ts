import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? ''

/** The network of an IPv6 address that one customer has (/64); an IPv4 address as it is. */
export const networkOf = (address: string): string => {
  const plain = withoutZone(address.replace(/^::ffff:(?=\d+\.)/iu, ''))
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/u, ''))
    .join(':')
}

/** The address of an entry, without the port that some proxies add; null: it is none. */
const addressIn = (entry: string): string | null => {
  const bare =
    /^\[(.+)\](?::\d+)?$/u.exec(entry)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(entry)?.[1] ??
    entry
  return isIP(withoutZone(bare)) === 0 ? null : bare
}

/**
 * Warns once where requests come through a proxy and none is trusted: all of them then count as one
 * address, and one stranger's wrong passwords slow everybody.
 */
export const warnOfProxies = (trustedProxies: number, log: Logger): MiddlewareHandler => {
  let isTold = trustedProxies > 0
  return async (c, next) => {
    if (!isTold && c.req.header('x-forwarded-for') !== undefined) {
      isTold = true
      log.warn({ event: 'proxy-not-trusted', setting: 'TRUSTED_PROXIES' })
    }
    await next()
  }
}

/** How the sender's address is found out; 'unknown' where nobody knows it. */
export type AddressOf = (c: Context) => string

/**
 * The sender's network, to count by.
 * @param trustedProxies how many of ours the request came through: each adds to X-Forwarded-For
 *   whom it heard, and what stands further left is the sender's invention. 0: the header is not read,
 *   and behind a proxy everybody has one address.
 */
export const createAddressOf =
  (trustedProxies = 0): AddressOf =>
  (c) => {
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
    const named = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
    const address = named === undefined ? null : addressIn(named)
    if (address !== null) return networkOf(address)
    try {
      return networkOf(getConnInfo(c).remote.address ?? 'unknown')
    } catch {
      return 'unknown'
    }
  }
