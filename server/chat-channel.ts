import type { NameChannel } from './areas/chat'
import type { SecretBox } from './secret-box'

/**
 * Names of chats for whoever is told of new messages (K14): from patient and organisation, under the
 * server's key, so that a name tells neither and nobody guesses one.
 */
export const chatChannel =
  (secrets: Pick<SecretBox, 'nameOf'>): NameChannel =>
  (patientId, organizationId) =>
    secrets.nameOf('chat-channel', JSON.stringify([patientId, organizationId]))
