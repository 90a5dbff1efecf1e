import { may } from '../../../src/domain/access/may'
import { sendChatMessage } from '../../../src/domain/chat/commands'
import type { CountedPart } from '../../engine/subject-parts'
import { operation } from '../../engine/synced'
import type { SyncedOperation } from '../../engine/synced'
import type { Scope } from '../../graphql/scope'
import { mayOpenNow } from '../../graphql/visibility'
import { chatHead, messageIds, messagesSince, newestMessages } from './repository'
import { chatMutations } from './resolvers'

/** Whether the chat is theirs to have: not in an emergency, which is for the record. */
const mayHold = async (scope: Scope, patientId: string): Promise<boolean> =>
  may(scope.acting.principal, 'chat.use') && (await mayOpenNow(scope, patientId))

/** The chat in a patient's record. */
export const syncedChat: CountedPart = {
  key: 't',
  type: 'ChatMessage',
  givenAs: 'patientChat',
  weight: 1,
  first: 10,
  head: async (scope, patientId) =>
    (await mayHold(scope, patientId)) ? chatHead(scope.trx, patientId) : null,
  ids: ({ trx }, patientId) => messageIds(trx, patientId),
  async since({ trx }, patientId, from, head, most) {
    const { held, messages } = await messagesSince(trx, patientId, from, head, most)
    return {
      held,
      rows: messages.map((message) => ({ __typename: 'ChatMessage', ...message })),
    }
  },
  of: async ({ trx }, patientId, { from, before, take }) =>
    (await newestMessages(trx, patientId, { since: from, before, take })).map((message) => ({
      __typename: 'ChatMessage',
      ...message,
    })),
}

/** The command that may wait. */
export const chatOperations: readonly SyncedOperation[] = [
  operation(sendChatMessage, async (scope, { patientId, message }, { at: capturedAt }) => {
    const sent = await chatMutations.sendChatMessage(scope, {
      PatientId: patientId,
      message,
      capturedAt,
    })
    return { version: String(sent.revision), made: { __typename: 'ChatMessage', ...sent } }
  }),
]
