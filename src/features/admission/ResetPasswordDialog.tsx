import { selfCareReset, setPasswordForSelfCareUser } from '../../data/admission'
import { useAnswer, useCommand } from '../../engine/react'
import { patientDetailsTexts } from '../../texts/patient-details'
import { useEdition } from '../../ui/edition'
import { Await, Dialog } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'
import type { ActionReasonProps, PatientActionProps } from '../../ui/room'
import { Passphrase } from './parts'
import { usePassphrase } from './use-login-step'

/** Why no password can be set: there is no login, or it is another organisation's, too (C481). */
export function NoReset({ patient, children }: ActionReasonProps) {
  const { reset: t } = patientDetailsTexts(useEdition())
  const { value } = useAnswer(selfCareReset, { patientId: patient.id })
  if (value === null || value.userId !== null) return children(null)
  return children(value.isElsewhere ? t.elsewhere : t.none)
}

function Reset({ userId, onClose }: { readonly userId: string; readonly onClose: () => void }) {
  const { reset: t } = patientDetailsTexts(useEdition())
  const { password, another } = usePassphrase()
  const form = useCommandForm({
    command: useCommand(setPasswordForSelfCareUser),
    fields: [],
    before: {},
    toInput: () => ({ userId, password: password ?? '' }),
  })
  if (form.state.kind === 'done')
    return (
      <Dialog title={t.title} size="small" onClose={onClose}>
        <p>{t.done}</p>
        <Passphrase password={password} />
      </Dialog>
    )
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      submitDisabled={password === null}
      failed={t.failed}
      lead={
        <>
          <p>{t.text}</p>
          <Passphrase password={password} another={another} />
        </>
      }
      onClose={onClose}
    />
  )
}

/** Sets a new password of the patient's own login. */
export function ResetPasswordDialog({ patient, onClose }: PatientActionProps) {
  const { reset: t } = patientDetailsTexts(useEdition())
  const answer = useAnswer(selfCareReset, { patientId: patient.id })
  const userId = answer.value?.userId ?? null
  if (userId !== null) return <Reset userId={userId} onClose={onClose} />
  return (
    <Dialog title={t.title} size="small" onClose={onClose}>
      <Await of={answer} failed={t.asking}>
        {({ isElsewhere }) => <p>{isElsewhere ? t.elsewhere : t.none}</p>}
      </Await>
    </Dialog>
  )
}
