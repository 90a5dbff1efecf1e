import { z } from 'zod'

/** Characters that the name of a pathway may have. */
export const longestPathwayName = 80

/** The name of a pathway, without the spaces around it. */
export const pathwayName = z
  .string()
  .trim()
  .min(1, 'Pathway name is required')
  .max(longestPathwayName, `A pathway name has at most ${longestPathwayName} characters`)
