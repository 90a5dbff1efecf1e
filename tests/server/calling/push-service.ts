import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  pushedCallSchema,
  type PushedCall,
  type Subscription,
} from '../../../src/domain/calling/push'

/** What a push service answers to the next push for a browser; `hang`: nothing. */
type Answer = number | 'hang' | { readonly status: number; readonly retryAfter: string }

/** A push as the push service had it. */
interface Arrived {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly status: number
}

/** A browser with a subscription at the push service. */
export interface Browser {
  readonly subscription: Subscription
  /** Says what is answered from now on; 201 until then. */
  answers(answer: Answer): void
  /** All pushes for it that came, in order. */
  arrived(): readonly Arrived[]
  /** What waits for it, opened with its keys: of each topic the last. */
  messages(): readonly PushedCall[]
}

export interface PushService {
  readonly origin: string
  browser(): Browser
  /** The public keys of whoever pushed, each with a token that it signed for this service. */
  readonly senders: ReadonlySet<string>
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The sender of a push (RFC 8292). @throws where the token is not good for this service */
const senderOf = (authorization: string, origin: string): string => {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/u.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    exp: number
    sub: string
  }
  const left = exp - Date.now() / 1_000
  if (!isSigned || aud !== origin || left <= 0 || left > 86_400 || !/^(mailto|https):/u.test(sub))
    throw new Error('Not authorised')
  return key
}

/** Speaks RFC 8030 on this machine, for browsers whose keys it has. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<
    string,
    {
      answer: Answer
      readonly arrived: Arrived[]
      /** By topic; without one each stands alone. */
      readonly waiting: Map<string, Buffer>
    }
  >()
  const senders = new Set<string>()
  let origin = ''
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const body = await bodyOf(request)
      const known = browsers.get(path)
      const topic = request.headers.topic
      const arrive = (status: number, more: Record<string, string> = {}): void => {
        known?.arrived.push({ path, headers: request.headers, status })
        response.writeHead(status, more).end()
      }
      if (known === undefined) return arrive(404)
      if (known.answer === 'hang') {
        known.arrived.push({ path, headers: request.headers, status: 0 })
        return
      }
      if (typeof known.answer === 'object')
        return arrive(known.answer.status, { 'Retry-After': known.answer.retryAfter })
      if (known.answer !== 201) return arrive(known.answer)
      const isWellFormed =
        request.method === 'POST' &&
        /^\d+$/u.test(request.headers.ttl?.toString() ?? '') &&
        request.headers['content-encoding'] === 'aes128gcm' &&
        (topic === undefined || /^[\w-]{1,32}$/u.test(topic.toString()))
      if (!isWellFormed) return arrive(400)
      try {
        senders.add(senderOf(request.headers.authorization ?? '', origin))
      } catch {
        return arrive(403)
      }
      known.waiting.set(topic?.toString() ?? randomBytes(8).toString('hex'), body)
      return arrive(201, { Location: `${origin}/message/${randomBytes(8).toString('hex')}` })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    senders,
    browser() {
      const path = `/browser?token=${randomBytes(16).toString('base64url')}`
      const kept = { answer: 201 as Answer, arrived: [] as Arrived[], waiting: new Map() }
      browsers.set(path, kept)
      const own = createECDH('prime256v1')
      const p256dh = own.generateKeys()
      const auth = randomBytes(16)
      /** RFC 8291, section 3.4, and RFC 8188, section 2. */
      const open = (body: Buffer): PushedCall => {
        const salt = body.subarray(0, 16)
        const senderKey = body.subarray(21, 21 + body.readUInt8(20))
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
        const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32))
        const derived = (what: string, length: number) =>
          Buffer.from(
            hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), length),
          )
        const record = body.subarray(21 + senderKey.length)
        const cipher = createDecipheriv(
          'aes-128-gcm',
          derived('aes128gcm', 16),
          derived('nonce', 12),
        ).setAuthTag(record.subarray(-16))
        const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
        const text = padded.subarray(0, padded.lastIndexOf(2)).toString()
        return pushedCallSchema.strict().parse(JSON.parse(text))
      }
      return {
        subscription: {
          endpoint: `${origin}${path}`,
          p256dh: p256dh.toString('base64url'),
          auth: auth.toString('base64url'),
        },
        answers(answer) {
          kept.answer = answer
        },
        arrived: () => kept.arrived,
        messages: () => [...kept.waiting.values()].map(open),
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
