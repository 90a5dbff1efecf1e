import { useState } from 'react'
import {
  createOrganization,
  organizations,
  practicesNotInvited,
  setSecondFactorDuty,
  type InternalOrganization,
} from '../../../data/internal'
import { useAnswer, useCommand } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition, useTexts } from '../../../ui/edition'
import { Await } from '../../../ui/feedback'
import { useConfirmCommand } from '../../../ui/form-kit'
import { DataTable, RowButtons, useTableQuery } from '../../../ui/table'
import { organizationColumns } from '../columns'
import { CreateOrganization } from '../CreateOrganization'
import styles from '../internal.module.css'

/** Every organisation of the house, and the way to make one. */
export function Organizations({
  onShow,
}: {
  readonly onShow: (organization: InternalOrganization) => void
}) {
  const edition = useEdition()
  const texts = internalTexts(edition)
  const t = texts.organizations
  const { blocked: reasons } = useTexts().ui
  const control = useTableQuery()
  const { search, take, skip } = control.query
  const answer = useAnswer(organizations, { search, take, skip })
  const { blocked } = useCommand(createOrganization)
  const [creating, setCreating] = useState(false)
  const off = blocked === null ? null : reasons[blocked]
  const duty = useConfirmCommand(
    useCommand(setSecondFactorDuty),
    ({ name, requiresSecondFactor: is }: InternalOrganization) => ({
      title: is ? t.duty.stop : t.duty.require,
      text: is ? t.duty.stopSure(name) : t.duty.sure(name),
      confirmLabel: is ? t.duty.stop : t.duty.require,
      failed: t.duty.failed,
    }),
    { toInput: ({ id, requiresSecondFactor: is }) => ({ organizationId: id, required: !is }) },
  )
  return (
    <section className={styles['section']} aria-labelledby="organizations-heading">
      <h2 id="organizations-heading">{t.heading}</h2>
      <Await of={useAnswer(practicesNotInvited, undefined)} failed={t.failed}>
        {(count) => <p className={styles['quiet']}>{texts.practicesNotInvited(count)}</p>}
      </Await>
      <DataTable
        caption={t.list}
        columns={organizationColumns(edition, onShow)}
        answer={answer}
        server={control}
        view="internal.use"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t.search }}
        menu={(row) => [
          {
            label: row.requiresSecondFactor ? t.duty.stop : t.duty.require,
            action: 'internal.use',
            disabled: off,
            onSelect: () => duty.ask(row),
          },
        ]}
        tools={
          <RowButtons
            actions={[
              {
                label: texts.create.action,
                action: 'internal.use',
                disabled: off,
                onSelect: () => setCreating(true),
              },
            ]}
          />
        }
        empty={{ title: t.empty }}
        failed={t.failed}
      />
      {duty.dialog}
      {creating && <CreateOrganization onShow={onShow} onClose={() => setCreating(false)} />}
    </section>
  )
}
