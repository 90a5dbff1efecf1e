import { useState } from 'react'
import { changeOnCallPlan, onCallPlan } from '../../data/calling'
import { wardStaff } from '../../data/ward'
import type { OnCallPlan } from '../../domain/calling/plan'
import { formatStaffName } from '../../domain/identity'
import type { Edition } from '../../domain/organization/organization'
import { clinicalZone, formatTime } from '../../domain/time'
import { zoneName } from '../../domain/time/wall'
import { useAnswer, useCommand } from '../../engine/react'
import { onCallTexts } from '../../texts/on-call'
import { useEdition, useTexts } from '../../ui/edition'
import { FormDialog, useCommandForm, useConfirmCommand } from '../../ui/form-kit'
import { DataTable, RowButtons, type Column } from '../../ui/table'
import { formOf, places, planBasis, slotOf, slotsOf } from './on-call'

type Shown = OnCallPlan['slots'][number] & { readonly nth: number }

/** A time of the day as the edition writes it. */
const timeWords = (time: string, edition: Edition): string =>
  formatTime(`2000-01-01T${time}:00.000Z`, edition, 'UTC')

const whenOf = ({ days, from, until }: Shown, edition: Edition) => {
  const t = onCallTexts(edition)
  return {
    days: days.length === 7 ? t.everyDay : days.map((day) => t.days[day - 1] ?? '').join(', '),
    time: t.time(timeWords(from, edition), timeWords(until, edition), until <= from),
  }
}

const lineOf = ({ line }: Shown, edition: Edition): string => {
  const t = onCallTexts(edition)
  return line
    .map(({ user, provider, isReached, hasBrowser }) => {
      if (provider !== null) return provider.name
      const name = formatStaffName(user)
      if (name === '') return t.removedUser
      if (!isReached) return t.passedBy(name)
      return hasBrowser ? name : t.byMailOnly(name)
    })
    .join(', ')
}

interface SlotDialogProps {
  readonly wardId: string
  readonly plan: OnCallPlan | null
  /** Null: a new one. */
  readonly slot: Shown | null
  readonly onClose: () => void
}

function SlotDialog({ wardId, plan, slot, onClose }: SlotDialogProps) {
  const t = onCallTexts(useEdition())
  const staff = useAnswer(wardStaff, { id: wardId }).value?.wardStaff ?? []
  const nth = slot?.nth ?? plan?.slots.length ?? 0
  const form = useCommandForm({
    command: useCommand(changeOnCallPlan),
    fields: [
      {
        kind: 'multiSelect',
        name: 'days',
        label: t.slot.days,
        required: true,
        options: t.days.map((label, at) => ({ value: String(at + 1), label })),
      },
      {
        kind: 'text',
        name: 'from',
        label: t.slot.from,
        required: true,
        hint: t.slot.timeHint,
        maxLength: 5,
      },
      { kind: 'text', name: 'until', label: t.slot.until, required: true, maxLength: 5 },
      ...places.map((name, at) => ({
        kind: 'select' as const,
        name,
        label: t.slot.places[at] ?? '',
        placeholder: t.slot.nobody,
        ...(at === 0 ? { hint: t.slot.placesHint } : {}),
        options: staff.map(({ user }) => ({ value: user.id, label: formatStaffName(user) })),
      })),
      {
        kind: 'text',
        name: 'providerName',
        label: t.slot.providerName,
        hint: t.slot.providerHint,
        maxLength: 80,
      },
      { kind: 'email', name: 'providerEmail', label: t.slot.providerEmail, maxLength: 254 },
    ],
    before: formOf(slot),
    toInput: (read) => {
      const slots = [...slotsOf(plan)]
      slots[nth] = slotOf(read)
      return { ...planBasis(wardId, plan), slots }
    },
    paths: {
      [`slots.${nth}.days`]: 'days',
      [`slots.${nth}.from`]: 'from',
      [`slots.${nth}.until`]: 'until',
      [`slots.${nth}.line`]: 'first',
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      size="medium"
      title={slot === null ? t.slot.addTitle : t.slot.editTitle}
      submitLabel={t.slot.save}
      failed={t.slot.failed}
      onClose={onClose}
    />
  )
}

const readMinutes = (typed: unknown): number =>
  typeof typed === 'string' && /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN

function MinutesDialog({
  wardId,
  plan,
  onClose,
}: {
  readonly wardId: string
  readonly plan: OnCallPlan
  readonly onClose: () => void
}) {
  const t = onCallTexts(useEdition()).minutesForm
  const form = useCommandForm({
    command: useCommand(changeOnCallPlan),
    fields: (['minutesOfSeverity4', 'minutesOfSeverity3'] as const).map((name) => ({
      kind: 'text' as const,
      name,
      label: name === 'minutesOfSeverity4' ? t.severity4 : t.severity3,
      required: true,
      inputMode: 'numeric' as const,
      maxLength: 2,
    })),
    before: {
      minutesOfSeverity4: String(plan.minutesOfSeverity4),
      minutesOfSeverity3: String(plan.minutesOfSeverity3),
    },
    toInput: (read) => ({
      ...planBasis(wardId, plan),
      slots: slotsOf(plan),
      minutesOfSeverity4: readMinutes(read['minutesOfSeverity4']),
      minutesOfSeverity3: readMinutes(read['minutesOfSeverity3']),
    }),
    onDone: onClose,
  })
  return <FormDialog form={form} title={t.title} failed={t.failed} onClose={onClose} />
}

/** Who is called about alerts of the ward, when, and in which order. */
export function OnCallTab({ wardId }: { readonly wardId: string }) {
  const edition = useEdition()
  const t = onCallTexts(edition)
  const { blocked: reasons } = useTexts().ui
  const answer = useAnswer(onCallPlan, { wardId })
  const plan = answer.value?.plan ?? null
  const [open, setOpen] = useState<'add' | 'minutes' | Shown | null>(null)
  const change = useCommand(changeOnCallPlan)
  const off = change.blocked === null ? null : reasons[change.blocked]
  const remove = useConfirmCommand(
    change,
    (slot: Shown) => {
      const when = whenOf(slot, edition)
      return {
        title: t.remove.title,
        text: (
          <>
            <p>{t.remove.sure(`${when.days}, ${when.time}`)}</p>
            {plan?.slots.length === 1 && <strong>{t.remove.last}</strong>}
          </>
        ),
        confirmLabel: t.remove.action,
        danger: true,
        failed: t.remove.failed,
      }
    },
    {
      toInput: ({ nth }) => ({
        ...planBasis(wardId, plan),
        slots: slotsOf(plan).filter((_slot, at) => at !== nth),
      }),
    },
  )
  const columns: readonly Column<Shown>[] = [
    {
      id: 'days',
      heading: t.headings.days,
      cell: (slot) => whenOf(slot, edition).days,
      rowHeader: true,
    },
    { id: 'time', heading: t.headings.time, cell: (slot) => whenOf(slot, edition).time },
    { id: 'line', heading: t.headings.line, cell: (slot) => lineOf(slot, edition) },
  ]
  const close = (): void => setOpen(null)
  return (
    <>
      <p>{t.text(zoneName(clinicalZone()))}</p>
      {plan !== null && <p>{t.minutes(plan.minutesOfSeverity4, plan.minutesOfSeverity3)}</p>}
      <DataTable
        caption={t.list}
        columns={columns}
        answer={{
          ...answer,
          value:
            answer.value === null
              ? null
              : (plan?.slots ?? []).map((slot, nth) => ({ ...slot, nth })),
        }}
        view="ward.view"
        rowKey={({ nth }) => String(nth)}
        rowName={(slot) => `${whenOf(slot, edition).days}, ${whenOf(slot, edition).time}`}
        menu={(slot) => [
          {
            label: t.slot.edit,
            action: 'ward.edit',
            disabled: off,
            onSelect: () => setOpen(slot),
          },
          {
            label: t.remove.action,
            action: 'ward.edit',
            danger: true,
            disabled: off,
            onSelect: () => remove.ask(slot),
          },
        ]}
        tools={
          <RowButtons
            actions={[
              {
                label: t.slot.add,
                action: 'ward.edit',
                disabled: off,
                onSelect: () => setOpen('add'),
              },
              ...(plan === null
                ? []
                : [
                    {
                      label: t.minutesForm.action,
                      action: 'ward.edit' as const,
                      disabled: off,
                      onSelect: () => setOpen('minutes'),
                    },
                  ]),
            ]}
          />
        }
        empty={{ title: t.none, text: t.noneText }}
        failed={t.failed}
      />
      {open === 'minutes' && plan !== null && (
        <MinutesDialog wardId={wardId} plan={plan} onClose={close} />
      )}
      {open !== null && open !== 'minutes' && (
        <SlotDialog
          wardId={wardId}
          plan={plan}
          slot={open === 'add' ? null : open}
          onClose={close}
        />
      )}
      {remove.dialog}
    </>
  )
}
