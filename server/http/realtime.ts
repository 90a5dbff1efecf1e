/** Lets a portal listen to pokes. */
export interface Realtime {
  /** An Ably token request: one hour, only the organisation's and the user's channel. */
  tokenRequest(userId: string, organizationId: string): Promise<Readonly<Record<string, unknown>>>
}

/**
 * Ably's authorisation (P298), signed here. Channel names hold ids only (design/security.md, G1).
 */
export async function createRealtime(apiKey: string): Promise<Realtime> {
  const { Rest } = await import('ably')
  const ably = new Rest({ key: apiKey })
  return {
    async tokenRequest(userId, organizationId) {
      const request = await ably.auth.createTokenRequest({
        clientId: userId,
        ttl: 3_600_000,
        capability: {
          [`organization:${organizationId}`]: ['subscribe', 'presence'],
          [`user:${userId}`]: ['subscribe'],
        },
      })
      return { ...request }
    },
  }
}
