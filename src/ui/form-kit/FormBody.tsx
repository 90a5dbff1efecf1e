import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Problem } from '../../domain/problem'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { Banner } from '../feedback/Banner'
import { ErrorSummary } from '../form/ErrorSummary'
import { Fields } from './Fields'
import type { FieldValues } from './field-spec'
import styles from './form.module.css'
import type { SubmissionState } from './submission'
import type { CommandForm } from './use-command-form'
import { useProblemText } from '../problem'

/** What was not saved, and why. A full device says so itself, in the shell. */
export const refusalText = (problem: Problem, say: (problem: Problem) => string): string =>
  problem.kind === 'storage' ? '' : say(problem)

/** Says that nobody knows what became of it, and asks. Nothing in any other state. */
export function UnknownOutcome({
  state,
  offline,
  onCheck,
}: {
  readonly state: SubmissionState
  readonly offline: boolean
  readonly onCheck: () => void
}) {
  const t = formTexts(useEdition()).unknown
  if (state.kind !== 'checking' && state.kind !== 'unknown') return null
  return (
    <Banner
      kind="warning"
      title={state.kind === 'checking' ? t.checking : t.title}
      action={
        !offline && (
          <Button variant="default" loading={state.kind === 'checking'} onClick={onCheck}>
            {t.check}
          </Button>
        )
      }
    >
      {offline ? t.offline : t.text}
    </Banner>
  )
}

export interface FormBodyProps<Values extends FieldValues> {
  readonly form: CommandForm<Values>
  /** What is said when it was not saved; null: the problem's message alone. */
  readonly failed?: string | null | undefined
  /** In place of the problem's own message. */
  readonly explain?: ((problem: Problem) => ReactNode) | undefined
  /** What is said once it was saved. */
  readonly saved?: string | undefined
  /** Above the fields. */
  readonly lead?: ReactNode
  /** In place of all fields in their order. */
  readonly children?: ReactNode
}

/** Everything of a form between its title and its buttons. */
export function FormBody<Values extends FieldValues>({
  form,
  failed,
  explain,
  saved,
  lead,
  children,
}: FormBodyProps<Values>) {
  const say = useProblemText()
  const t = formTexts(useEdition())
  return (
    <>
      {lead}
      {saved !== undefined && form.state.kind === 'done' && <Banner kind="info">{saved}</Banner>}
      <UnknownOutcome state={form.state} offline={form.offline} onCheck={form.check} />
      {form.refusal !== null && (
        <div data-failure tabIndex={-1}>
          <Banner kind="danger" {...(failed === null ? {} : { title: failed ?? t.notSaved })}>
            {explain === undefined ? refusalText(form.refusal, say) : explain(form.refusal)}
          </Banner>
        </div>
      )}
      {form.fields.length > 1 && <ErrorSummary errors={form.faults} />}
      {children ?? <Fields form={form} />}
      {form.kept && <p className={styles['quiet']}>{t.kept}</p>}
    </>
  )
}
