import { needsPerson, type ItemState, type OutboxItem } from '../../engine/define'

/** Who has to do something: a person; something else, by itself, later; nobody. */
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

/**
 * What was written about one patient, as seen when it was written: another identity is another
 * group.
 */
export interface PatientGroup {
  readonly key: string
  readonly patient: OutboxItem['subject']
  /** Of items whose words are gone: whom this device knows under the number that they name. */
  readonly about: OutboxItem['about']
  readonly items: readonly OutboxItem[]
}

const keyOf = ({ subject: patient, about, isLost }: OutboxItem): string =>
  patient === null
    ? (about?.id ?? (isLost ? 'lost' : ''))
    : JSON.stringify([patient.id, patient.name, patient.birthDate, patient.identifierLast4])

/**
 * The items of a section by patient; what was written first comes first, among the groups too; what
 * names no patient comes last.
 */
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

/** How many stand in each section. */
export const countsOf = (items: readonly OutboxItem[]): Readonly<Record<Section, number>> => {
  const of = (section: Section): number =>
    items.filter((item) => sectionOf(item) === section).length
  return { attention: of('attention'), held: of('held'), waiting: of('waiting') }
}

/**
 * Codes after which the same words again would be refused again, or taken for somebody else than
 * the author saw.
 */
const notAgain: readonly (string | null)[] = ['IDENTITY_CHANGED', 'INVALID', 'TOO_OLD']

export type ItemAction = 'retry' | 'edit' | 'keep-theirs' | 'send-mine' | 'export' | 'discard'

/**
 * What a person may do with an item, what is likeliest first. What may be with the server already
 * is never edited, and given up only after the server was asked (outbox-list.ts); what was written
 * for a patient who is somebody else by now is never sent again from here. `here`: it was written
 * in the organisation that its author acts in now. Of what cannot be read even there only what is
 * sealed can still be sent: what the server refused is given up. Nor is what its author cannot look
 * up any more (`isLost`) sent because they say that it is still true.
 */
export const actionsOf = (
  {
    state,
    code,
    input,
    mayBeDone,
    isLost,
  }: Pick<OutboxItem, 'state' | 'code' | 'input' | 'mayBeDone' | 'isLost'>,
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
    ...(needsPerson(state) ? ['discard' as const] : []),
  ]
}
