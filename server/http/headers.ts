import type { MiddlewareHandler } from 'hono'
import { isRoomPath } from '../../src/domain/video-call/paths'

export interface HeaderOptions {
  /** The portal talks to Google's identity service. */
  readonly firebase: boolean
  /** The portal talks to Ably. */
  readonly ably: boolean
  /** Where browsers report what was refused; absent: nowhere. */
  readonly reportTo?: string
}

/** The content security policy: everything is refused but what the portal is made of. */
export const contentSecurityPolicy = ({ firebase, ably, reportTo }: HeaderOptions): string =>
  [
    `default-src 'none'`,
    // WebAssembly is Argon2id (src/platform/ciphers); it allows no script that is not ours.
    `script-src 'self' 'wasm-unsafe-eval'`,
    // Mantine sets sizes and colours in style attributes.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `media-src 'self' blob:`,
    `connect-src ${["'self'", ...(firebase ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'] : []), ...(ably ? ['https://*.ably.io', 'wss://*.ably.io', 'https://*.ably.net', 'wss://*.ably.net'] : [])].join(' ')}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    // Texts become scripts or elements through one policy alone (src/app/trusted-types.ts).
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
    `frame-ancestors 'none'`,
    ...(reportTo === undefined ? [] : [`report-uri ${reportTo}`]),
  ].join('; ')

/** What a page may use of the device: camera and microphone on the page of a video call, and nothing anywhere else. */
const permissionsPolicy = (path: string): string => {
  const who = isRoomPath(path) ? '(self)' : '()'
  return `camera=${who}, microphone=${who}, geolocation=(), payment=(), usb=()`
}

/** Security headers on every answer (design/security.md, D1). */
export const securityHeaders = (options: HeaderOptions): MiddlewareHandler => {
  const policy = contentSecurityPolicy(options)
  return async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    c.header('Cross-Origin-Opener-Policy', 'same-origin')
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('X-Frame-Options', 'DENY')
    c.header('Permissions-Policy', permissionsPolicy(c.req.path))
    c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** Nothing of the API is kept by a browser or a proxy (D4). */
export const noStore: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
}
