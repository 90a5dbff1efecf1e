import { z } from 'zod'

const base64url = (characters: number) =>
  z
    .string()
    .length(characters)
    .regex(/^[\w-]+$/)

/** Where a browser is called (Push API), as it tells it. */
export const subscriptionSchema = z.object({
  /** Whoever knows it may call the browser. */
  endpoint: z.url({ protocol: /^https?$/ }).max(1_000),
  /** The browser's public key: a point of P-256, uncompressed. */
  p256dh: base64url(87),
  /** Its secret, 16 bytes. */
  auth: base64url(22),
})
export type Subscription = z.infer<typeof subscriptionSchema>

/** The same as a browser writes it (PushSubscription.toJSON). */
export const browserSubscriptionSchema = z
  .object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) })
  .transform(({ endpoint, keys: { p256dh, auth } }) => ({ endpoint, p256dh, auth }))
  .pipe(subscriptionSchema)

/** What a browser is told of a call: no name, number or ward. */
export const pushedCallSchema = z.object({
  id: z.string().min(1).max(64),
  /** Says once to the server that the browser shows the call. */
  token: z.string().min(1).max(64),
  /** Null: a test, which its user asked for. */
  severity: z.int().min(1).max(4).nullable(),
  /** It is no call: the sign-in ends soon, and the calls with it. */
  isEnding: z.boolean().optional(),
})
export type PushedCall = z.infer<typeof pushedCallSchema>

/** Why a call is not pushed: the browser has no address any more, its push service refused or did not answer, it is too late. */
export const pushProblems = ['gone', 'refused', 'unheard', 'late'] as const
export type PushProblem = (typeof pushProblems)[number]

/** A call that a user sent themselves, to see that it arrives. */
export const testCallSchema = z.object({
  id: z.string(),
  madeAt: z.string(),
  /** When the browser's push service took it; null: it has not. */
  sentAt: z.string().nullable(),
  problem: z.enum(pushProblems).nullable(),
  /** When the browser said that it shows it; null: it has not. */
  receivedAt: z.string().nullable(),
})
export type TestCall = z.infer<typeof testCallSchema>

/** Where a browser says that it shows a call, below the base path. */
export const receivedPath = '/calls/received'
export const receivedSchema = pushedCallSchema.pick({ id: true, token: true })

/** Where a browser says that it is called at another address from now on, below the base path. */
export const movedPath = '/calls/moved'
export const movedSchema = z.object({
  /** The one until now. Its secret the browser and this house alone know, and not the push service. */
  from: subscriptionSchema,
  to: subscriptionSchema,
})

/** The page that leads to what a pushed call is about. */
export const calledPage = (id: string): string => `/called/${encodeURIComponent(id)}`

/** The page on which a test call is sent, and says whether it arrived. */
export const testCallPage = '/account'
