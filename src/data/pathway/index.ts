import { z } from 'zod'
import { CarePathwaysDocument } from '../../../schema/generated/documents/pathway'
import { defineCall } from '../../engine/define'

const carePathwaySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  activePatients: z.number(),
  totalAdmissions: z.number(),
})
/** A care pathway of the acting organisation, with how many are and were admitted under it. */
export type CarePathway = z.infer<typeof carePathwaySchema>

/** The care pathways of the acting organisation, by name. */
export const carePathways = defineCall({
  name: 'carePathways',
  document: CarePathwaysDocument,
  variables: (_input: void) => ({}),
  wire: (answer): readonly CarePathway[] =>
    z.object({ carePathways: z.array(carePathwaySchema) }).parse(answer).carePathways,
})
