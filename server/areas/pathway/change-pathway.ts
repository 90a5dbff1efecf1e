import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CarePathwayDetail } from '../../../schema/generated/resolvers'
import type { AlertRuleType } from '../../../src/domain/alerts/rule'
import type { PathwayDraft } from '../../../src/domain/pathway/pathway'
import { isUnderstood } from '../../../src/domain/schedule/recurrence'
import { isoNow } from '../../clock'
import { nextRevision } from '../../db/revision'
import type { ArgError } from '../../graphql/errors'
import type { Scope } from '../../graphql/scope'

type StoredType = CarePathwayDetail['checkupTypes'][number]
type StoredRule = CarePathwayDetail['alertRules'][number]
type TypeDraft = PathwayDraft['checkupTypes'][number]
type RuleDraft = PathwayDraft['alertRules'][number]

/** One thing of a pathway that is not as it was; null: it is new, or gone. */
interface Change {
  readonly what: 'pathway' | 'checkupType' | 'alertRule'
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

const typeContent = ({ name, heading, description, schedule, checkupTiles }: StoredType) => ({
  name,
  heading,
  description,
  schedule: schedule ?? null,
  checkupTiles: checkupTiles as unknown,
})
type TypeContent = ReturnType<typeof typeContent>
const ruleContent = ({ name, description, type, condition, severity }: StoredRule) => ({
  name,
  description,
  type,
  condition: condition as unknown,
  severity,
})
type RuleContent = ReturnType<typeof ruleContent>

/** What is wrong with a draft beside its shape: ids of another pathway, rules that nobody reads. */
export const draftFaults = (
  draft: PathwayDraft,
  before: CarePathwayDetail,
): readonly ArgError[] => [
  ...draft.checkupTypes.flatMap(({ id, schedule, checkupTiles }, index): ArgError[] => {
    const path = `pathway.checkupTypes.${index}`
    const known = before.checkupTypes.find((one) => one.id === id)
    if (id !== null && known === undefined)
      return [{ path: `${path}.id`, message: 'The pathway has no such check-up type' }]
    if (known === undefined && checkupTiles === null)
      return [{ path: `${path}.checkupTiles`, message: 'Tiles are required' }]
    return schedule === null ||
      isUnderstood(schedule.rrule) ||
      known?.schedule?.rrule === schedule.rrule
      ? []
      : [{ path: `${path}.schedule.rrule`, message: 'The schedule cannot be read' }]
  }),
  ...draft.alertRules.flatMap(({ id, type, condition }, index): ArgError[] => {
    const path = `pathway.alertRules.${index}`
    const known = before.alertRules.find((one) => one.id === id)
    if (id !== null && known === undefined)
      return [{ path: `${path}.id`, message: 'The pathway has no such alert rule' }]
    return known === undefined && (type === null || condition === null)
      ? [{ path: `${path}.condition`, message: 'A condition is required' }]
      : []
  }),
  ...(['checkupTypes', 'alertRules'] as const).flatMap((list): ArgError[] => {
    const ids = draft[list].flatMap(({ id }) => (id === null ? [] : [id]))
    return new Set(ids).size === ids.length
      ? []
      : [{ path: `pathway.${list}`, message: 'Each may be named once' }]
  }),
]

/** Writes of one change: all rows of it have this organisation, instant and revision. */
interface Writing {
  readonly scope: Scope
  readonly pathwayId: string
  readonly at: string
  readonly revision: number
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

async function writeType(
  { scope, pathwayId, at, revision }: Writing,
  id: string | null,
  before: TypeContent | null,
  after: TypeContent,
): Promise<string> {
  const { name, heading, description } = after
  const isRescheduled = !isDeepStrictEqual(before?.schedule ?? null, after.schedule)
  const row = {
    name,
    heading,
    description,
    tiles: JSON.stringify(after.checkupTiles),
    updated_at: at,
    revision,
    ...(isRescheduled ? { schedule: jsonOf(after.schedule), schedule_changed_at: at } : {}),
  }
  if (id !== null) {
    await scope.trx.updateTable('checkup_type').set(row).where('id', '=', id).execute()
    return id
  }
  const made = randomUUID()
  await scope.trx
    .insertInto('checkup_type')
    .values({
      ...row,
      id: made,
      organization_id: scope.acting.organizationId,
      care_pathway_id: pathwayId,
    })
    .execute()
  return made
}

async function changeTypes(
  writing: Writing,
  drafts: readonly TypeDraft[],
  before: readonly StoredType[],
): Promise<readonly Change[]> {
  const changes: Change[] = []
  const { trx } = writing.scope
  for (const { id, ...draft } of drafts) {
    const stored = before.find((one) => one.id === id)
    const was = stored === undefined ? null : typeContent(stored)
    const after = { ...draft, checkupTiles: draft.checkupTiles ?? was?.checkupTiles ?? {} }
    if (isDeepStrictEqual(was, after)) continue
    const written = await writeType(writing, id, was, after)
    changes.push({ what: 'checkupType', id: written, before: was, after })
  }
  for (const gone of before.filter(({ id }) => !drafts.some((draft) => draft.id === id))) {
    await trx
      .updateTable('checkup_type')
      .set({
        ...(gone.schedule == null ? {} : { schedule: null, schedule_changed_at: writing.at }),
        deleted_at: writing.at,
        updated_at: writing.at,
        revision: writing.revision,
      })
      .where('id', '=', gone.id)
      .execute()
    changes.push({ what: 'checkupType', id: gone.id, before: typeContent(gone), after: null })
  }
  return changes
}

async function writeRule(
  { scope, pathwayId, at, revision }: Writing,
  id: string | null,
  { condition, type, ...after }: RuleContent,
  position: number,
): Promise<string> {
  const kind: AlertRuleType = type === 'continuous-monitoring' ? type : 'new-checkup'
  const row = {
    ...after,
    type: kind,
    condition: JSON.stringify(condition),
    position,
    updated_at: at,
    revision,
  }
  if (id !== null) {
    await scope.trx.updateTable('alert_rule').set(row).where('id', '=', id).execute()
    return id
  }
  const made = randomUUID()
  await scope.trx
    .insertInto('alert_rule')
    .values({
      ...row,
      id: made,
      organization_id: scope.acting.organizationId,
      care_pathway_id: pathwayId,
    })
    .execute()
  return made
}

const withWhatStays = ({ id: _id, ...draft }: RuleDraft, was: RuleContent | null): RuleContent => ({
  ...draft,
  type: draft.type ?? was?.type ?? 'new-checkup',
  condition: draft.condition ?? was?.condition ?? null,
})

async function changeRules(
  writing: Writing,
  drafts: readonly RuleDraft[],
  before: readonly StoredRule[],
): Promise<readonly Change[]> {
  const changes: Change[] = []
  const { trx } = writing.scope
  for (const [position, draft] of drafts.entries()) {
    const place = before.findIndex((one) => one.id === draft.id)
    const stored = before[place]
    const was = stored === undefined ? null : ruleContent(stored)
    const after = withWhatStays(draft, was)
    if (place === position && isDeepStrictEqual(was, after)) continue
    const written = await writeRule(writing, draft.id, after, position)
    changes.push({
      what: 'alertRule',
      id: written,
      before: was === null ? null : { ...was, position: place },
      after: { ...after, position },
    })
  }
  for (const gone of before.filter(({ id }) => !drafts.some((draft) => draft.id === id))) {
    await trx
      .updateTable('alert_rule')
      .set({ deleted_at: writing.at, updated_at: writing.at, revision: writing.revision })
      .where('id', '=', gone.id)
      .execute()
    changes.push({ what: 'alertRule', id: gone.id, before: ruleContent(gone), after: null })
  }
  return changes
}

const isSameType = ({ id, ...draft }: TypeDraft, before: readonly StoredType[]): boolean => {
  const stored = before.find((one) => one.id === id)
  if (stored === undefined) return false
  const was = typeContent(stored)
  return isDeepStrictEqual(was, { ...draft, checkupTiles: draft.checkupTiles ?? was.checkupTiles })
}
const isSameRule = (draft: RuleDraft, stored: StoredRule | undefined): boolean => {
  if (stored === undefined || stored.id !== draft.id) return false
  const was = ruleContent(stored)
  return isDeepStrictEqual(was, withWhatStays(draft, was))
}

/** What a pathway is but its lists; what a draft leaves out stays. */
const ownContent = (
  {
    name,
    escalateAfterMinutes = undefined,
    ewsThresholds = undefined,
  }: Pick<PathwayDraft, 'name' | 'escalateAfterMinutes' | 'ewsThresholds'>,
  before: CarePathwayDetail,
) => {
  const was = ownBefore(before)
  return {
    name,
    escalateAfterMinutes:
      escalateAfterMinutes === undefined ? was.escalateAfterMinutes : escalateAfterMinutes,
    ewsThresholds: ewsThresholds === undefined ? was.ewsThresholds : ewsThresholds,
  }
}
const ownBefore = (before: CarePathwayDetail) => ({
  name: before.name,
  escalateAfterMinutes: before.escalateAfterMinutes ?? null,
  ewsThresholds: (before.ewsThresholds ?? null) as unknown,
})

/** Of one, what is another in the other. */
const onlyOf = (one: object, other: object): object => {
  const known = new Map<string, unknown>(Object.entries(other))
  return Object.fromEntries(
    Object.entries(one).filter(([key, value]) => !isDeepStrictEqual(known.get(key), value)),
  )
}

/** Whether a draft says anything else than what is stored. */
export const isChanged = (draft: PathwayDraft, before: CarePathwayDetail): boolean =>
  !isDeepStrictEqual(ownContent(draft, before), ownBefore(before)) ||
  draft.checkupTypes.length !== before.checkupTypes.length ||
  draft.alertRules.length !== before.alertRules.length ||
  draft.checkupTypes.some((one) => !isSameType(one, before.checkupTypes)) ||
  draft.alertRules.some((one, index) => !isSameRule(one, before.alertRules[index]))

/** Writes a draft that was checked, under the lock of its pathway. @returns what changed */
export async function changePathway(
  scope: Scope,
  before: CarePathwayDetail,
  draft: PathwayDraft,
): Promise<readonly Change[]> {
  const at = isoNow(scope.clock)
  const [own, was] = [ownContent(draft, before), ownBefore(before)]
  const revision = await nextRevision(scope.trx, scope.acting.organizationId)
  await scope.trx
    .updateTable('care_pathway')
    .set({
      name: own.name,
      escalate_after_minutes: own.escalateAfterMinutes,
      ews_thresholds: jsonOf(own.ewsThresholds),
      updated_at: at,
      revision,
    })
    .where('id', '=', before.id)
    .execute()
  const writing = { scope, pathwayId: before.id, at, revision }
  return [
    ...(isDeepStrictEqual(own, was)
      ? []
      : [
          {
            what: 'pathway' as const,
            id: before.id,
            before: onlyOf(was, own),
            after: onlyOf(own, was),
          },
        ]),
    ...(await changeTypes(writing, draft.checkupTypes, before.checkupTypes)),
    ...(await changeRules(writing, draft.alertRules, before.alertRules)),
  ]
}
