import { z } from 'zod'
import type { Settled } from '../../engine/define'
import { settleLeft } from '../patient'

/** The patient as the mutation left them. */
export const readLeftPatient =
  (name: string) =>
  (answer: unknown): Settled<{ readonly id: string }> =>
    settleLeft(z.record(z.string(), z.unknown()).parse(answer)[name])
