import { randomBytes, randomUUID } from 'node:crypto'
import type {
  MutationCreateVideoCallRoomArgs,
  VideoCallRoom,
} from '../../../schema/generated/resolvers'
import { roomUrl, type CallSide } from '../../../src/domain/video-call/paths'
import { tooManyRoomsMessage } from '../../../src/domain/video-call/video-call'
import { conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import { logged } from '../../graphql/logged'
import type { Scope } from '../../graphql/scope'
import { requirePatient } from '../../graphql/visibility'
import { callTokenHash, hasRoom, holdPlace, insertRoom } from './repository'

/** 256 random bits, in the letters of an address. */
const newToken = (): string => randomBytes(32).toString('base64url')

/** No text message is sent by this server, and patients have no app that it could push to: staff hand the link over. */
const nothingSent = { sentSms: false, sentPushNotification: false } as const

/** Mutation fields of schema/video-call.graphql. @param portal where the portal is reached, without a slash at the end */
export const createVideoCallMutations = (portal: () => string) => ({
  async createVideoCallRoom(
    scope: Scope,
    { patientId, options: { waitingRoom } }: MutationCreateVideoCallRoomArgs,
  ): Promise<VideoCallRoom> {
    await requirePatient(scope, patientId)
    if (!(await holdPlace(scope))) throw conflict('VIDEO_CALL_LIMIT', tooManyRoomsMessage)
    const id = randomUUID()
    const tokens: Readonly<Record<CallSide, string>> = { host: newToken(), patient: newToken() }
    await insertRoom(
      scope,
      { id, patientId, hasWaitingRoom: waitingRoom },
      { host: callTokenHash(tokens.host), patient: callTokenHash(tokens.patient) },
    )
    await logged(scope, {
      action: 'createVideoCallRoom',
      entityType: 'videoCallRoom',
      entityId: id,
      patientId,
      details: { waitingRoom },
    })
    return {
      id,
      hostRoomUrl: roomUrl(portal(), 'host', tokens.host),
      patientRoomUrl: roomUrl(portal(), 'patient', tokens.patient),
      ...nothingSent,
    }
  },
})

/** What a repeat of a mutation is answered with: never an address. */
export const videoCallRereads = {
  createVideoCallRoom: async (
    scope: Scope,
    _args: object,
    { id }: Kept,
  ): Promise<VideoCallRoom> => {
    if (id === null || !(await hasRoom(scope, id))) throw notFound()
    return { id, hostRoomUrl: null, patientRoomUrl: null, ...nothingSent }
  },
}
