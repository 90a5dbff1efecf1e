import { createShareToken } from '../../data/share-token'
import { linkAddress, linkHours } from '../../domain/share-link/share-link'
import { useCommand } from '../../engine/react'
import { shareLinksTexts } from '../../texts/share-links'
import { useEdition } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm, useSecretOnce } from '../../ui/form-kit'
import type { PatientActionProps } from '../../ui/room'

/** A day: long enough for whoever is asked for advice, and over before it is forgotten. */
const usually = '24'

/** Makes a link to the record, and shows it once. */
export function ShareDialog({ patient, onClose }: PatientActionProps) {
  const t = shareLinksTexts(useEdition()).share
  const secret = useSecretOnce({ title: t.made, text: <p>{t.warning}</p> }, onClose)
  const form = useCommandForm({
    command: useCommand(createShareToken),
    fields: [
      {
        kind: 'select',
        name: 'hours',
        label: t.hours,
        required: true,
        options: linkHours.map((hours) => ({ value: String(hours), label: t.option(hours) })),
      },
    ],
    before: { hours: usually },
    toInput: ({ hours }) => ({ patientId: patient.id, expiresInHours: Number(hours) }),
    onDone: (link) => {
      if (link === null || link.token === null) return
      const address = linkAddress(window.location.origin, link.token)
      if (!secret.show({ [t.link]: address })) showToast(`share-link lost ${link.id}`, t.lost)
    },
  })
  if (form.state.kind === 'done')
    return (
      secret.dialog || (
        <Dialog title={t.title} size="small" onClose={onClose}>
          <p>{t.lost}</p>
        </Dialog>
      )
    )
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.submit}
      failed={t.failed}
      lead={<p>{t.text}</p>}
      onClose={onClose}
    />
  )
}
