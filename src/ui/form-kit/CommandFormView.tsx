import { Button } from '@mantine/core'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import type { FieldValues } from './field-spec'
import styles from './form.module.css'
import { FormBody, type FormBodyProps } from './FormBody'

export interface CommandFormViewProps<Values extends FieldValues> extends FormBodyProps<Values> {
  /** The id of the heading that names the form. */
  readonly labelledBy?: string
  readonly submitLabel?: string
  readonly cancelLabel?: string
  /** Shows the buttons only once something was edited; Cancel brings back what was there. */
  readonly whenEdited?: boolean
  readonly className?: string | undefined
}

/** A form on a page: its faults, fields and buttons. `FormDialog` is the same in a dialog. */
export function CommandFormView<Values extends FieldValues>({
  labelledBy,
  submitLabel,
  cancelLabel,
  whenEdited = false,
  className,
  ...body
}: CommandFormViewProps<Values>) {
  const { form } = body
  const t = formTexts(useEdition())
  const showsActions = !whenEdited || form.edited || form.locked
  return (
    <form
      id={form.id}
      noValidate
      autoComplete="off"
      aria-labelledby={labelledBy}
      className={className ?? styles['form']}
      onSubmit={form.submit}
    >
      <FormBody {...body} />
      {showsActions && form.blocked !== null && (
        <p className={styles['quiet']} id={`${form.id}-blocked`}>
          {form.blocked}
        </p>
      )}
      {showsActions && (
        <div className={styles['actions']}>
          <Button
            type="submit"
            loading={form.state.kind === 'busy' || form.state.kind === 'checking'}
            disabled={form.blocked !== null || form.state.kind === 'unknown'}
            aria-describedby={form.blocked === null ? undefined : `${form.id}-blocked`}
          >
            {submitLabel ?? t.save}
          </Button>
          {whenEdited && (
            <Button variant="default" disabled={form.locked} onClick={form.reset}>
              {cancelLabel ?? t.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
