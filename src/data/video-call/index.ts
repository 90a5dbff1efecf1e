import { z } from 'zod'
import { CreateVideoCallRoomDocument } from '../../../schema/generated/documents/video-call'
import { defineCommand } from '../../engine/define'

/** A room for a video call. Its addresses are null where it was answered before: they are lost then. */
const roomSchema = z.object({
  id: z.string(),
  hostRoomUrl: z.string().nullable(),
  patientRoomUrl: z.string().nullable(),
  sentSms: z.boolean(),
  sentPushNotification: z.boolean(),
})
export type VideoCallRoom = z.infer<typeof roomSchema>

/** Makes a room for a video call with a patient. */
export const createVideoCallRoom = defineCommand({
  name: 'createVideoCallRoom',
  document: CreateVideoCallRoomDocument,
  input: z.object({
    patientId: z.string().min(1),
    options: z.object({ waitingRoom: z.boolean() }),
  }),
  action: 'video-call.start',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createVideoCallRoom: roomSchema }).parse(answer).createVideoCallRoom,
  }),
})
