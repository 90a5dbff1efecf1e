import type { BrowserContext, Page } from '@playwright/test'

const rememberInPage = (): void => {
  const keys = new Set<string>()
  Object.assign(window, { heardKeys: keys })
  const hear = (bytes: BufferSource): void => {
    const view = ArrayBuffer.isView(bytes)
      ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new Uint8Array(bytes)
    keys.add([...view].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  const { importKey, unwrapKey, wrapKey } = SubtleCrypto.prototype
  SubtleCrypto.prototype.importKey = function remembered(this: SubtleCrypto, ...given: unknown[]) {
    const [format, bytes] = given as [string, BufferSource]
    if (format === 'raw' && bytes.byteLength === 32) hear(bytes)
    return Reflect.apply(importKey, this, given) as Promise<CryptoKey>
  } as typeof importKey
  SubtleCrypto.prototype.unwrapKey = async function remembered(
    this: SubtleCrypto,
    ...given: unknown[]
  ) {
    const key = await (Reflect.apply(unwrapKey, this, given) as Promise<CryptoKey>)
    const extractable = await (Reflect.apply(
      unwrapKey,
      this,
      given.with(5, true),
    ) as Promise<CryptoKey>)
    hear(await this.exportKey(given[0] as 'raw' | 'pkcs8', extractable))
    return key
  } as typeof unwrapKey
  SubtleCrypto.prototype.wrapKey = async function remembered(
    this: SubtleCrypto,
    ...given: unknown[]
  ) {
    hear(await this.exportKey(given[0] as 'raw' | 'pkcs8', given[1] as CryptoKey))
    return await (Reflect.apply(wrapKey, this, given) as Promise<ArrayBuffer>)
  } as typeof wrapKey
}

/**
 * Remembers, in the page's memory alone, the bytes of every key that passes through WebCrypto: the
 * product never sees those of the data key, a search of its disk has to know them. Call before the
 * first page is opened.
 */
export const rememberKeys = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(rememberInPage)
}

/** The keys that passed through this page since it was loaded. */
export const keysOf = async (page: Page): Promise<readonly Buffer[]> =>
  (await page.evaluate(() => [...(window as unknown as { heardKeys: Set<string> }).heardKeys])).map(
    (hex) => Buffer.from(hex, 'hex'),
  )
