import { z } from 'zod'

const stateSchema = z.object({ ecgEvent: z.object({ type: z.string(), at: z.number() }) })

/** An event as a link leads to it: its type and an instant of it, epoch milliseconds. */
export type EventAsked = z.infer<typeof stateSchema>['ecgEvent']

/** What a link to an event leaves in the history's entry. */
export const toEvent = (type: string, at: number): z.infer<typeof stateSchema> => ({
  ecgEvent: { type, at },
})

/** The event that a link led to; null: none. */
export const eventAsked = (state: unknown): EventAsked | null =>
  stateSchema.safeParse(state).data?.ecgEvent ?? null

/** Whether it is that event. Pieces are shown joined: the instant may be within it. */
export const isAsked = (
  { type, at }: EventAsked,
  event: { readonly type: string; readonly start: number; readonly end: number },
): boolean => event.type === type && event.start <= at && at <= event.end
