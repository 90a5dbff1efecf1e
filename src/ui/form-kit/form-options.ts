import type { z } from 'zod'
import type { Problem } from '../../domain/problem'
import type { FieldSpec, FieldValues } from './field-spec'
import type { Doing } from './submission'

/** What a form keeps of its fields until they are saved; `useFormDraft(…)` fits. */
export interface KeptForm<Values> {
  readonly ready: boolean
  readonly fields: Values
  /** True once this device holds exactly these fields. */
  readonly kept: boolean
  readonly set: (part: Partial<Values>) => void
  readonly clear: () => void
}

export interface CommandFormOptions<Values extends FieldValues, Input, Value> {
  /** What saves it. */
  readonly command: Doing<Input, Value>
  readonly fields: readonly FieldSpec<keyof Values & string>[]
  /** The untouched form. When it changes, fields that nobody edited follow it. */
  readonly before: Values
  /** In place of `command.parse`, for what has no schema of its own. */
  readonly schema?: z.ZodType<Input, unknown>
  /** What is typed, as the schema reads it, where the names or shapes differ. */
  readonly toInput?: (read: Readonly<Record<string, unknown>>) => unknown
  /**
   * Fields of the server's argument paths, whole or from their beginning, where that is not the
   * name: `{ wardId: 'ward' }`.
   */
  readonly paths?: Readonly<Record<string, keyof Values & string>>
  /** The server's argument that holds all fields, where it is not `input`. */
  readonly argument?: string
  /** Keeps what is typed, but passwords, over a reload and a crash. */
  readonly draft?: KeptForm<Values>
  /** False: nothing worth asking about is typed in it, such as a code. */
  readonly asksToLeave?: boolean
  readonly onDone?: (value: Value | null) => void | Promise<void>
  /** True: the caller shows this refusal itself. */
  readonly onRefused?: (problem: Problem) => boolean | void
}
