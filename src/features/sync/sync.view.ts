import { needsPerson, type ItemState, type OutboxItem } from '../../engine/define'

/** Who has to act: a person; something else, later; nobody. */
export type Section = 'attention' | 'held' | 'waiting'
export const sectionNames = ['attention', 'held', 'waiting'] as const satisfies readonly Section[]

const sectionOf = ({
  state,
  isPutOff,
}: {
  readonly state: ItemState
  readonly isPutOff: boolean
}): Section => {
  if (needsPerson(state)) return 'attention'
  return isPutOff || state === 'held-sign-in' || state === 'held-update' ? 'held' : 'waiting'
}

/** Records about one patient as seen when written. Another identity is another group. */
export interface PatientGroup {
  readonly key: string
  readonly patient: OutboxItem['subject']
  /** Of items without readable text: the patient whom this device knows by their number. */
  readonly about: OutboxItem['about']
  readonly items: readonly OutboxItem[]
}

const keyOf = ({ subject: patient, about, isLost }: OutboxItem): string =>
  patient === null
    ? (about?.id ?? (isLost ? 'lost' : ''))
    : JSON.stringify([patient.id, patient.name, patient.birthDate, patient.identifierLast4])

/** The items of a section by patient, oldest first; those without a patient last. */
export const groupsOf = (
  items: readonly OutboxItem[],
  section: Section,
): readonly PatientGroup[] => {
  const groups = new Map<string, OutboxItem[]>()
  for (const item of items
    .filter((item) => sectionOf(item) === section)
    .toSorted((a, b) => a.capturedAt - b.capturedAt)) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups]
    .map(([key, group]) => ({
      key,
      patient: group[0]?.subject ?? null,
      about: group[0]?.about ?? null,
      items: group,
    }))
    .toSorted((a, b) => Number(a.patient === null) - Number(b.patient === null))
}

export const countsOf = (items: readonly OutboxItem[]): Readonly<Record<Section, number>> => {
  const of = (section: Section): number =>
    items.filter((item) => sectionOf(item) === section).length
  return { attention: of('attention'), held: of('held'), waiting: of('waiting') }
}

/** Codes after which the same text would be refused again, or taken for another patient. */
const notAgain: readonly (string | null)[] = ['IDENTITY_CHANGED', 'INVALID', 'TOO_OLD']

export type ItemAction =
  'retry' | 'edit' | 'keep-theirs' | 'send-mine' | 'export' | 'take-back' | 'discard'

/**
 * What can be done with an item, likeliest first. What may be with the server is never edited, and
 * given up only after the server was asked (outbox-list.ts). What is for a changed identity, or a
 * patient that the author lost (`isLost`), is never sent again. `here`: of the author's acting
 * organisation. An unreadable item can only be sent while sealed, else given up.
 */
export const actionsOf = (
  {
    state,
    code,
    input,
    mayBeDone,
    mayBeTakenBack,
    isLost,
  }: Pick<OutboxItem, 'state' | 'code' | 'input' | 'mayBeDone' | 'mayBeTakenBack' | 'isLost'>,
  { editable, here }: { readonly editable: boolean; readonly here: boolean },
): readonly ItemAction[] => {
  if (input === null)
    return !here || !needsPerson(state)
      ? []
      : (state === 'expired' && !isLost) || state === 'stuck'
        ? ['retry', 'discard']
        : ['discard']
  if (state === 'conflict') return ['keep-theirs', 'send-mine', 'export']
  const mayRetry =
    state === 'stuck' || state === 'expired' || (state === 'refused' && !notAgain.includes(code))
  const mayEdit =
    editable &&
    !mayBeDone &&
    code !== 'IDENTITY_CHANGED' &&
    (state === 'waiting' ||
      state === 'held-sign-in' ||
      state === 'held-update' ||
      state === 'refused' ||
      state === 'expired')
  return [
    ...(mayRetry ? ['retry' as const] : []),
    ...(mayEdit ? ['edit' as const] : []),
    'export',
    ...(mayBeTakenBack && here ? ['take-back' as const] : []),
    ...(needsPerson(state) ? ['discard' as const] : []),
  ]
}
