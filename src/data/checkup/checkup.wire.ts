import { z } from 'zod'
import { checkupSchema, type Checkup } from '../../domain/checkup/checkup'
import type { Page } from '../../engine/define'

const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number())
const pageSchema = z.object({
  checkupsByPatient: z.object({
    checkups: z.array(checkupSchema),
    total: z.number().int(),
    asOf: instant,
  }),
})

export const readCheckups = (answer: unknown): Page<Checkup> => {
  const { checkups, total, asOf } = pageSchema.parse(answer).checkupsByPatient
  return { rows: checkups, total, asOf }
}

export const readCheckup = (answer: unknown): Page<Checkup> => ({
  rows: [z.object({ checkup: checkupSchema }).parse(answer).checkup],
  total: 1,
  asOf: null,
})
