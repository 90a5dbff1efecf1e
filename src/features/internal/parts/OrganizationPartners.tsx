import { useState } from 'react'
import {
  organizations,
  partnersOf,
  setOrganizationRelationship,
  type InternalOrganization,
  type InternalRelationship,
} from '../../../data/internal'
import type { RelationshipPermission } from '../../../domain/referral/referral'
import { useAnswer, useCall, useCommand } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition, useTexts } from '../../../ui/edition'
import { FormDialog, useCommandForm, useConfirmCommand } from '../../../ui/form-kit'
import { DataTable, RowButtons } from '../../../ui/table'
import styles from '../internal.module.css'

type Named = Pick<InternalOrganization, 'id' | 'name'>

const referring: RelationshipPermission = 'ReferPatient'
/** As many as a search for a partner shows. */
const found = 20

/** Makes an organisation a partner of another, one way. */
function AddPartner({
  organization: { id, name },
  onClose,
}: {
  readonly organization: Named
  readonly onClose: () => void
}) {
  const { partners } = internalTexts(useEdition())
  const t = partners.add
  const known = useCall(organizations)
  const form = useCommandForm({
    command: useCommand(setOrganizationRelationship),
    fields: [
      {
        kind: 'entity',
        name: 'partner',
        label: t.field,
        placeholder: t.search,
        noneFound: t.none,
        required: true,
        search: async (search) => {
          const answer = await known.run({ search, take: found, skip: 0 })
          return answer.kind === 'refused'
            ? answer
            : {
                kind: 'done',
                value: answer.value.rows
                  .filter((one) => one.id !== id && one.type !== 'internal')
                  .map((one) => ({ id: one.id, label: one.name })),
              }
        },
      } as const,
      {
        kind: 'select',
        name: 'direction',
        label: t.direction,
        required: true,
        options: [
          { value: 'to', label: t.to(name) },
          { value: 'from', label: t.from(name) },
        ],
      } as const,
    ],
    before: { partner: '', direction: 'to' },
    toInput: ({ partner, direction }) => ({
      organizationId: direction === 'to' ? id : partner,
      partnerOrganizationId: direction === 'to' ? partner : id,
      permissions: [referring],
    }),
    paths: { partnerOrganizationId: 'partner', organizationId: 'partner' },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t.action}
      submitLabel={t.save}
      failed={partners.notChanged}
      onClose={onClose}
    />
  )
}

interface Change {
  readonly from: Named
  readonly to: Named
  readonly isOn: boolean
}

/** Who may refer patients to whom: an organisation and its partners. */
export function OrganizationPartners({
  organization,
}: {
  readonly organization: InternalOrganization
}) {
  const t = internalTexts(useEdition()).partners
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(partnersOf, { organizationId: organization.id })
  const command = useCommand(setOrganizationRelationship)
  const [isAdding, setAdding] = useState(false)
  const change = useConfirmCommand(
    command,
    ({ from, to, isOn }: Change) => ({
      title: (isOn ? t.stop : t.allow)(from.name, to.name),
      text: (isOn ? t.stopSure : t.allowSure)(from.name, to.name),
      confirmLabel: isOn ? t.confirm.stop : t.confirm.allow,
      danger: isOn,
      failed: t.notChanged,
    }),
    {
      toInput: ({ from, to, isOn }) => ({
        organizationId: from.id,
        partnerOrganizationId: to.id,
        permissions: isOn ? [] : [referring],
      }),
    },
  )
  const off = command.blocked === null ? null : reasons[command.blocked]
  const goes = (permissions: readonly string[]) => permissions.includes(referring)
  const actionOf = (from: Named, to: Named, isOn: boolean) => ({
    label: (isOn ? t.stop : t.allow)(from.name, to.name),
    action: 'internal.use' as const,
    disabled: off,
    danger: isOn,
    onSelect: () => change.ask({ from, to, isOn }),
  })
  const word = (isOn: boolean): string => (isOn ? t.yes : t.no)
  return (
    <section className={styles['section']} aria-labelledby="partners-heading">
      <h2 id="partners-heading">{t.of(organization.name)}</h2>
      <p className={styles['quiet']}>{t.text}</p>
      <DataTable<InternalRelationship>
        caption={t.list}
        columns={[
          { id: 'partner', heading: t.partner, rowHeader: true, cell: ({ name }) => name },
          {
            id: 'to',
            heading: t.to,
            cell: ({ weHavePermissionTo }) => word(goes(weHavePermissionTo)),
          },
          {
            id: 'from',
            heading: t.from,
            cell: ({ theyHavePermissionTo }) => word(goes(theyHavePermissionTo)),
          },
        ]}
        answer={answer}
        view="internal.use"
        failed={t.failed}
        empty={{ title: t.empty }}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        menu={(partner) => [
          actionOf(organization, partner, goes(partner.weHavePermissionTo)),
          actionOf(partner, organization, goes(partner.theyHavePermissionTo)),
        ]}
        tools={
          <RowButtons
            actions={[
              {
                label: t.add.action,
                action: 'internal.use',
                disabled: off,
                onSelect: () => setAdding(true),
              },
            ]}
          />
        }
      />
      {isAdding && <AddPartner organization={organization} onClose={() => setAdding(false)} />}
      {change.dialog}
    </section>
  )
}
