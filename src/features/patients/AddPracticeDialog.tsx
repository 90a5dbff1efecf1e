import { createPractice } from '../../data/practice'
import { useCommand } from '../../engine/react'
import { patientsTexts } from '../../texts/patients'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

const untouched = {
  name: '',
  telephone: '',
  address: '',
  postcode: '',
  firstName: '',
  lastName: '',
  email: '',
}

/** Adds a GP practice with its first user. */
export function AddPracticeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = patientsTexts(useEdition()).add
  const form = useCommandForm({
    command: useCommand(createPractice),
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: t.name,
        required: true,
        maxLength: 200,
        autoFocus: true,
      },
      { kind: 'telephone', name: 'telephone', label: t.telephone },
      { kind: 'text', name: 'address', label: t.address, required: true, maxLength: 500 },
      { kind: 'text', name: 'postcode', label: t.postcode, required: true, maxLength: 20 },
      { kind: 'text', name: 'firstName', label: t.firstName, required: true, maxLength: 100 },
      { kind: 'text', name: 'lastName', label: t.lastName, required: true, maxLength: 100 },
      { kind: 'email', name: 'email', label: t.email, required: true, maxLength: 254 },
    ],
    before: untouched,
    toInput: ({ name, telephone, address, postcode, ...user }) => ({
      organization: { name, telephone, address: { address, postcode } },
      user,
    }),
    paths: {
      'organization.name': 'name',
      'organization.telephone': 'telephone',
      'organization.address.address': 'address',
      'organization.address.postcode': 'postcode',
      'user.firstName': 'firstName',
      'user.lastName': 'lastName',
      'user.email': 'email',
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.title}
      submitLabel={t.save}
      failed={t.failed}
      lead={<p>{t.text}</p>}
      onClose={onClose}
    />
  )
}
