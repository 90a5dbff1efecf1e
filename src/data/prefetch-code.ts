/**
 * Fetches the code that the data floor needs as soon as somebody is known to be signed in: what the
 * rooms declare, the vault and its ciphers. Reads nothing, opens nothing. What does not arrive is
 * fetched again by whoever needs it.
 */
export const fetchData = (): void => {
  for (const load of [
    () => import('../engine/user/user-runtime'),
    () => import('./entities'),
    () => import('../platform/vault/browser-vault'),
    () => import('../platform/ciphers/web-ciphers'),
  ])
    void load().catch(() => undefined)
}
