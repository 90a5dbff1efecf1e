import { z } from 'zod'
import {
  CreateReportDocument,
  PatientReportDocument,
} from '../../../schema/generated/documents/report'
import { checkupSchema } from '../../domain/checkup/checkup'
import { patientNoteSchema } from '../../domain/note/note'
import { admissionEventSchema } from '../../domain/patient/patient'
import {
  reportAlertSchema,
  reportAskedSchema,
  reportIntervalSchema,
  reportSoftSignsSchema,
  type ReportAsked as ReportContents,
} from '../../domain/report/report'
import { defineCall, defineCommand } from '../../engine/define'

/** Whose report is asked for, and of what. */
export interface ReportAsked extends ReportContents {
  readonly patientId: string
}

const partSchema = z.object({
  aggregates: z.array(reportIntervalSchema),
  softSigns: z.array(reportSoftSignsSchema),
  checkups: z.array(checkupSchema),
  notes: z.array(patientNoteSchema),
  alerts: z.array(reportAlertSchema),
  wardAdmissions: z.array(admissionEventSchema),
  checkupCount: z.number().int(),
  asOf: z.string(),
  version: z.string(),
  next: z.string().nullable(),
})
/** About 50 rows of a report; `next` where it goes on. */
export type ReportPart = z.infer<typeof partSchema>

/** A part of the report on a patient. Nothing of it is kept on the device. */
export const patientReport = defineCall({
  name: 'patientReport',
  document: PatientReportDocument,
  variables: (input: ReportAsked & { readonly after: string | null }) => input,
  wire: (answer): ReportPart => z.object({ patientReport: partSchema }).parse(answer).patientReport,
})

/** Asks for the report as PDF: it is among the documents of the patient when it is made. */
export const createReport = defineCommand({
  name: 'createReport',
  document: CreateReportDocument,
  input: z.object({
    patientId: z.string().min(1),
    ...reportAskedSchema.shape,
  }),
  action: 'document.make',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ createReport: z.object({ id: z.string() }) }).parse(answer).createReport,
  }),
  refreshes: ['patientDocuments'],
})
