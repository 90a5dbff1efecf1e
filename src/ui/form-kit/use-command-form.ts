import { useForm, type UseFormReturnType } from '@mantine/form'
import { useId, useRef, useState, type FormEvent } from 'react'
import { problem as problemOf, type Problem } from '../../domain/problem'
import { formTexts } from '../../texts/form'
import { useEdition, useTexts } from '../edition'
import { useOpenWork, useUnsaved } from '../work'
import { checkForm } from './check-form'
import type { FieldFault } from '../form/ErrorSummary'
import {
  sortFaults,
  type FieldFaults,
  type FieldSpec,
  type FieldValue,
  type FieldValues,
} from './field-spec'
import { useFollowed, withoutPasswords } from './followed'
import type { CommandFormOptions } from './form-options'
import { blockOf, useSubmission, type SubmissionState } from './submission'
import { useFaultFocusIn } from '../form/use-fault-focus'

/** A form as its view draws it. */
export interface CommandForm<Values extends FieldValues = FieldValues> {
  readonly id: string
  readonly fields: readonly FieldSpec<keyof Values & string>[]
  readonly values: Values
  readonly errors: FieldFaults<Values>
  /** Every fault in the order of the fields, to link to. */
  readonly faults: readonly FieldFault[]
  readonly state: SubmissionState
  /** What was refused and belongs to no field; null: nothing. */
  readonly refusal: Problem | null
  readonly edited: boolean
  readonly kept: boolean
  readonly locked: boolean
  readonly offline: boolean
  /** Why it cannot be sent now, in words; null: it can. */
  readonly blocked: string | null
  set(name: keyof Values & string, value: FieldValue): void
  /** Checks the fields that were left so far: this one and those before. */
  leave(name: keyof Values & string): void
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void
  /** Submits; true once it was saved. For a step of a journey. */
  readonly attempt: () => Promise<boolean>
  /** Asks now what became of what was sent without an answer. */
  readonly check: () => void
  /** False: nothing worth asking about is typed in it. */
  readonly asksToLeave: boolean
  /** Back to the untouched form; a draft is forgotten. Nothing while locked. */
  readonly reset: () => void
  /** The same in any case: nobody follows what was sent. */
  readonly abandon: () => void
}

/** A form of any fields, for what draws it and reads none of them by name. */
export type AnyCommandForm = Pick<CommandForm, keyof CommandForm>

/** Asks before what was typed or sent is left behind. Returns the way to stop at once. */
const useLeaveGuard = (
  {
    draft,
    asksToLeave = true,
  }: { readonly draft?: { readonly kept: boolean }; readonly asksToLeave?: boolean },
  edited: boolean,
  locked: boolean,
): (() => void) => {
  const isUnkept = edited && draft?.kept !== true
  useOpenWork('typing', isUnkept || locked)
  return useUnsaved(locked ? 'unknown' : asksToLeave && isUnkept ? 'typed' : null, {
    // A draft outlives another page at once, and a reload when it is kept.
    isHeld: !locked && draft !== undefined,
  })
}

/** Who waits for what becomes of a sent form: true once it was saved. */
const useWaiting = () => {
  const waiting = useRef<((isSaved: boolean) => void)[]>([])
  return {
    settle: (isSaved: boolean): void => {
      for (const tell of waiting.current.splice(0)) tell(isSaved)
    },
    wait: (): Promise<boolean> =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
      }),
  }
}

/** The fields that were left so far, each judged again with every one that is left. */
const useLeft = <Values extends FieldValues>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'setFieldError' | 'clearFieldError'>,
  check: (values: Values) => { readonly faults: FieldFaults<Values> },
) => {
  const left = useRef(new Set<keyof Values & string>())
  return {
    leave: (name: keyof Values & string): void => {
      left.current.add(name)
      const { faults } = check(form.getValues())
      for (const one of left.current) {
        if (faults[one] === undefined) form.clearFieldError(one)
        else form.setFieldError(one, faults[one])
      }
    },
    forget: (): void => left.current.clear(),
  }
}

/** Beside its field a word such as 'Required' is enough; in the summary it names none. */
const isOneWord = (message: string): boolean => !/\s/.test(message.trim())

const faultsOf = <Name extends string>(
  id: string,
  fields: readonly { readonly name: Name; readonly label: string }[],
  errors: Partial<Readonly<Record<Name, string>>>,
): readonly FieldFault[] =>
  fields.flatMap(({ name, label }) => {
    const message = errors[name]
    if (message === undefined) return []
    return [
      {
        fieldId: `${id}-${name}`,
        message: isOneWord(message) ? `${label}: ${message}` : message,
      },
    ]
  })

/** What was refused and is told with the form, not at a field; null: nothing. */
const refusalOf = (state: SubmissionState, rest: readonly string[]): Problem | null =>
  state.kind === 'refused' && (rest.length > 0 || state.problem.fields.length === 0)
    ? { ...state.problem, said: rest.join(' ') || state.problem.said }
    : rest.length > 0 && state.kind === 'idle'
      ? problemOf('invalid-arguments', rest.join(' '))
      : null

/**
 * A form over a command or call: values, checks, server errors by field, focus, unsaved work,
 * draft, unknown outcome. `CommandFormView` and `FormDialog` draw it.
 */
export const useCommandForm = <Values extends FieldValues, Input, Value>(
  options: CommandFormOptions<Values, Input, Value>,
): CommandForm<Values> => {
  const { command, fields, before, draft, onDone, asksToLeave = true } = options
  const id = useId()
  const edition = useEdition()
  const texts = formTexts(edition)
  const blockedTexts = useTexts().ui.blocked
  const block = blockOf(command)
  const names = fields.map(({ name }) => name)
  const toFault = useFaultFocusIn(id)
  const [rest, setRest] = useState<readonly string[]>([])
  const check = (values: Values) => checkForm(options, values, edition, texts)
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: before,
    validate: (values) => check(values).faults,
  })
  const submission = useSubmission(command, {
    done: async (value) => {
      const isKnown = follow.change()
      draft?.clear()
      release()
      try {
        await onDone?.(value)
      } finally {
        // A caller that knows the new state gave it as `before`; else what was typed is the new state.
        const now = isKnown() ? follow.before() : form.getValues()
        // A password goes with what it was asked for.
        const known = { ...before, ...withoutPasswords(fields, now) }
        form.resetDirty(known)
        form.setValues(known)
        settle(true)
      }
    },
    refused: (problem) => {
      settle(false)
      if (options.onRefused?.(problem) === true) return true
      const sorted = sortFaults(problem.fields, names, options.paths, options.argument)
      form.setErrors(sorted.faults)
      setRest(sorted.rest)
      toFault()
      return false
    },
  })

  const follow = useFollowed(form, options)
  const left = useLeft(form, check)
  const { settle, wait } = useWaiting()
  /** False: nothing was sent. */
  const send = (): boolean => {
    if (submission.locked || block !== null) return false
    const { checked, rest: others } = check(form.getValues())
    setRest(others)
    const { hasErrors } = form.validate() as { readonly hasErrors: boolean }
    if (hasErrors || checked === undefined) {
      toFault()
      return false
    }
    void submission.send(checked.input)
    return true
  }
  const edited = form.isDirty()
  const release = useLeaveGuard(options, edited, submission.locked)
  const untouched = (): void => {
    setRest([])
    left.forget()
    draft?.clear()
    release()
    form.resetDirty(before)
    form.reset()
  }

  const { state } = submission
  const errors = form.errors as FieldFaults<Values>
  return {
    id,
    fields,
    values: form.values,
    errors,
    faults: faultsOf(id, fields, errors),
    state,
    refusal: refusalOf(state, rest),
    edited,
    kept: edited && draft?.kept === true,
    locked: submission.locked,
    offline: command.blocked === 'offline',
    blocked: block === null ? null : blockedTexts[block],
    set: (name, value) => {
      if (submission.locked) return
      submission.forget()
      setRest([])
      form.setFieldValue(name, value as never)
      draft?.set(withoutPasswords(fields, { ...form.getValues(), [name]: value }))
    },
    leave: (name) => !submission.locked && left.leave(name),
    submit: (event) => {
      event?.preventDefault()
      send()
    },
    attempt: () => (send() ? wait() : Promise.resolve(false)),
    check: submission.check,
    asksToLeave,
    reset: () => {
      if (submission.locked) return
      submission.forget()
      untouched()
    },
    abandon: () => {
      submission.abandon()
      settle(false)
      untouched()
    },
  }
}
