import type { Checkup } from './checkup'

export type AttachmentKind = 'breath-sounds' | 'pictures' | 'ecg-reports' | 'documents'

/** True for the attachment types of ECG reports in any spelling (`ecg_report`, `ECG report`). */
export const isEcgReport = (type: string): boolean =>
  /^(single[\s_-]?)?ecg([\s_-]?report)?s?$/i.test(type.trim())

type Attached = Pick<
  Checkup,
  'attachments' | 'lungSounds' | 'picture' | 'hasLungSounds' | 'hasPictures'
>

/** The attachments in the order of their icons (C089 to C091). 0 means: some, number unknown. */
export const summariseAttachments = (
  checkup: Attached,
): readonly { readonly kind: AttachmentKind; readonly count: number }[] => {
  const reports = checkup.attachments.filter(({ type }) => isEcgReport(type)).length
  const documents = checkup.attachments.length - reports
  const found: readonly { kind: AttachmentKind; count: number; has: boolean }[] = [
    { kind: 'breath-sounds', count: checkup.lungSounds.length, has: checkup.hasLungSounds },
    { kind: 'pictures', count: checkup.picture.length, has: checkup.hasPictures },
    { kind: 'ecg-reports', count: reports, has: false },
    { kind: 'documents', count: documents, has: false },
  ]
  return found
    .filter(({ count, has }) => has || count > 0)
    .map(({ kind, count }) => ({ kind, count }))
}
