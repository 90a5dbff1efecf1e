import { z } from 'zod'
import { fileNameSchema } from './checkup-file'
import { sourceIdSchema } from './ingest'

/** A file as a device posts it: its bytes in base64, and their hash. */
export const fileIngestSchema = z.strictObject({
  id: sourceIdSchema,
  patientId: z.string().min(1).max(100),
  name: fileNameSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Must be SHA-256 in lower-case hex'),
  content: z
    .string()
    .min(1)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'Must be base64'),
})
export type FileIngest = z.infer<typeof fileIngestSchema>
