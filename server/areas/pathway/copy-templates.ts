import { randomUUID } from 'node:crypto'
import { pathwayTemplates, type PathwayTemplate } from '../../../src/domain/pathway/templates'
import type { Trx } from '../../db/database'
import { nextRevision } from '../../db/revision'

/**
 * Adds a pathway to an organisation.
 * @param template null: with no check-up type and no rule
 * @param at ISO instant
 * @returns its id
 */
export async function insertPathway(
  trx: Trx,
  organizationId: string,
  { name, template }: { readonly name: string; readonly template: PathwayTemplate | null },
  at: string,
): Promise<string> {
  const revision = await nextRevision(trx, organizationId)
  const id = randomUUID()
  const common = { organization_id: organizationId, updated_at: at, revision }
  await trx
    .insertInto('care_pathway')
    .values({
      ...common,
      id,
      name,
      escalate_after_minutes: template?.escalateAfterMinutes ?? null,
      created_at: at,
    })
    .execute()
  for (const { schedule, tiles, ...type } of template?.checkupTypes ?? [])
    await trx
      .insertInto('checkup_type')
      .values({
        ...common,
        ...type,
        id: randomUUID(),
        care_pathway_id: id,
        heading: type.name,
        schedule: schedule === null ? null : JSON.stringify(schedule),
        tiles: JSON.stringify(tiles),
      })
      .execute()
  for (const [position, { condition, ...rule }] of (template?.alertRules ?? []).entries())
    await trx
      .insertInto('alert_rule')
      .values({
        ...common,
        ...rule,
        id: randomUUID(),
        care_pathway_id: id,
        condition: JSON.stringify(condition),
        position,
      })
      .execute()
  return id
}

/**
 * Gives an organisation a pathway of each template.
 * @param at ISO instant
 * @param keys of the templates; all where it is left out
 * @returns the pathways' ids, in the order of the templates
 */
export async function copyTemplates(
  trx: Trx,
  organizationId: string,
  at: string,
  keys: readonly string[] = pathwayTemplates.map(({ key }) => key),
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const template of pathwayTemplates.filter(({ key }) => keys.includes(key)))
    ids.push(await insertPathway(trx, organizationId, { name: template.name, template }, at))
  return ids
}
