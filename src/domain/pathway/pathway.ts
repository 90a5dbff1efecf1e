import { z } from 'zod'
import { givenName } from '../text/given-name'
import { alertConditionSchema, alertRuleTypes, severitySchema } from '../alerts/rule'
import { pathwayThresholdsSchema } from './thresholds'
import { checkupTilesSchema } from './tiles'

/** Characters that the name of a pathway may have. */
export const longestPathwayName = 80

/** The name of a pathway, without the spaces around it. */
export const pathwayName = givenName(
  longestPathwayName,
  'Pathway name is required',
  `A pathway name has at most ${longestPathwayName} characters`,
)

export const carePathwaySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** Of its newest change: name, check-up types, schedules or alert rules. */
  updatedAt: z.string(),
  /** Admitted under it now. */
  activePatients: z.number().int(),
  /** Ever admitted under it, or transferred to it; an admission counts once. */
  totalAdmissions: z.number().int(),
})
/** A care pathway of the acting organisation, with how many are and were admitted under it. */
export type CarePathway = z.infer<typeof carePathwaySchema>

/** What is said of a name that another pathway of the organisation has. */
export const pathwayNameTaken = 'There is a care pathway with this name'

const named = (what: string, most: number) =>
  givenName(most, `${what} is required`, `${what} has at most ${most} characters`)
const text = (most: number) =>
  z.string().trim().max(most, `A description has at most ${most} characters`)

/** The longest tolerance, seconds: a week. */
const longestTolerance = 604_800
const tolerance = z
  .number()
  .int()
  .min(0, 'A tolerance cannot be below 0')
  .max(longestTolerance, 'A tolerance is a week at most')

/** A schedule as an editor may set it; whether its rule is understood is asked beside. */
const scheduleDraftSchema = z.object({
  rrule: z.string().min(1, 'A schedule needs a time').max(400),
  tolerance: z.object({ early: tolerance, late: tolerance }),
})

const checkupTypeDraftSchema = z.object({
  /** Null: a new one. */
  id: z.string().nullable(),
  name: named('Check-up name', 80),
  heading: named('Heading', 120),
  description: text(500),
  schedule: scheduleDraftSchema.nullable(),
  /** Null: as they are. */
  checkupTiles: checkupTilesSchema.nullable(),
})

const ruleDraftSchema = z.object({
  /** Null: a new one. */
  id: z.string().nullable(),
  name: named('Alert name', 80),
  description: text(500),
  /** Null: as it is. */
  type: z.enum(alertRuleTypes).nullable(),
  /** Null: as it is. */
  condition: alertConditionSchema.nullable(),
  severity: severitySchema,
})

/** Alert rules as an editor sets them, in their order. */
export const ruleDraftsSchema = z.array(ruleDraftSchema).max(50)

/** Minutes until an alert that nobody is on escalates. */
const escalateAfter = z
  .number('Alerts escalate after a whole number of minutes')
  .int('Alerts escalate after a whole number of minutes')
  .min(1, 'Alerts escalate after 1 minute at least')
  .max(1440, 'Alerts escalate after 1440 minutes (a day) at most')

/** A pathway as an editor sets it: what is left out of a list is removed. */
export const pathwayDraftSchema = z.object({
  name: pathwayName,
  checkupTypes: z.array(checkupTypeDraftSchema).max(20),
  alertRules: ruleDraftsSchema,
  escalateAfterMinutes: escalateAfter.nullable().optional(),
  /** By what patients are scored who have no thresholds of their own; null: NEWS2. */
  ewsThresholds: pathwayThresholdsSchema.nullable().optional(),
})
export type PathwayDraft = z.infer<typeof pathwayDraftSchema>
