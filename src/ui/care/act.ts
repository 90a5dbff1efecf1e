import type { Problem } from '../../domain/problem'

/** What became of something that a person did; what a command answers fits. */
export type ActResult = { readonly kind: 'saved' | 'done' } | { readonly kind: 'refused'; readonly problem: Problem }

/** Does it; never rejects. */
export type Act<Input> = (input: Input) => Promise<ActResult>

/** Whom it is about, as they stand on the screen. */
export interface CarePatient {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: string
}
