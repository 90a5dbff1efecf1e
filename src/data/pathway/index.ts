import { z } from 'zod'
import {
  CarePathwayDocument,
  CarePathwaysDocument,
  CreateCarePathwayDocument,
  RehearseCarePathwayDocument,
  UpdateCarePathwayDocument,
} from '../../../schema/generated/documents/pathway'
import { alertConditionSchema, alertRuleTypes } from '../../domain/alerts/rule'
import { ewsThresholdsSchema } from '../../domain/ews/thresholds'
import {
  carePathwaySchema,
  pathwayDraftSchema,
  pathwayName,
  type CarePathway,
  type PathwayDraft,
} from '../../domain/pathway/pathway'
import { checkupTilesSchema } from '../../domain/pathway/tiles'
import { checkupScheduleSchema } from '../../domain/schedule/slot'
import { defineCall, defineCommand } from '../../engine/define'

export type { CarePathway } from '../../domain/pathway/pathway'

const checkupTypeSchema = z.object({
  id: z.string(),
  name: z.string(),
  heading: z.string(),
  description: z.string(),
  updatedAt: z.string(),
  schedule: checkupScheduleSchema.nullable(),
  /** Null: of a later release, which this one cannot read. */
  checkupTiles: checkupTilesSchema.nullable().catch(null),
})
/** A kind of check-up that a pathway asks for. */
export type CheckupType = z.infer<typeof checkupTypeSchema>

const alertRuleSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(alertRuleTypes).nullable().catch(null),
  /** Null: of a later release, which this one cannot read. */
  condition: alertConditionSchema.nullable().catch(null),
  severity: z.number(),
})
/** When a pathway raises an alert. */
export type PathwayAlertRule = z.infer<typeof alertRuleSchema>

const detailSchema = carePathwaySchema.extend({
  revision: z.number(),
  timeZone: z.string(),
  /** Minutes until an alert that nobody is on escalates; null: never. */
  escalateAfterMinutes: z.number().nullable().optional(),
  /** Null: NEWS2. Undefined: of a later release, which this one cannot read. */
  ewsThresholds: ewsThresholdsSchema.nullable().optional().catch(undefined),
  checkupTypes: z.array(checkupTypeSchema),
  alertRules: z.array(alertRuleSchema),
})
/** A care pathway with its check-up types and alert rules. */
export type CarePathwayDetail = z.infer<typeof detailSchema>

/** The care pathways of the acting organisation, by name. */
export const carePathways = defineCall({
  name: 'carePathways',
  document: CarePathwaysDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly CarePathway[] =>
    z.object({ carePathways: z.array(carePathwaySchema) }).parse(answer).carePathways,
})

/** One care pathway, with its check-up types and alert rules. */
export const carePathway = defineCall({
  name: 'carePathway',
  document: CarePathwayDocument,
  variables: (input: { readonly id: string }) => input,
  wire: (answer): CarePathwayDetail =>
    z.object({ carePathway: detailSchema }).parse(answer).carePathway,
})

/** What shows pathways: refreshed by a change of one. */
const lists = ['carePathways', 'carePathway']

/** Adds a care pathway, from a template or empty. */
export const createCarePathway = defineCommand({
  name: 'createCarePathway',
  document: CreateCarePathwayDocument,
  input: z.object({ name: pathwayName, template: z.string().nullable() }),
  action: 'pathway.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createCarePathway: carePathwaySchema }).parse(answer).createCarePathway,
  }),
  refreshes: lists,
})

/** Changes a pathway in one; refused where somebody changed it since `revision`. */
export const updateCarePathway = defineCommand({
  name: 'updateCarePathway',
  document: UpdateCarePathwayDocument,
  input: z.object({ id: z.string().min(1), revision: z.number(), pathway: pathwayDraftSchema }),
  action: 'pathway.edit',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ updateCarePathway: detailSchema }).parse(answer).updateCarePathway,
  }),
  refreshes: lists,
})

const rehearsedSchema = z.object({ alerts: z.number(), patients: z.number() })
const rehearsalSchema = rehearsedSchema.extend({
  days: z.number(),
  readingsTooLate: z.number(),
  patientsTooLate: z.number(),
  patientsLookedAt: z.number(),
  patientsInAll: z.number(),
  rules: z.array(rehearsedSchema),
})
/** What alert rules would have found in the days up to now. */
export type PathwayRehearsal = z.infer<typeof rehearsalSchema>

/** Asks what alert rules that are not saved yet would have found. */
export const rehearseCarePathway = defineCall({
  name: 'rehearseCarePathway',
  document: RehearseCarePathwayDocument,
  variables: (input: {
    readonly id: string
    /** Null: all wards. */
    readonly wardId: string | null
    readonly alertRules: PathwayDraft['alertRules']
  }) => input,
  wire: (answer): PathwayRehearsal =>
    z.object({ rehearseCarePathway: rehearsalSchema }).parse(answer).rehearseCarePathway,
})
