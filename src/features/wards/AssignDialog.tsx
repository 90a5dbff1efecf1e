import { Button } from '@mantine/core'
import { users, type OrganizationUser } from '../../data/user'
import { assignStaffToWard } from '../../data/ward'
import { formatStaffName } from '../../domain/identity'
import { useAnswer, useCommand } from '../../engine/react'
import { wardsTexts } from '../../texts/wards'
import { useEdition, useTexts } from '../../ui/edition'
import { Dialog, showToast } from '../../ui/feedback'
import { DataTable, useTableQuery, type Column } from '../../ui/table'

/** Users a page (O121). */
const take = 5

const nameOf = (user: OrganizationUser): string => formatStaffName(user)

/** Assigns users of the organisation to a ward, one at a time. */
export function AssignDialog({
  wardId,
  onClose,
}: {
  readonly wardId: string
  readonly onClose: () => void
}) {
  const t = wardsTexts(useEdition()).assign
  const { blocked: reasons } = useTexts().ui
  const control = useTableQuery({ take })
  const { search, skip } = control.query
  const answer = useAnswer(users, { search, take, skip })
  const { run, blocked } = useCommand(assignStaffToWard)
  const assign = async ({ id }: OrganizationUser): Promise<void> => {
    const result = await run({ wardId, userId: id })
    if (result.kind === 'refused') showToast(`assign ${id}`, t.failed)
  }
  const isAssigned = ({ wards }: OrganizationUser): boolean => wards.some(({ id }) => id === wardId)
  const columns: readonly Column<OrganizationUser>[] = [
    { id: 'name', heading: t.headings.name, cell: nameOf, rowHeader: true },
    { id: 'email', heading: t.headings.email, cell: ({ email }) => email },
    {
      id: 'assign',
      heading: t.headings.assign,
      cell: (user) =>
        isAssigned(user) ? (user.invitation === null ? t.done : t.onceAccepted) : null,
    },
  ]
  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <DataTable
        caption={t.list}
        columns={columns}
        answer={answer}
        server={control}
        view="user.view"
        rowKey={({ id }) => id}
        rowName={nameOf}
        search={{ label: t.search }}
        buttons={(user) =>
          isAssigned(user)
            ? []
            : [
                {
                  label: t.one,
                  action: 'ward.assign-staff',
                  disabled: blocked === null ? null : reasons[blocked],
                  onSelect: () => void assign(user),
                },
              ]
        }
        empty={t.empty}
        failed={t.loadFailed}
      />
    </Dialog>
  )
}
