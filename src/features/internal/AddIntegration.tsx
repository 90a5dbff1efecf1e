import { createEhrIntegration, type InternalIntegrations } from '../../data/internal'
import { ehrIntegrationTypes, workingTriggers } from '../../domain/ehr-integration/integration'
import { useCommand } from '../../engine/react'
import { ehrIntegrationsTexts } from '../../texts/ehr-integrations'
import { internalTexts } from '../../texts/internal'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

/** Sets up which other system a care pathway sends to. */
export function AddIntegration({
  organizationId,
  carePathways,
  onMade,
  onClose,
}: {
  readonly organizationId: string
  readonly carePathways: InternalIntegrations['carePathways']
  /** Null: it is made, and its secret was lost. */
  readonly onMade: (secret: string | null, name: string) => void
  readonly onClose: () => void
}) {
  const edition = useEdition()
  const t = internalTexts(edition).integrations
  const words = ehrIntegrationsTexts(edition)
  const form = useCommandForm({
    command: useCommand(createEhrIntegration),
    fields: [
      {
        kind: 'select',
        name: 'carePathwayId',
        label: t.pathway,
        required: true,
        options: carePathways.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        kind: 'text',
        name: 'name',
        label: t.name,
        hint: t.nameHint,
        required: true,
        maxLength: 80,
      },
      {
        kind: 'select',
        name: 'integrationType',
        label: words.headings.type,
        required: true,
        options: ehrIntegrationTypes.map((value) => ({ value, label: words.types[value] })),
      },
      {
        kind: 'select',
        name: 'triggerType',
        label: words.headings.trigger,
        required: true,
        options: workingTriggers.map((value) => ({ value, label: words.triggers[value] })),
      },
      {
        kind: 'text',
        name: 'address',
        label: t.address,
        hint: t.addressHint,
        required: true,
        maxLength: 500,
      },
    ],
    before: {
      carePathwayId: '',
      name: '',
      integrationType: '',
      triggerType: workingTriggers[0],
      address: '',
    },
    toInput: (integration) => ({ organizationId, integration }),
    argument: 'integration',
    onDone: (made) => {
      onClose()
      if (made !== null) onMade(made.secret, made.integration.name)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.add}
      submitLabel={t.save}
      failed={t.addFailed}
      onClose={onClose}
    />
  )
}
