import { z } from 'zod'
import { editions } from '../organization/organization'
import { callSides } from './paths'

/** So long a room is open, milliseconds: a visit that begins late is over by then. */
export const roomMs = 4 * 3_600_000

/** How many rooms that are not over an organisation may have. */
export const mostOpenRooms = 100

/** What is told where there is no room for one more. */
export const tooManyRoomsMessage = `An organisation may have ${mostOpenRooms} video calls that are not over`

/** The scheme of the header Authorization that a token comes in. */
export const callScheme = 'Call'

/** 256 random bits in the letters of an address. */
export const callTokenSchema = z.string().regex(/^[\w-]{43}$/)

/** The paths of a room below the base path. */
export const callPaths = {
  room: '/video-calls/room',
  join: '/video-calls/join',
  say: '/video-calls/say',
} as const

/** Bytes of what is said at once. A description of a browser with all its codecs has 10 KB. */
export const mostSaidBytes = 32 * 1024

/** A page of one side while it is open; another page of the same link has another one. */
const seatSchema = z.uuid()

const sdp = z.string().min(1).max(24_000)

/** What one browser tells the other so that they find each other (RTCSessionDescription, RTCIceCandidate). */
export const signalSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('offer'), sdp }),
  z.strictObject({ kind: z.literal('answer'), sdp }),
  z.strictObject({
    kind: z.literal('candidate'),
    candidate: z.string().max(2_000),
    sdpMid: z.string().max(100).nullable(),
    sdpMLineIndex: z.number().int().min(0).max(100).nullable(),
  }),
])
export type CallSignal = z.infer<typeof signalSchema>

/** Takes a seat. */
export const joinSchema = z.strictObject({ seat: seatSchema })

/** What who sits in a room says. `to`: the seat that the signal is for. `admit` and `end` are the host's. */
export const saidSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('signal'),
    seat: seatSchema,
    to: seatSchema,
    signal: signalSchema,
  }),
  z.strictObject({ kind: z.literal('admit'), seat: seatSchema }),
  z.strictObject({ kind: z.literal('leave'), seat: seatSchema }),
  z.strictObject({ kind: z.literal('end'), seat: seatSchema }),
])
export type CallSaid = z.infer<typeof saidSchema>

const iceServerSchema = z.object({
  urls: z.array(z.string().max(500)).max(20),
  username: z.string().max(500).optional(),
  credential: z.string().max(500).optional(),
})
/** Where browsers ask how they are reached (STUN), and what passes media on for them (TURN). */
export type IceServer = z.infer<typeof iceServerSchema>

/** What who has a link is told before they join: whose room it is, and nothing of the patient. */
export const roomSchema = z.object({
  side: z.enum(callSides),
  organization: z.object({ name: z.string().max(500), edition: z.enum(editions) }),
  hasWaitingRoom: z.boolean(),
  iceServers: z.array(iceServerSchema).max(20),
})
export type CallRoom = z.infer<typeof roomSchema>

/** How a room stands. `other`: the seat of the other side; null: nobody is there. */
export const standingSchema = z.object({
  isAdmitted: z.boolean(),
  other: seatSchema.nullable(),
})
export type CallStanding = z.infer<typeof standingSchema>

/** Why a page is in its room no more. `taken`: the link is open in another page. */
export const callEnds = ['over', 'taken'] as const
export type CallEnd = (typeof callEnds)[number]

/** What a page in a room hears. */
export const heardSchema = z.union([
  z.object({ standing: standingSchema }),
  z.object({ from: seatSchema, signal: signalSchema }),
  z.object({ ended: z.enum(callEnds) }),
])
export type CallHeard = z.infer<typeof heardSchema>
