import { useId } from 'react'
import { useCommand, useFormDraft, useSession } from '../../../engine/react'
import { updateMe } from '../../../data/session'
import type { Me } from '../../../domain/user/me'
import { accountTexts } from '../../../texts/account'
import { useEdition } from '../../../ui/edition'
import { CommandFormView, Fields, useCommandForm } from '../../../ui/form-kit'
import styles from '../account.module.css'

/** First name, last name, job role; Save and Cancel after an edit (P169, P170). Edits are kept. */
export function ProfileCard({ me }: { readonly me: Me }) {
  const t = accountTexts(useEdition()).profile
  const { refreshMe } = useSession()
  const heading = useId()
  const before = {
    firstName: me.firstName ?? '',
    lastName: me.lastName ?? '',
    jobRole: me.jobRole ?? '',
  }
  const form = useCommandForm({
    command: useCommand(updateMe),
    fields: [
      { kind: 'text', name: 'firstName', label: t.firstName, autoComplete: 'given-name' },
      { kind: 'text', name: 'lastName', label: t.lastName, autoComplete: 'family-name' },
      { kind: 'text', name: 'jobRole', label: t.jobRole, autoComplete: 'organization-title' },
    ],
    before,
    argument: 'user',
    draft: useFormDraft('profile', before),
    onDone: refreshMe,
  })
  return (
    <CommandFormView
      form={form}
      labelledBy={heading}
      className={styles['section']}
      lead={<h2 id={heading}>{t.heading}</h2>}
      saved={t.saved}
      failed={t.failed}
      submitLabel={t.save}
      cancelLabel={t.cancel}
      whenEdited
    >
      <Fields form={form} />
      <p className={styles['quiet']}>
        {t.email}: {me.email}
      </p>
    </CommandFormView>
  )
}
