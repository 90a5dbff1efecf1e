import type {
  CarePathway,
  CarePathwayDetail,
  MutationCreateCarePathwayArgs,
  MutationUpdateCarePathwayArgs,
  PathwayRehearsal,
  QueryCarePathwayArgs,
  QueryRehearseCarePathwayArgs,
} from '../../../schema/generated/resolvers'
import {
  pathwayDraftSchema,
  pathwayName,
  ruleDraftsSchema,
  type PathwayDraft,
} from '../../../src/domain/pathway/pathway'
import { alertConditionSchema, alertRuleTypes } from '../../../src/domain/alerts/rule'
import { pathwayTemplates } from '../../../src/domain/pathway/templates'
import { isoNow } from '../../clock'
import { appendAction } from '../../db/action-log'
import { badInput, conflict, notFound } from '../../graphql/errors'
import type { Kept } from '../../graphql/idempotency'
import type { Scope } from '../../graphql/scope'
import { changePathway, draftFaults, isChanged } from './change-pathway'
import { insertPathway } from './copy-templates'
import { rehearsePathway } from './rehearsal'
import { findPathway, listPathways, lockPathway, requireFreeName } from './repository'

const logged = (
  { trx, acting, loggedInAs, clock }: Scope,
  action: string,
  entityId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> =>
  appendAction(trx, {
    organizationId: acting.organizationId,
    at: isoNow(clock),
    actorId: acting.userId,
    loggedInAs,
    action,
    entityType: 'care_pathway',
    entityId,
    details,
  })

/** @throws BAD_USER_INPUT naming `name` */
const readName = (given: string): string => {
  const read = pathwayName.safeParse(given)
  if (read.success) return read.data
  throw badInput(read.error.issues.map(({ message }) => ({ path: 'name', message })))
}

/** @throws NOT_FOUND where the acting organisation has no such pathway */
const requirePathway = async (scope: Scope, id: string | null): Promise<CarePathwayDetail> => {
  const found = id === null ? undefined : await findPathway(scope, id)
  if (found === undefined) throw notFound()
  return found
}

const [checkups, continuous] = alertRuleTypes
const ruleDraftsOf = (given: MutationUpdateCarePathwayArgs['pathway']['alertRules']) =>
  given.map((one) => ({
    ...one,
    id: one.id ?? null,
    type: one.type ?? null,
    condition: one.condition ?? null,
  }))

/** @throws BAD_USER_INPUT naming the fields */
const readDraft = (given: MutationUpdateCarePathwayArgs['pathway']): PathwayDraft => {
  const read = pathwayDraftSchema.safeParse({
    ...given,
    checkupTypes: given.checkupTypes.map((one) => ({
      ...one,
      id: one.id ?? null,
      schedule: one.schedule ?? null,
      checkupTiles: one.checkupTiles ?? null,
    })),
    alertRules: ruleDraftsOf(given.alertRules),
  })
  if (read.success) return read.data
  throw badInput(
    read.error.issues.map(({ path, message }) => ({
      path: ['pathway', ...path].join('.'),
      message,
    })),
  )
}

/** Query fields of schema/pathway.graphql. */
export const pathwayQueries = {
  carePathways: (scope: Scope): Promise<CarePathway[]> => listPathways(scope),

  carePathway: (scope: Scope, { id }: QueryCarePathwayArgs): Promise<CarePathwayDetail> =>
    requirePathway(scope, id),

  async rehearseCarePathway(
    scope: Scope,
    { id, wardId, alertRules }: QueryRehearseCarePathwayArgs,
  ): Promise<PathwayRehearsal> {
    const read = ruleDraftsSchema.safeParse(ruleDraftsOf(alertRules))
    if (!read.success)
      throw badInput(
        read.error.issues.map(({ path, message }) => ({
          path: ['alertRules', ...path].join('.'),
          message,
        })),
      )
    const pathway = await requirePathway(scope, id)
    const rules = read.data.flatMap(({ id: known, type, condition, severity }, place) => {
      const stored = pathway.alertRules.find((one) => one.id === known)
      const counts = alertConditionSchema.safeParse(condition ?? stored?.condition)
      return counts.success
        ? [
            {
              id: String(place),
              type: (type ?? stored?.type) === 'continuous-monitoring' ? continuous : checkups,
              condition: counts.data,
              severity,
            },
          ]
        : []
    })
    return rehearsePathway(scope, pathway, wardId ?? null, rules, read.data.length)
  },
}

/** Mutation fields of schema/pathway.graphql. */
export const pathwayMutations = {
  async createCarePathway(
    scope: Scope,
    { name: given, template: key }: MutationCreateCarePathwayArgs,
  ): Promise<CarePathway> {
    const name = readName(given)
    const template = pathwayTemplates.find((one) => one.key === key) ?? null
    if (template === null && key != null)
      throw badInput([{ path: 'template', message: 'There is no such template' }])
    const { trx, acting, clock } = scope
    await requireFreeName(scope, name, { id: null, path: 'name' })
    const id = await insertPathway(trx, acting.organizationId, { name, template }, isoNow(clock))
    await logged(scope, 'createCarePathway', id, { template: key ?? null })
    return requirePathway(scope, id)
  },

  async updateCarePathway(
    scope: Scope,
    { id, revision, pathway }: MutationUpdateCarePathwayArgs,
  ): Promise<CarePathwayDetail> {
    const draft = readDraft(pathway)
    if (!(await lockPathway(scope, id))) throw notFound()
    const before = await requirePathway(scope, id)
    if (before.revision !== revision)
      throw conflict('PATHWAY_CHANGED', 'Somebody changed this pathway meanwhile')
    const faults = draftFaults(draft, before)
    if (faults.length > 0) throw badInput(faults)
    if (!isChanged(draft, before)) return before
    if (draft.name !== before.name)
      await requireFreeName(scope, draft.name, { id, path: 'pathway.name' })
    const changes = await changePathway(scope, before, draft)
    await logged(scope, 'updateCarePathway', id, { changes })
    return requirePathway(scope, id)
  },
}

/** What a repeat of a mutation is answered with. */
export const pathwayRereads = {
  createCarePathway: (scope: Scope, _args: object, { id }: Kept): Promise<CarePathway> =>
    requirePathway(scope, id),
  updateCarePathway: (scope: Scope, { id }: MutationUpdateCarePathwayArgs) =>
    requirePathway(scope, id),
}
