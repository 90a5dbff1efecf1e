import { lookup as lookupName, type LookupAddress } from 'node:dns'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { addressFault, outwardFault } from '../../src/domain/ehr-integration/integration'
import type { Sending } from '../../src/domain/ehr-integration/answer'

/** Bytes of an answer that are read. */
const mostBytes = 16 * 1024

const listOf = (
  family: 'ipv4' | 'ipv6',
  subnets: readonly (readonly [string, number])[],
): BlockList => {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}

/** IPv4 that is not the public network's (IANA special-purpose registry). */
const closed4 = listOf('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
])
/** Global unicast is 2000::/3; of it, these hold or tunnel to something else. */
const open6 = listOf('ipv6', [['2000::', 3]])
const closed6 = listOf('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address is somebody's on the public network. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))

const isOpenTo = (address: string, allowsLoopback: boolean): boolean =>
  isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address))
const notPublic = 'The address is not of the public network'

/** Of an address that stands for itself: that it is none of the public network's. */
const closedFault = (address: string, allowsLoopback: boolean): string | null => {
  const host = new URL(address).hostname.replaceAll(/^\[|\]$/gu, '')
  const isClosed =
    isIP(host) === 0
      ? /(?:^|\.)localhost\.?$/u.test(host) && !allowsLoopback
      : !isOpenTo(host, allowsLoopback)
  return isClosed ? notPublic : null
}

/**
 * As addressFault, and of an address that stands for itself whether it is of the public network. What a
 * name stands for is asked at each sending.
 */
export const fixedAddressFault = (address: string, allowsLoopback: boolean): string | null =>
  addressFault(address, allowsLoopback) ?? closedFault(address, allowsLoopback)

/** The same of an address that others gave, with whatever stands behind its path. */
export const foreignAddressFault = (address: string, allowsLoopback: boolean): string | null =>
  outwardFault(address, allowsLoopback) ?? closedFault(address, allowsLoopback)

/** Asks for every address of a name. */
export type LookupAll = (name: string) => Promise<readonly LookupAddress[]>

const askSystem: LookupAll = (name) =>
  new Promise((resolve, reject) => {
    lookupName(name, { all: true, verbatim: true }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    )
  })

/** Where a name leads to is none of the public network's. */
class ClosedAddress extends Error {}

export interface EgressOptions {
  /** Also to this machine, without TLS: the demonstration and tests. */
  readonly allowsLoopback: boolean
  /** From the first to the last byte, milliseconds. */
  readonly timeoutMs?: number
  /** What is wrong with an address as it is written; fixedAddressFault unless told. */
  readonly faultOf?: (address: string, allowsLoopback: boolean) => string | null
  readonly lookup?: LookupAll
}

/** What is sent, and where to. */
export interface Outward {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    const bytes = Buffer.from(part as Uint8Array)
    parts.push(bytes)
    size += bytes.length
    if (size >= mostBytes) break
  }
  return Buffer.concat(parts).subarray(0, mostBytes).toString('utf8')
}

const answered = (made: ClientRequest, body: Outward['body']): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    made.once('response', resolve)
    made.once('error', reject)
    made.end(body)
  })

/**
 * Posts to another system. The address that the name stands for is judged where the connection is
 * made, so that a name which changes its mind between asking and connecting leads nowhere else; a
 * redirection is an answer, and not followed. Never rejects.
 */
export const createEgress = ({
  allowsLoopback,
  timeoutMs = 10_000,
  faultOf = fixedAddressFault,
  lookup: ask = askSystem,
}: EgressOptions): ((outward: Outward) => Promise<Sending>) => {
  const lookup: LookupFunction = (name, options, done) => {
    ask(name).then(
      (found) => {
        const closed = found.find(({ address }) => !isOpenTo(address, allowsLoopback))
        const [first] = found
        // One closed address among open ones: whoever mixes them means no good.
        if (closed !== undefined || first === undefined)
          done(new ClosedAddress('The name leads to a closed address'), '', 0)
        else if (options.all === true) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error('No answer'), '', 0),
    )
  }
  return async ({ address, headers, body }) => {
    const fault = faultOf(address, allowsLoopback)
    if (fault !== null) return { kind: 'forbidden', problem: fault }
    const url = new URL(address)
    const signal = AbortSignal.timeout(timeoutMs)
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const made = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup,
      signal,
    })
    try {
      const answer = await answered(made, body)
      const retryAfter = answer.headers['retry-after']
      return {
        kind: 'answered',
        status: answer.statusCode ?? 0,
        text: await textOf(answer),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      }
    } catch (error) {
      if (error instanceof ClosedAddress) return { kind: 'forbidden', problem: notPublic }
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      return { kind: 'unheard', problem: signal.aborted ? 'No answer in time' : code }
    } finally {
      made.destroy()
    }
  }
}
