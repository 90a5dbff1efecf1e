import { wantedContactSchema } from '../../../domain/patient/contact'
import { useFormDraft, useOutbox } from '../../../engine/react'
import { admissionTexts } from '../../../texts/admission'
import { contactBefore, contactFields, typedContact } from '../../../ui/care/contact-fields'
import { useEdition } from '../../../ui/edition'
import { showToast } from '../../../ui/feedback'
import { FormDialog, useCommandForm } from '../../../ui/form-kit'
import { kindWords, reasonOf } from '../written.view'
import styles from './dialogs.module.css'
import type { EditDialogProps } from './EditDialog'

const none = { telephone: null, address: null }

/** Corrects contact details in the form of the record, with what was typed, and what was seen then. */
export function EditContactDialog({ item, t, onClose, onSaved }: EditDialogProps) {
  const { replace } = useOutbox()
  const words = admissionTexts(useEdition())
  const before = contactBefore(wantedContactSchema.safeParse(item.input).data?.newContact ?? none)
  const form = useCommandForm({
    command: { run: (input) => replace(item.id, input) },
    fields: contactFields(words),
    before,
    toInput: (read) => ({ ...Object(item.input), newContact: typedContact(read) }),
    argument: 'newContact',
    draft: useFormDraft(`correct ${item.id}`, before, { about: item.subject?.id ?? null }),
    onDone: () => {
      showToast('sync', t.actions.asked)
      onSaved()
    },
  })
  const said = item.state === 'refused' ? (reasonOf(item, t)?.detail ?? null) : null
  return (
    <FormDialog
      form={form}
      title={t.edit.title(kindWords(item.op, t))}
      submitLabel={t.edit.save}
      cancelLabel={t.edit.cancel}
      failed={t.edit.failed}
      submitDisabled={!form.edited}
      lead={
        <>
          <p className={styles['who']}>
            {t.edit.about} <strong>{item.subject?.name ?? t.patient.none}</strong>
          </p>
          {said !== null && <p>{said}</p>}
          <p className={styles['lead']}>{t.edit.lead}</p>
        </>
      }
      onClose={onClose}
    />
  )
}
