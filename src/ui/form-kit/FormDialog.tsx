import { Button } from '@mantine/core'
import { useState } from 'react'
import { formTexts } from '../../texts/form'
import { useEdition } from '../edition'
import { Dialog, type DialogProps } from '../feedback/Dialog'
import { AskToLeave } from './AskToLeave'
import type { FieldValues } from './field-spec'
import styles from './form.module.css'
import { FormBody, type FormBodyProps } from './FormBody'

export interface FormDialogProps<Values extends FieldValues> extends FormBodyProps<Values> {
  readonly title: string
  readonly size?: DialogProps['size']
  readonly submitLabel?: string
  readonly cancelLabel?: string
  readonly danger?: boolean
  /** True: there is nothing to save yet. */
  readonly submitDisabled?: boolean
  /** Closed without saving: what was typed and any draft are given up. */
  readonly onClose: () => void
}

/** A form in a dialog. It cannot be closed while nobody knows what became of what it sent. */
export function FormDialog<Values extends FieldValues>({
  title,
  size = 'small',
  submitLabel,
  cancelLabel,
  danger = false,
  submitDisabled = false,
  onClose,
  ...body
}: FormDialogProps<Values>) {
  const { form } = body
  const t = formTexts(useEdition())
  const [asking, setAsking] = useState<'typed' | 'unknown' | null>(null)
  const close = (): void => {
    setAsking(null)
    form.abandon()
    onClose()
  }
  const doubt = form.locked ? 'unknown' : form.asksToLeave && form.edited ? 'typed' : null
  // Escape and a press beside the dialog may be slips; Cancel is not one, but while it is sent.
  const slip = (): void => (doubt === null ? close() : setAsking(doubt))
  // The answer came while it was asked.
  if (asking === 'unknown' && !form.locked) setAsking(null)
  else if (asking !== null)
    return <AskToLeave kind={asking} onLeave={close} onStay={() => setAsking(null)} />
  return (
    <Dialog
      title={title}
      size={size}
      onClose={slip}
      actions={
        <>
          <Button variant="default" onClick={form.locked ? slip : close}>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button
            type="submit"
            form={form.id}
            color={danger ? 'danger' : undefined}
            loading={form.state.kind === 'busy' || form.state.kind === 'checking'}
            disabled={submitDisabled || form.blocked !== null || form.state.kind === 'unknown'}
            aria-describedby={form.blocked === null ? undefined : `${form.id}-blocked`}
          >
            {submitLabel ?? t.save}
          </Button>
        </>
      }
    >
      <form
        id={form.id}
        noValidate
        autoComplete="off"
        className={styles['form']}
        onSubmit={form.submit}
      >
        <FormBody {...body} />
        {form.blocked !== null && (
          <p className={styles['quiet']} id={`${form.id}-blocked`}>
            {form.blocked}
          </p>
        )}
      </form>
    </Dialog>
  )
}
