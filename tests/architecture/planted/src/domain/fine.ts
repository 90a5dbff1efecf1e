// allowed
import { z } from 'zod'

export const fine = z.object({ fetch: z.string(), window: z.number() })
export const at = (ms: number): Date => new Date(ms)
