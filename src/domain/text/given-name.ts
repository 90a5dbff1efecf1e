import { z } from 'zod'
import { isUnseen } from '../identity/fold-name'
import { refuseHidden } from './hidden'

/** The name that somebody gives to a thing: without the spaces around it, and to be seen. */
export const givenName = (longest: number, missing: string, tooLong: string) =>
  z
    .string()
    .trim()
    .refine((name) => !isUnseen(name), missing)
    .max(longest, tooLong)
    .superRefine(refuseHidden)
