import { z } from 'zod'
import { defineRestCall } from '../../engine/define'

export interface MaintenanceNotice {
  readonly title: string
  readonly message: string
  /** ISO 8601 instant. */
  readonly startAt: string
}

const noticeSchema = z.object({
  title: z.string().min(1),
  message: z.string().min(1),
  startAt: z.string().refine((text) => Number.isFinite(Date.parse(text))),
})

/** The announced maintenance; null unless title, message and startAt are given (P, section 5). */
export const maintenanceNotice = defineRestCall<MaintenanceNotice | null>({
  name: 'maintenanceNotice',
  path: '/maintenance',
  base: 'api',
  wire: (answer) => noticeSchema.safeParse(answer).data ?? null,
})

/** Which build the server serves now, and whether all that it serves is invented. */
export const portalVersion = defineRestCall<{
  readonly gitHash: string | null
  readonly demonstration: boolean
}>({
  name: 'portalVersion',
  path: '/version.json',
  base: 'origin',
  wire: (answer) =>
    z
      .object({
        gitHash: z.string().nullable().default(null),
        demonstration: z.boolean().default(false),
      })
      .parse(answer),
})
