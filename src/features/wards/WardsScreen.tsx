import { useState } from 'react'
import { Link } from 'react-router-dom'
import { createWard, deleteWard, updateWard, wards, type Ward } from '../../data/ward'
import { isTakenName } from '../../domain/identity'
import { longestProcedure, longestWardName } from '../../domain/ward/ward'
import { useAnswer, useCommand } from '../../engine/react'
import { wardActivityTexts } from '../../texts/ward-activity'
import { wardsTexts } from '../../texts/wards'
import { useEdition, useTexts } from '../../ui/edition'
import { FormDialog, useCommandForm, useConfirmCommand } from '../../ui/form-kit'
import { Page } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { DataTable, RowButtons, type RowAction } from '../../ui/table'
import { wardColumns } from './columns'

interface NameDialogProps {
  readonly wards: readonly Ward[]
  readonly onClose: () => void
}

/** The fields of a ward that do not depend on others. */
const useCapacityField = () => {
  const t = wardsTexts(useEdition())
  return {
    kind: 'text',
    name: 'capacity',
    label: t.capacityField,
    hint: t.capacityHint,
    inputMode: 'numeric',
    maxLength: 3,
  } as const
}
/** What is typed as a capacity; not a number: it is refused at the field. */
const readCapacity = (typed: unknown): number | null => {
  const text = typeof typed === 'string' ? typed.trim() : ''
  return text === '' ? null : /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/** What is typed as a procedure; blank: nothing is written. */
const readProcedure = (typed: unknown): string | null => {
  const text = typeof typed === 'string' ? typed.trim() : ''
  return text === '' ? null : text
}

/** A field that says at once that another ward has the name; the server refuses it. */
const useNameField = (known: readonly Ward[], typed: string, id: string | null) => {
  const t = wardsTexts(useEdition())
  return {
    kind: 'text',
    name: 'name',
    label: t.nameField,
    required: true,
    missing: t.nameRequired,
    maxLength: longestWardName,
    autoFocus: true,
    ...(isTakenName(typed, known, id) ? { hint: t.nameTaken } : {}),
  } as const
}

function AddWard({ wards: known, onClose }: NameDialogProps) {
  const { add } = wardsTexts(useEdition())
  const [typed, setTyped] = useState('')
  const form = useCommandForm({
    command: useCommand(createWard),
    fields: [useNameField(known, typed, null), useCapacityField()],
    before: { name: '', capacity: '' },
    toInput: (read) => ({ name: read['name'], capacity: readCapacity(read['capacity']) }),
    onDone: onClose,
  })
  if (form.values.name !== typed) setTyped(form.values.name)
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

function EditWard({
  ward: { id, name, capacity, noAnswerProcedure },
  wards: known,
  onClose,
}: NameDialogProps & { readonly ward: Ward }) {
  const t = wardsTexts(useEdition())
  const { edit } = t
  const procedureWas = noAnswerProcedure ?? ''
  const was = capacity === null ? '' : String(capacity)
  const [typed, setTyped] = useState(name)
  const form = useCommandForm({
    command: useCommand(updateWard),
    fields: [
      useNameField(known, typed, id),
      useCapacityField(),
      {
        kind: 'textarea',
        name: 'procedure',
        label: t.procedureField,
        hint: t.procedureHint,
        rows: 4,
        maxLength: longestProcedure,
      },
    ],
    before: { name, capacity: was, procedure: procedureWas },
    // What is as it was stays out: somebody may have changed it meanwhile.
    toInput: (read) => ({
      id,
      ...(read['name'] === name ? {} : { name: read['name'] }),
      ...(readCapacity(read['capacity']) === capacity
        ? {}
        : { capacity: readCapacity(read['capacity']) }),
      ...(readProcedure(read['procedure']) === noAnswerProcedure
        ? {}
        : { noAnswerProcedure: readProcedure(read['procedure']) }),
    }),
    onDone: onClose,
  })
  if (form.values.name !== typed) setTyped(form.values.name)
  return (
    <FormDialog
      form={form}
      title={edit.title}
      submitLabel={edit.save}
      submitDisabled={
        form.values.name.trim() === name &&
        form.values.capacity.trim() === was &&
        form.values.procedure.trim() === procedureWas
      }
      failed={edit.failed}
      onClose={onClose}
    />
  )
}

/** /wards: the organisation's wards, and what can be done with them. */
export function WardsScreen() {
  const edition = useEdition()
  const t = wardsTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(wards, undefined)
  const known = answer.value ?? []
  const [open, setOpen] = useState<'add' | Ward | null>(null)
  const { blocked } = useCommand(createWard)
  const off = blocked === null ? null : reasons[blocked]
  const remove = useConfirmCommand(
    useCommand(deleteWard),
    ({ name }: Ward) => ({
      title: t.remove.title,
      text: (
        <>
          <p>{t.remove.sure(name)}</p>
          <p>{t.remove.effect}</p>
        </>
      ),
      confirmLabel: t.remove.action,
      danger: true,
      failed: t.remove.failed,
    }),
    { toInput: ({ id }) => ({ id }) },
  )
  const menu = (ward: Ward): readonly RowAction[] => [
    { label: t.edit.action, action: 'ward.edit', disabled: off, onSelect: () => setOpen(ward) },
    {
      label: t.remove.action,
      action: 'ward.delete',
      danger: true,
      disabled: off ?? t.remove.has(ward.numberOfPatients, ward.numberOfStaff),
      onSelect: () => remove.ask(ward),
    },
  ]
  const close = () => setOpen(null)
  return (
    <Page title={t.title}>
      <p>
        {t.text} <Link to={paths.wardActivity()}>{wardActivityTexts(edition).link}</Link>
      </p>
      <DataTable
        caption={t.title}
        columns={wardColumns(edition)}
        answer={answer}
        view="ward.view"
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        menu={menu}
        search={{ label: t.search, of: ({ name }) => name }}
        tools={
          <RowButtons
            actions={[
              {
                label: t.add.action,
                action: 'ward.create',
                disabled: off,
                onSelect: () => setOpen('add'),
              },
            ]}
          />
        }
        empty={t.empty}
        failed={t.failed}
      />
      {open === 'add' && <AddWard wards={known} onClose={close} />}
      {open !== null && open !== 'add' && <EditWard ward={open} wards={known} onClose={close} />}
      {remove.dialog}
    </Page>
  )
}
