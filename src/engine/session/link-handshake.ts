import type { Handshake, HandshakeRecord } from './handshake'

/**
 * In the place of a hello, for who reads by a share link: there is no session of sync, no device key
 * and nothing to send. What a pull needs is a name of this page and the server's epoch, which its
 * answer tells.
 */
export const createLinkHandshake = (newId: () => string): Handshake => {
  const group = newId()
  let epoch = ''
  const record = (): HandshakeRecord => ({
    sessionId: '',
    devicePublicKey: '',
    vaultKeyId: '',
    vaultPublicKey: '',
    epoch,
    offsetMs: 0,
    beganAt: 0,
  })
  return {
    ensure: async () => record(),
    again: async () => record(),
    anew: async (_owner, heard) => {
      epoch = heard
    },
    known: async () => record(),
    remembered: () => null,
    group: async () => group,
    epoch: async () => epoch,
    estimate: () => 0,
    forget: () => undefined,
  }
}
