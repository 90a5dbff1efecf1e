import { useState } from 'react'
import { createCarePathway, type CarePathway } from '../../data/pathway'
import { longestPathwayName } from '../../domain/pathway/pathway'
import { pathwayTemplates } from '../../domain/pathway/templates'
import { useCommand } from '../../engine/react'
import { pathwaysTexts } from '../../texts/pathways'
import { useEdition } from '../../ui/edition'
import { FormDialog, useCommandForm } from '../../ui/form-kit'

/** Adds a pathway, from a template or empty. */
export function AddPathway({
  onDone,
  onClose,
}: {
  readonly onDone: (made: CarePathway) => void
  readonly onClose: () => void
}) {
  const { add } = pathwaysTexts(useEdition())
  const [chosen, setChosen] = useState('')
  const form = useCommandForm({
    command: useCommand(createCarePathway),
    fields: [
      {
        kind: 'select',
        name: 'template',
        label: add.template,
        placeholder: add.empty,
        hint: pathwayTemplates.find(({ key }) => key === chosen)?.description ?? add.templateHint,
        options: pathwayTemplates.map(({ key, name }) => ({ value: key, label: name })),
      },
      {
        kind: 'text',
        name: 'name',
        label: add.name,
        required: true,
        missing: add.nameRequired,
        maxLength: longestPathwayName,
      },
    ],
    before: { name: '', template: '' },
    onDone: (made) => (made === null ? onClose() : onDone(made)),
  })
  if (form.values.template !== chosen) setChosen(form.values.template)
  return (
    <FormDialog
      form={form}
      title={add.action}
      submitLabel={add.save}
      failed={add.failed}
      onClose={onClose}
    />
  )
}
