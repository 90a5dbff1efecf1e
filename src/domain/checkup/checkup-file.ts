import { z } from 'zod'

/** What a file of a check-up may be, told from its bytes. Nothing in them can run in a page. */
export const mediaTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'audio/wav',
  'audio/mpeg',
  'audio/mp4',
] as const
export type MediaType = (typeof mediaTypes)[number]

/** The largest file, bytes. */
export const mostFileBytes = 20 * 1024 * 1024

const idPart = '[A-Za-z0-9-]{1,100}'
const namePart = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}'
const address = new RegExp(`^/files/(${idPart})/(${namePart})$`)

/** The sender's name of a file. Of a breath sound it holds where it was heard: `front_upper_left`. */
export const fileNameSchema = z
  .string()
  .regex(
    new RegExp(`^${namePart}$`),
    'Must be 1 to 100 letters, digits, dots, dashes and underscores',
  )

/** How a check-up names a file of this server: no address, nothing is read there. */
export const checkupFileUrl = (id: string, name: string): string => `/files/${id}/${name}`

/** The id of the file that a check-up names; null: it is not of this server. */
export const fileIdOf = (url: string): string | null => address.exec(url)?.[1] ?? null

/** Where a check-up names files. */
export type FileUse = 'picture' | 'lungSounds' | 'attachments'

const fits: Readonly<Record<FileUse, (type: MediaType) => boolean>> = {
  picture: (type) => type.startsWith('image/'),
  lungSounds: (type) => type.startsWith('audio/'),
  attachments: (type) => type === 'application/pdf' || type.startsWith('image/'),
}

/** Whether a file of that type can be shown where the check-up names it. */
export const isFit = (use: FileUse, type: MediaType): boolean => fits[use](type)

/** A place of a check-up that names a file of this server. */
export interface NamedFile {
  readonly use: FileUse
  /** Its place in the list, from 0. */
  readonly nth: number
  readonly url: string
  readonly fileId: string
}

/** The files of this server that a check-up names, in the order of its fields. */
export const namedFiles = ({
  picture,
  lungSounds,
  attachments,
}: {
  readonly picture: readonly { readonly url: string }[]
  readonly lungSounds: readonly { readonly url: string }[]
  readonly attachments: readonly { readonly downloadUrl: string }[]
}): readonly NamedFile[] =>
  [
    ...picture.map(({ url }, nth) => ({
      use: 'picture' as const,
      nth,
      url,
    })),
    ...lungSounds.map(({ url }, nth) => ({
      use: 'lungSounds' as const,
      nth,
      url,
    })),
    ...attachments.map(({ downloadUrl }, nth) => ({
      use: 'attachments' as const,
      nth,
      url: downloadUrl,
    })),
  ].flatMap((named) => {
    const fileId = fileIdOf(named.url)
    return fileId === null ? [] : [{ ...named, fileId }]
  })

const endings: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
}

/** The name that a file is saved under: its kind and day; the sender's name may tell a patient. */
export const savedFileName = (type: MediaType, receivedAt: string): string => {
  const kind = type.startsWith('image/')
    ? 'picture'
    : type.startsWith('audio/')
      ? 'breath-sound'
      : 'attachment'
  return `${kind}-${receivedAt.slice(0, 10)}.${endings[type]}`
}
