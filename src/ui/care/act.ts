import type { ReactNode } from 'react'
import type { Problem } from '../../domain/problem'

/** What became of something that a person did; what a command answers fits. */
export type ActResult =
  | { readonly kind: 'saved' | 'done' | 'unseen' }
  | { readonly kind: 'refused'; readonly problem: Problem }

/** Why it was not saved; '' for a full device, which the shell reports. */
export const refusalWords = (problem: Problem, say: (problem: Problem) => string): string =>
  problem.kind === 'storage' ? '' : (problem.fields[0]?.message ?? say(problem))

export type Act<Input> = (input: Input) => Promise<ActResult>

/** The patient, as shown on the screen. */
export interface CarePatient {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}

/** What a form holds that is not saved: kept over a reload, a crash and the end of a session. */
export interface KeptFields<Fields> {
  readonly fields: Fields
  readonly edited: boolean
  /** True once this device holds exactly these fields. */
  readonly kept: boolean
  readonly set: (part: Partial<Fields>) => void
  /** Forgets what was typed: it was sent, or given up. */
  readonly clear: () => void
}

/** Keeps a form's fields; handed in, since src/ui holds no data. `before`: the untouched form. */
export type WithDraft = <Fields extends Readonly<Record<string, string>>>(props: {
  readonly form: string
  readonly before: Fields
  readonly about: string
  readonly children: (draft: KeptFields<Fields>) => ReactNode
}) => ReactNode
