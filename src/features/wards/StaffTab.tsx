import { useState } from 'react'
import { assignStaffToWard, removeStaffFromWard, wardStaff, type WardStaff } from '../../data/ward'
import { formatStaffName } from '../../domain/identity'
import { formatLongDate } from '../../domain/time'
import { useAnswer, useCommand } from '../../engine/react'
import { wardsTexts } from '../../texts/wards'
import { useEdition, useTexts } from '../../ui/edition'
import { useConfirmCommand } from '../../ui/form-kit'
import { DataTable, RowButtons, type Column } from '../../ui/table'
import { AssignDialog } from './AssignDialog'

const nameOf = ({ user }: WardStaff): string => formatStaffName(user)

/** Who is assigned to the ward. */
export function StaffTab({ wardId }: { readonly wardId: string }) {
  const edition = useEdition()
  const t = wardsTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const found = useAnswer(wardStaff, { id: wardId })
  const staff = found.value?.wardStaff ?? null
  const patients = found.value?.numberOfPatients ?? 0
  const [isAssigning, setAssigning] = useState(false)
  const { blocked } = useCommand(assignStaffToWard)
  const off = blocked === null ? null : reasons[blocked]
  const remove = useConfirmCommand(
    useCommand(removeStaffFromWard),
    (row: WardStaff) => ({
      title: t.unassign.title,
      text: (
        <>
          <p>{t.unassign.sure(nameOf(row))}</p>
          <p>{t.unassign.effect}</p>
          {staff?.length === 1 && patients > 0 && <strong>{t.unassign.last(patients)}</strong>}
        </>
      ),
      confirmLabel: t.unassign.action,
      danger: true,
      failed: t.unassign.failed,
    }),
    { toInput: ({ user }) => ({ wardId, userId: user.id }) },
  )
  const columns: readonly Column<WardStaff>[] = [
    {
      id: 'name',
      heading: t.staff.headings.name,
      cell: nameOf,
      sortBy: ({ user }) => formatStaffName(user),
      rowHeader: true,
    },
    {
      id: 'email',
      heading: t.staff.headings.email,
      cell: ({ user }) => user.email,
      sortBy: ({ user }) => user.email,
    },
    { id: 'jobRole', heading: t.staff.headings.jobRole, cell: ({ user }) => user.jobRole },
    {
      id: 'assignedAt',
      heading: t.staff.headings.assignedAt,
      cell: ({ assignedAt }) => formatLongDate(assignedAt, edition),
      sortBy: ({ assignedAt }) => assignedAt,
    },
  ]
  return (
    <>
      <DataTable
        caption={t.staff.list}
        columns={columns}
        answer={{ ...found, value: staff }}
        view="ward.view"
        rowKey={({ user }) => user.id}
        rowName={nameOf}
        search={{ label: t.staff.search, of: (row) => `${nameOf(row)} ${row.user.email}` }}
        menu={(row) => [
          {
            label: t.unassign.action,
            action: 'ward.assign-staff',
            danger: true,
            disabled: off,
            onSelect: () => remove.ask(row),
          },
        ]}
        tools={
          <RowButtons
            actions={[
              {
                label: t.assign.action,
                action: 'ward.assign-staff',
                disabled: off,
                onSelect: () => setAssigning(true),
              },
            ]}
          />
        }
        empty={t.staff.empty}
        failed={t.staff.failed}
      />
      {isAssigning && <AssignDialog wardId={wardId} onClose={() => setAssigning(false)} />}
      {remove.dialog}
    </>
  )
}
