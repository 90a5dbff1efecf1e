import { useState } from 'react'
import {
  createEhrIntegration,
  deleteEhrIntegration,
  organizationEhrIntegrations,
  type InternalIntegration,
  type InternalOrganization,
} from '../../../data/internal'
import { useAnswer, useCommand } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition, useTexts } from '../../../ui/edition'
import { showToast } from '../../../ui/feedback'
import { useConfirmCommand, useSecretOnce } from '../../../ui/form-kit'
import { DataTable, RowButtons } from '../../../ui/table'
import { AddIntegration } from '../AddIntegration'
import { integrationColumns } from '../columns'
import styles from '../internal.module.css'

/** Which other systems an organisation sends to, and the way to set one up and to end it. */
export function OrganizationIntegrations({
  organization,
}: {
  readonly organization: InternalOrganization
}) {
  const edition = useEdition()
  const t = internalTexts(edition).integrations
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(organizationEhrIntegrations, { organizationId: organization.id })
  const { blocked } = useCommand(createEhrIntegration)
  const [isAdding, setAdding] = useState(false)
  const secret = useSecretOnce({ title: t.made, text: <p>{t.madeText}</p> })
  const end = useConfirmCommand(
    useCommand(deleteEhrIntegration),
    ({ name, openEvents }: InternalIntegration) => ({
      title: t.end,
      text: <p>{t.endSure(name, openEvents)}</p>,
      confirmLabel: t.endConfirm,
      danger: true,
      failed: t.endFailed,
    }),
    { toInput: ({ id }) => ({ organizationId: organization.id, ehrIntegrationId: id }) },
  )
  const off = blocked === null ? null : reasons[blocked]
  const pathways = answer.value?.carePathways ?? []
  return (
    <section className={styles['section']} aria-labelledby="integrations-heading">
      <h2 id="integrations-heading">{t.of(organization.name)}</h2>
      <DataTable
        caption={t.list}
        columns={integrationColumns(edition)}
        answer={{ ...answer, value: answer.value?.integrations ?? null }}
        view="internal.use"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        menu={(row) => [
          {
            label: t.end,
            action: 'internal.use',
            danger: true,
            disabled: off,
            onSelect: () => end.ask(row),
          },
        ]}
        tools={
          <RowButtons
            actions={[
              {
                label: t.add,
                action: 'internal.use',
                disabled: off ?? (pathways.length === 0 ? t.noPathway : null),
                onSelect: () => setAdding(true),
              },
            ]}
          />
        }
        empty={{ title: t.empty }}
        failed={t.failed}
      />
      {isAdding && (
        <AddIntegration
          organizationId={organization.id}
          carePathways={pathways}
          onMade={(value, name) => {
            if (value === null || !secret.show({ [t.name]: name, [t.secret]: value }))
              showToast(`integration ${name}`, t.lost(name))
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret.dialog}
      {end.dialog}
    </section>
  )
}
