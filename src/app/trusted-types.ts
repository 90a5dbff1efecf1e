/** What this origin's own scripts may be loaded from: the build's files and the service worker. */
export const isOwnScript = (address: string, base: string): boolean => {
  if (!URL.canParse(address, base)) return false
  const { origin, pathname } = new URL(address, base)
  return (
    origin === new URL(base).origin &&
    (pathname === '/service-worker.js' || /^\/assets\/[\w.-]+\.js$/u.test(pathname))
  )
}

/** Mantine writes style sheets as text. Text without a tag makes no element. */
export const isPlainText = (text: string): boolean => !text.includes('<')

/** What a policy lets through; null: refused. */
export interface TrustedRules {
  readonly createHTML: (text: string) => string | null
  readonly createScriptURL: (address: string) => string | null
}
/** The part of the browser's Trusted Types that is used here. */
export interface TrustedTypes {
  readonly createPolicy: (name: string, rules: TrustedRules) => unknown
}

/**
 * The content security policy asks a policy of every text that would become a script, the address
 * of one, or elements. This is the only one: it lets through what the portal is made of, and refuses
 * and reports the rest. Loaded before anything draws.
 */
export const trustOwnScripts = (types: TrustedTypes | undefined, base: string): void => {
  types?.createPolicy('default', {
    createHTML: (text) => (isPlainText(text) ? text : null),
    createScriptURL: (address) => (isOwnScript(address, base) ? address : null),
  })
}
