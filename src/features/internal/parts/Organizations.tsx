import { useState } from 'react'
import {
  createOrganization,
  organizations,
  practicesNotInvited,
  type InternalOrganization,
} from '../../../data/internal'
import { useAnswer, useCommand } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition, useTexts } from '../../../ui/edition'
import { Await } from '../../../ui/feedback'
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
        tools={
          <RowButtons
            actions={[
              {
                label: texts.create.action,
                action: 'internal.use',
                disabled: blocked === null ? null : reasons[blocked],
                onSelect: () => setCreating(true),
              },
            ]}
          />
        }
        empty={{ title: t.empty }}
        failed={t.failed}
      />
      {creating && <CreateOrganization onShow={onShow} onClose={() => setCreating(false)} />}
    </section>
  )
}
