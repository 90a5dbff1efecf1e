import { z } from 'zod'
import { isStorableText, unstorableMessage } from './storable'

/** A text that somebody types, never blank. @param longest characters */
export const textOf = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'Cannot be blank')
    .refine((text) => [...text].length <= longest, `Must be ${longest} characters or fewer`)
    .refine(isStorableText, unstorableMessage)
