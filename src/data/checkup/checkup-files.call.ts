import { z } from 'zod'
import { CheckupFilesDocument } from '../../../schema/generated/documents/checkup'
import { defineCall } from '../../engine/define'

const fileSchema = z.object({
  /** As the check-up names it. */
  url: z.string(),
  mediaType: z.string(),
  byteCount: z.number(),
  /** A path at this server, which reads the file for five minutes. */
  address: z.string().startsWith('/'),
})
/** Where a file of a check-up can be read now. */
export type CheckupFile = z.infer<typeof fileSchema>

/** Where the files of a check-up can be read. Asked when they are shown: no address is kept. */
export const checkupFiles = defineCall({
  name: 'checkupFiles',
  document: CheckupFilesDocument,
  variables: (input: { readonly checkupId: string }) => input,
  wire: (answer): readonly CheckupFile[] =>
    z.object({ checkupFiles: z.array(fileSchema) }).parse(answer).checkupFiles,
})
