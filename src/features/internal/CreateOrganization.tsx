import { createOrganization, type InternalOrganization } from '../../data/internal'
import { features } from '../../domain/access/permissions'
import { editions } from '../../domain/organization/organization'
import { identifierSchemes, organizationTypes } from '../../domain/organization/new-organization'
import { useCommand } from '../../engine/react'
import { internalTexts } from '../../texts/internal'
import { useEdition } from '../../ui/edition'
import { showToast } from '../../ui/feedback'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

const before = {
  name: '',
  type: 'virtual_ward',
  edition: 'en-GB',
  telephone: '',
  address: '',
  postcode: '',
  nationalIdentifierScheme: '',
  features: ['wards', 'automaticLogoutAlert'] as readonly string[],
  email: '',
  firstName: '',
  lastName: '',
}

const useFields = () => {
  const texts = internalTexts(useEdition())
  const t = texts.create
  return [
    {
      kind: 'text',
      name: 'name',
      label: t.name,
      required: true,
      maxLength: 100,
      autoFocus: true,
    },
    {
      kind: 'select',
      name: 'type',
      label: t.type,
      required: true,
      options: organizationTypes.map((value) => ({
        value,
        label: texts.organizations.types[value],
      })),
    },
    {
      kind: 'select',
      name: 'edition',
      label: t.edition,
      required: true,
      options: editions.map((value) => ({ value, label: texts.organizations.editions[value] })),
    },
    {
      kind: 'email',
      name: 'email',
      label: t.email,
      hint: t.emailHint,
      required: true,
      maxLength: 254,
    },
    { kind: 'text', name: 'firstName', label: t.firstName, maxLength: 100 },
    { kind: 'text', name: 'lastName', label: t.lastName, maxLength: 100 },
    { kind: 'text', name: 'telephone', label: t.telephone, maxLength: 40 },
    { kind: 'text', name: 'address', label: t.address, maxLength: 300 },
    { kind: 'text', name: 'postcode', label: t.postcode, maxLength: 20 },
    {
      kind: 'select',
      name: 'nationalIdentifierScheme',
      label: t.scheme,
      placeholder: t.noScheme,
      options: identifierSchemes.map((value) => ({ value, label: t.schemes[value] })),
    },
    {
      kind: 'multiSelect',
      name: 'features',
      label: t.features,
      options: features.map((value) => ({ value, label: t.featureNames[value] })),
    },
  ] as const
}

const organizationPaths = [
  'name',
  'type',
  'edition',
  'telephone',
  'address',
  'postcode',
  'nationalIdentifierScheme',
  'features',
] as const
const userPaths = ['email', 'firstName', 'lastName'] as const
const paths = Object.fromEntries([
  ...organizationPaths.map((name) => [`organization.${name}`, name] as const),
  ...userPaths.map((name) => [`user.${name}`, name] as const),
])

/** Makes an organisation with its first user. */
export function CreateOrganization({
  onShow,
  onClose,
}: {
  readonly onShow: (organization: InternalOrganization) => void
  readonly onClose: () => void
}) {
  const t = internalTexts(useEdition()).create
  const form = useCommandForm({
    command: useCommand(createOrganization),
    fields: useFields(),
    before,
    paths,
    toInput: ({ email, firstName, lastName, ...organization }) => ({
      organization,
      user: { email, firstName, lastName },
    }),
    onDone: (made) => {
      if (made !== null) {
        showToast(`organization ${made.id}`, t.done(made.name), { tone: 'info' })
        onShow(made)
      }
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={t.save}
      failed={t.failed}
      onClose={onClose}
    />
  )
}
